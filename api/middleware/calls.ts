import type { RequestHandler, Response } from 'express';
import type { CallLog } from '../../operations/calls/call-log.ts';

/**
 * Gives the log of calls the request and the response of each call with a company's own key, once the response has been sent: nothing is copied or
 * awaited.
 */
export function logCalls(log: CallLog | undefined): RequestHandler {
  return (req, res, next) => {
    const { operation } = res.locals;
    if (!log || !operation?.access) return next();
    const [at, started] = [new Date(), performance.now()];
    const method = res.locals.isHead ? 'HEAD' : req.method;
    const answered = lookedAt(res);
    res.on('close', () => {
      const { caller, requestId, documentId = null, sentBody = null } = res.locals;
      // Calls of an office are not the company's to debug, and a call with an unknown key belongs to nobody.
      if (!caller?.company || caller.office) return;
      log.add({
        ...{ companyId: caller.company.id, keyId: caller.keyId, at, method, target: req.originalUrl, requestId },
        ...{ operation: operation.id, documentId, request: sentBody, ...answered() },
        status: res.writableFinished ? res.statusCode : clientHasGone,
        durationMs: performance.now() - started,
        responseType: res.get('content-type') ?? null,
      });
    });
    next();
  };
}

const clientHasGone = 499;

/** Remembers what `res.send` sends: the text of JSON; of other content only the length, 0 for a stream. */
function lookedAt(res: Response): () => { response: string | null; responseBytes: number } {
  let sent: unknown;
  const send = res.send.bind(res);
  res.send = (body: unknown) => {
    sent = body;
    return send(body);
  };
  return () => {
    const response = typeof sent === 'string' ? sent : null;
    const responseBytes = response === null ? (Buffer.isBuffer(sent) ? sent.length : 0) : Buffer.byteLength(response);
    return { response, responseBytes };
  };
}
