import type { RequestHandler, Response } from 'express';
import { invitationsPath } from '../../domain/offices/link-invitation.entity.ts';
import type { EndedRequest } from '../../http/every-request.ts';
import { inSpan } from '../../telemetry/spans.ts';

/** What the API writes down of a request. */
export function endedRequest(path: string, { locals }: Pick<Response, 'locals'>): EndedRequest {
  const { operation, caller, documentId } = locals;
  return {
    operation: operation?.id,
    isProbe: !operation?.access,
    path: withoutToken(path),
    fields: {
      keyId: caller?.keyId,
      companyId: caller?.company?.id,
      officeId: caller?.office?.id,
      documentId,
    },
  };
}

const secrets = new RegExp(`(${invitationsPath})(?:/|%2f).*`, 'is');

/** Without the token of an invitation, also of one whose address was mistyped. */
function withoutToken(path: string): string {
  return path.replace(secrets, '$1/…');
}

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
