import internals from './generated/internals.json' with { type: 'json' };
import bundle from './generated/openapi.json' with { type: 'json' };
import { readContract } from './read-contract.ts';

export type { Access, Contract, Match, ContractOperation } from './read-contract.ts';

/** The contract of `/v1`, as it is published at `/openapi.json`. */
export const contract = readContract(bundle, internals);
