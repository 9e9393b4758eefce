import type { RequestHandler, Response } from 'express';
import type { CallLog } from '../../operations/calls/call-log.ts';

/**
 * Tells the log of calls what was asked with a company's own key and what was answered, once the answer has gone: nothing is copied, and nothing
 * is waited for.
 */
export function calls(log: CallLog | undefined): RequestHandler {
  return (req, res, next) => {
    const { operation } = res.locals;
    if (!log || !operation?.access) return next();
    const [at, started] = [new Date(), performance.now()];
    const method = res.locals.isHead ? 'HEAD' : req.method;
    const answered = lookedAt(res);
    res.on('close', () => {
      const { caller, requestId, documentId = null, sentBody = null } = res.locals;
      // What an office does is not the company's to debug; whose a key that is unknown was, nobody knows.
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

/** Looks at what is sent by the way: the text of JSON, of everything else its length, where that is known. */
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
