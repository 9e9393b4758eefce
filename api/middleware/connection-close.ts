import type { RequestHandler } from 'express';

/** Once the process is told to stop, every response asks the caller to open a new connection elsewhere. */
export function connectionClose(stopping: AbortSignal): RequestHandler {
  return (_req, res, next) => {
    if (stopping.aborted) res.set('Connection', 'close');
    next();
  };
}
