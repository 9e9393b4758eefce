import type { Orm } from '../../config/orm.ts';
import type { ActingCompany } from '../acting-company.ts';

/** Who makes a request: the key that came with it, what the key may do, and its company. */
export type Caller = { keyId: string; scopes: string[]; company: ActingCompany };

/** Where a key's bucket stands after this request. */
export type Quota = { limit: number; remaining: number; resetSeconds: number; windowSeconds: number };

export type Admission =
  | { kind: 'unknown' }
  | { kind: 'admitted'; caller: Caller; quota: Quota }
  | { kind: 'limited'; caller: Caller; quota: Quota };

type Row = {
  id: string;
  company: ActingCompany;
  scopes: string[];
  rate: number;
  burst: number;
  is_live: boolean;
  tokens: number | null;
};

/**
 * Reads a key and its company and takes one token from the key's bucket, in one round trip: by a function of the database, because the
 * API's login reads no keys itself.
 */
export async function admit(orm: Orm, keyHash: string): Promise<Admission> {
  const [row] = await orm.em.fork().execute<Row[]>('select * from admit(?, null)', [keyHash]);
  if (!row?.is_live) return { kind: 'unknown' };
  const caller = { keyId: row.id, scopes: row.scopes, company: row.company };
  const quota = quotaOf(row);
  return { kind: row.tokens === null ? 'limited' : 'admitted', caller, quota };
}

function quotaOf({ rate, burst, tokens }: Row): Quota {
  const left = Math.max(0, tokens ?? 0);
  return {
    limit: burst,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((burst - left) / rate),
    windowSeconds: Math.ceil(burst / rate),
  };
}
