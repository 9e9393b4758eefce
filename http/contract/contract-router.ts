import { createRequire } from 'node:module';
import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { middleware as openapi } from 'express-openapi-validator';
import type { Contract } from '../../openapi/read-contract.ts';
import { sendStream, type StreamedFile } from '../send-stream.ts';

searchNoWholeContract();

/** The handler of an operation; returns a file to have it streamed. */
export type AnyHandler = (req: Request, res: Response, next: NextFunction) => void | Promise<void | StreamedFile>;

/**
 * Makes the router that validates requests against a contract and passes each operation to its handler in `res.locals`. It belongs to no app: several
 * apps can share one, because reading and compiling the contract takes seconds.
 *
 * @param validateResponses whether responses are validated, too
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
      // With references by name each schema would be compiled only for look-ups: 1.5 s of a core and 60 MB at every start.
      $refParser: { mode: 'dereference' },
      operationHandlers: { basePath: '', resolver: resolverOf(contract) },
    }),
  );
  return router;
}

type Resolver = Exclude<NonNullable<Parameters<typeof openapi>[0]['operationHandlers']>, string | false>['resolver'];

/**
 * Finds the handler of each operation by its `operationId`; the types make sure that there is one. A file that a handler returns is streamed until
 * the app is cut off.
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
 * Keeps ajv from searching the whole contract. The validator puts the contract beside each schema that it compiles, for references, and ajv searches
 * all of it for schema ids, of which the contract has none: that would take a tenth of a second at the first request of each operation (four tenths
 * where responses are validated), and half of the memory. The schema itself is searched as before, even where it has a field named `paths` or
 * `components`.
 */
function searchNoWholeContract(): void {
  const validator = createRequire(createRequire(import.meta.url).resolve('express-openapi-validator'));
  const search = createRequire(validator.resolve('ajv'))('json-schema-traverse') as SchemaSearch;
  Object.assign(search.skipKeywords, { paths: true, components: true });
}

/** The module `json-schema-traverse`: the keywords that it skips are one object for all its users. */
type SchemaSearch = { skipKeywords: Record<string, true> };
