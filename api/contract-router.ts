import type { Router } from 'express';
import { routerOf } from '../http/contract/contract-router.ts';
import { contract } from '../openapi/contract.ts';

/** The router that validates requests against the contract of `/v1` and passes them to their handlers (`http/contract/contract-router.ts`). */
export function contractRouter(options: { validateResponses?: boolean } = {}): Router {
  return routerOf(contract, options);
}
