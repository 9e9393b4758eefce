import type { RequestHandler } from 'express';
import { inSpan } from '../../telemetry/spans.ts';

/** The span of one request for an operation of the contract, within the trace that its caller names in `traceparent`. Probes have none. */
export const requestSpan: RequestHandler = (req, res, next) => {
  const { operation, requestId } = res.locals;
  if (!operation?.access) return next();
  const attributes = {
    'http.request.method': req.method,
    'url.path': req.path,
    'lavra.operation': operation.id,
    'lavra.request_id': requestId,
  };
  const parent = req.get('traceparent') ?? null;
  void inSpan(operation.id, { kind: 'server', attributes, parent }, async (span) => {
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    next();
    await closed;
    const { caller, documentId, errorCode } = res.locals;
    span.set({
      'http.response.status_code': res.statusCode,
      'lavra.company_id': caller?.company?.id,
      'lavra.document_id': documentId,
      'error.type': errorCode,
    });
    if (res.statusCode >= 500) span.fail(errorCode ?? 'internal_error');
  });
};
