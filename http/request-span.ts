import type { NextFunction, Request, Response } from 'express';
import { type Attributes, inSpan } from '../telemetry/spans.ts';

/** What a request asks for, by a name of few, and what is known of it once it has ended. */
export type SpannedRequest = { name: string; ended: () => Attributes };

/**
 * Goes on within the span of this request, in the trace that its caller names in `traceparent` (W3C Trace Context). The span ends with the
 * answer, and has failed where that is a fault of ours. While traces are off this only goes on.
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
