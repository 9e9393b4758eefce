import type { RequestHandler } from 'express';
import { v7 as uuid } from 'uuid';
import type { Logger } from '../../config/logger.ts';
import { withLogFields } from '../../telemetry/log-fields.ts';
import { withoutToken } from '../invitations/path.ts';
import type { Metrics } from '../metrics.ts';

const acceptableId = /^[\w.:-]{1,100}$/;

/** Gives the request an id (the caller's own where it sent one), and at the end one log line and one observation. */
export function requestContext(logger: Logger, metrics?: Metrics): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const sent = req.get('x-request-id');
    const requestId = sent && acceptableId.test(sent) ? sent : uuid();
    res.set('X-Request-Id', requestId);
    res.locals.requestId = requestId;
    res.locals.log = logger.child({ requestId });
    const { method, path } = req;
    res.on('close', () => {
      const durationMs = performance.now() - started;
      const { operation, caller, documentId, errorCode: code } = res.locals;
      const status = res.writableFinished ? res.statusCode : code === 'internal_error' ? 500 : 499;
      metrics?.observe({ operation: operation?.id ?? 'none', status, seconds: durationMs / 1000 });
      const isProbe = status < 400 && !operation?.access;
      res.locals.log.log(levelOf(status, { isProbe }), 'request', {
        method,
        path: withoutToken(path),
        operation: operation?.id,
        status,
        code,
        durationMs: Math.round(durationMs * 10) / 10,
        keyId: caller?.keyId,
        companyId: caller?.company?.id,
        officeId: caller?.office?.id,
        documentId,
      });
    });
    withLogFields({ requestId }, () => next());
  };
}

/** What a caller did wrong is none of ours; successful probes and scrapes would drown the rest. */
function levelOf(status: number, { isProbe }: { isProbe: boolean }): string {
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return isProbe ? 'debug' : 'info';
}
