import type { NextFunction, Request, Response } from 'express';
import { type Attributes, inSpan } from '../telemetry/spans.ts';

/** The span's name, one of few, and the attributes that are known at its end. */
export type SpannedRequest = { name: string; ended: () => Attributes };

/**
 * Runs the rest of the request in a span, in the trace of the caller's `traceparent` (W3C Trace Context). The span ends with the response, and has
 * failed where the status is 500 or above. While tracing is off this only calls `next`.
 */
export function withinSpan<Params>(
  req: Request<Params>,
  res: Response,
  next: NextFunction,
  { name, ended }: SpannedRequest,
): void {
  const attributes = {
    'http.request.method': req.method,
    'lavra.operation': name,
    'lavra.request_id': res.locals.requestId,
  };
  const parent = req.get('traceparent') ?? null;
  void inSpan(name, { kind: 'server', attributes, parent }, async (span) => {
    const closed = new Promise<void>((resolve) => res.once('close', resolve));
    next();
    await closed;
    const { errorCode } = res.locals;
    span.set({ 'http.response.status_code': res.statusCode, 'error.type': errorCode, ...ended() });
    if (res.statusCode >= 500) span.fail(errorCode ?? 'internal_error');
  });
}
