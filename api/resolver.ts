import type { RequestHandler } from 'express';
import type { middleware as openapi } from 'express-openapi-validator';
import type { Handlers } from './operations.ts';

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

/** Ties each operation of the contract to its handler by `operationId`; the types promise that there is one. */
export function resolver(handlers: Handlers): Resolver {
  return (_basePath, { openApiRoute, basePath, method }, { paths }) => {
    const operation = paths?.[openApiRoute.slice(basePath.length)]?.[method.toLowerCase() as 'get'];
    return handlers[operation?.operationId as keyof Handlers] as RequestHandler;
  };
}
