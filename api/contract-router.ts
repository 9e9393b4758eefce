import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { middleware as openapi } from 'express-openapi-validator';
import { sendStream, type StreamedFile } from '../http/send-stream.ts';
import { checkedContract } from '../openapi/checked.ts';
import { handledBy } from '../openapi/contract.ts';
import type { Handlers } from './operations.ts';

/**
 * Validates requests against the contract, and leads each operation to its handler in `res.locals`. It belongs to no app: several can share
 * one, because reading and compiling the contract takes seconds.
 *
 * @param validateResponses whether answers are validated, too
 */
export function contractRouter({ validateResponses = false }: { validateResponses?: boolean } = {}): Router {
  const router = express.Router();
  router.use(
    openapi({
      apiSpec: checkedContract({ closed: validateResponses }),
      validateRequests: { allErrors: true },
      validateResponses,
      validateSecurity: false,
      validateApiSpec: false,
      fileUploader: false,
      ajvFormats: { mode: 'full' },
      // By name, each schema would be compiled only to be looked up: 1.5 s of a core and 60 MB at every start.
      $refParser: { mode: 'dereference' },
      operationHandlers: { basePath: '', resolver },
    }),
  );
  return router;
}

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

type AnyHandler = (req: Request, res: Response, next: NextFunction) => void | Promise<void | StreamedFile>;

/**
 * Ties each operation of the contract to its handler by `operationId`; the types promise that there is one. A file that a handler gives back
 * is sent as it comes, until the app is cut off.
 */
const resolver: Resolver = (_basePath, { openApiRoute, basePath, method }, { paths }) => {
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
