import type { Router } from 'express';
import { routerOf } from '../http/contract/contract-router.ts';
import { contract } from '../openapi/contract.ts';

/** What holds requests against the contract of `/v1` and leads them to their handlers (`http/contract/contract-router.ts`). */
export function contractRouter(options: { validateResponses?: boolean } = {}): Router {
  return routerOf(contract, options);
}
