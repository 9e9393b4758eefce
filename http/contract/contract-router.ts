import { createRequire } from 'node:module';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { middleware as openapi } from 'express-openapi-validator';
import type { Contract } from '../../openapi/read-contract.ts';
import { sendStream, type StreamedFile } from '../send-stream.ts';

searchNoWholeContract();

/** The handler of an operation. */
export type AnyHandler = (req: Request, res: Response, next: NextFunction) => void | Promise<void | StreamedFile>;

/**
 * Validates requests against a contract, and leads each operation to its handler in `res.locals`. It belongs to no app: several can share
 * one, because reading and compiling the contract takes seconds.
 *
 * @param validateResponses whether answers are validated, too
 */
export function routerOf(contract: Contract, { validateResponses = false } = {}): Router {
  const router = express.Router();
  router.use(
    openapi({
      apiSpec: contract.checked({ closed: validateResponses }),
      validateRequests: { allErrors: true },
      validateResponses,
      validateSecurity: false,
      validateApiSpec: false,
      fileUploader: false,
      ajvFormats: { mode: 'full' },
      // By name, each schema would be compiled only to be looked up: 1.5 s of a core and 60 MB at every start.
      $refParser: { mode: 'dereference' },
      operationHandlers: { basePath: '', resolver: resolverOf(contract) },
    }),
  );
  return router;
}

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

/**
 * Ties each operation of the contract to its handler by `operationId`; the types promise that there is one. A file that a handler gives back
 * is sent as it comes, until the app is cut off.
 */
function resolverOf({ handledBy }: Pick<Contract, 'handledBy'>): Resolver {
  return (_basePath, { openApiRoute, basePath, method }, { paths }) => {
    const operation = paths?.[openApiRoute.slice(basePath.length)]?.[method.toLowerCase() as 'get'];
    return answering(handledBy(operation?.operationId ?? ''));
  };
}

function answering(operation: string): RequestHandler {
  return async (req, res, next) => {
    const { handlers, cut } = res.locals;
    const file = await handlers[operation]?.(req, res, next);
    if (file) await sendStream(res, file, cut);
  };
}

/**
 * The validator puts the whole contract beside each schema that it compiles, so that references lead somewhere, and ajv searches all of it for
 * names of schemas, of which the contract has none: a tenth of a second at the first request of each operation, four tenths where answers are
 * validated, and half of the memory. What a schema itself says is searched as before, also of a field of such a name.
 */
function searchNoWholeContract(): void {
  const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator'));
  const search = createRequire(validator.resolve('ajv'))('json-schema-traverse') as SchemaSearch;
  Object.assign(search.skipKeywords, { paths: true, components: true });
}

/** `json-schema-traverse`: what it skips is one table for all who use it. */
type SchemaSearch = { skipKeywords: Record<string, true> };
