import express, { type Router } from 'express';
import { middleware as openapi } from 'express-openapi-validator';
import { checkedContract } from '../openapi/checked.ts';
import { resolver } from './resolver.ts';

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
