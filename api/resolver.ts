import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { middleware as openapi } from 'express-openapi-validator';
import { handledBy } from '../openapi/contract.ts';
import type { Handlers } from './operations.ts';
import { sendStream, type StreamedFile } from './send-stream.ts';

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

type AnyHandler = (req: Request, res: Response, next: NextFunction) => void | Promise<void | StreamedFile>;

/**
 * Ties each operation of the contract to its handler by `operationId`; the types promise that there is one. A file that a handler gives back
 * is sent as it comes, until the app is cut off.
 */
export const resolver: Resolver = (_basePath, { openApiRoute, basePath, method }, { paths }) => {
  const operation = paths?.[openApiRoute.slice(basePath.length)]?.[method.toLowerCase() as 'get'];
  return answering(handledBy(operation?.operationId ?? '') as keyof Handlers);
};

function answering(operation: keyof Handlers): RequestHandler {
  return async (req, res, next) => {
    const { handlers, cut } = res.locals;
    const file = await (handlers[operation] as AnyHandler)(req, res, next);
    if (file) await sendStream(res, file, cut);
  };
}
