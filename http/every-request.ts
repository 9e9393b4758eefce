import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { v7 as uuid } from 'uuid';
import type { Logger } from '../config/logger.ts';
import { withLogFields } from '../telemetry/log-fields.ts';
import type { Metrics } from './metrics.ts';

// Middleware that every request passes first, in the API and in the panel.

const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Reduces a request target in absolute form to its path, as every server must accept it (RFC 9112 §3.2.2). All later middleware sees paths only. */
export const originForm: RequestHandler = (req, _res, next) => {
  const path = req.url.replace(authority, '');
  req.url = path.startsWith('/') ? path : `/${path}`;
  req.originalUrl = req.url;
  next();
};

declare module 'express-serve-static-core' {
  interface Locals {
    requestId: string;
    log: Logger;
    /** The code of the error that was returned, for the log. */
    errorCode?: string;
  }
}

/** What a process knows of a request at its end, for the log line and the metrics. */
export type EndedRequest = {
  /** Name of the operation; one of few, because it is a metric's label. Undefined where the address does not exist. */
  operation: string | undefined;
  /** Whether the request is a health check or scrape. */
  isProbe: boolean;
  /** The path without secrets, for the log. */
  path: string;
  /** Who asked, and about what. */
  fields: Record<string, unknown>;
};

export type RequestContextOptions = {
  logger: Logger;
  metrics?: Metrics | undefined;
  /** @param path as it was sent */
  describe: (path: string, res: Pick<Response, 'locals'>) => EndedRequest;
};

const acceptableId = /^[\w.:-]{1,100}$/;

/** Gives the request an id (the caller's own where it sent one); at the end writes one log line and counts the request. */
export function requestContext({ logger, metrics, describe }: RequestContextOptions): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const sent = req.get('x-request-id');
    const requestId = sent && acceptableId.test(sent) ? sent : uuid();
    res.set('X-Request-Id', requestId);
    res.locals.requestId = requestId;
    res.locals.log = logger.child({ requestId });
    const { method, path: sentPath } = req;
    res.on('close', () => {
      const durationMs = performance.now() - started;
      const { operation, isProbe, path, fields } = describe(sentPath, res);
      const { errorCode: code } = res.locals;
      const status = res.writableFinished ? res.statusCode : code === 'internal_error' ? 500 : 499;
      metrics?.observe({ operation: operation ?? 'none', status, seconds: durationMs / 1000 });
      res.locals.log.log(levelOf(status, { isProbe: status < 400 && isProbe }), 'request', {
        method,
        path,
        operation,
        status,
        code,
        durationMs: Math.round(durationMs * 10) / 10,
        ...fields,
      });
    });
    withLogFields({ requestId }, () => next());
  };
}

/** A caller's mistake is logged below a fault of ours; successful probes are at the lowest level, because they would drown the rest. */
function levelOf(status: number, { isProbe }: { isProbe: boolean }): string {
  if (status >= 500) return status === 503 ? 'warn' : 'error';
  return isProbe ? 'debug' : 'info';
}

/** Once the process is told to stop, every response asks the caller to open a new connection elsewhere. */
export function connectionClose(stopping: AbortSignal): RequestHandler {
  return (_req, res, next) => {
    if (stopping.aborted) res.set('Connection', 'close');
    next();
  };
}

/**
 * Compresses responses above a kilobyte with what the caller accepts: brotli, gzip or deflate. PDF and ZIP are compressed already and stay as they
 * are; so do streamed files, which have no length: they should not wait until the compressor has filled a block.
 */
export function compressed(): RequestHandler {
  return compression({
    threshold: 1024,
    // As fast as gzip, and a little smaller; the best quality would take a hundred times longer.
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    filter: (req, res) => res.hasHeader('content-length') && res.statusCode !== 206 && compression.filter(req, res),
  });
}
