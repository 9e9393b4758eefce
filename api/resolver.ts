import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { middleware as openapi } from 'express-openapi-validator';
import { handledBy } from '../openapi/contract.ts';
import type { Handlers } from './operations.ts';
import { sendStream, type StreamedFile } from './send-stream.ts';

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

type AnyHandler = (req: Request, res: Response, next: NextFunction) => void | Promise<void | StreamedFile>;

/**
 * Ties each operation of the contract to its handler by `operationId`; the types promise that there is one. A file that a handler gives back
 * is sent as it comes, until `cut` is aborted.
 */
export function resolver(handlers: Handlers, cut: AbortSignal): Resolver {
  return (_basePath, { openApiRoute, basePath, method }, { paths }) => {
    const operation = paths?.[openApiRoute.slice(basePath.length)]?.[method.toLowerCase() as 'get'];
    return answering(handlers[handledBy(operation?.operationId ?? '') as keyof Handlers] as AnyHandler, cut);
  };
}

function answering(handler: AnyHandler, cut: AbortSignal): RequestHandler {
  return async (req, res, next) => {
    const file = await handler(req, res, next);
    if (file) await sendStream(res, file, cut);
  };
}
