import internals from './generated/admin-internals.json' with { type: 'json' };
import bundle from './generated/admin.json' with { type: 'json' };
import { readContract } from './read-contract.ts';

/** The contract of `/admin/v1`. */
export const adminContract = readContract(bundle, internals);
