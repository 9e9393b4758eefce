import type { Orm } from '../../config/orm.ts';
import type { ActingCompany } from '../acting.ts';
import type { Operator } from '../in-company.ts';
import { type Bucket, type Quota, requestQuota } from './admit.ts';

/** The operator's key of a request, what it may do, and the company that the request is about; null where the request is about none. */
export type OperatorCaller = Operator & { scopes: string[]; company: ActingCompany | null };

export type OperatorAdmission =
  | { kind: 'unknown' }
  | { kind: 'admitted' | 'limited'; caller: OperatorCaller; quota: Quota };

type Row = Bucket & {
  id: string;
  key_name: string;
  companies: string[] | null;
  company: Omit<ActingCompany, 'actor'> | null;
  scopes: string[];
  is_live: boolean;
};

/**
 * Reads an operator's key and the company that it is used for, and takes one token from the key's bucket, in one round trip. A database function
 * does it, because no process may read these keys itself.
 *
 * @param companyId from the address of the request; the caller's `company` is null where the key does not reach it
 */
export async function admitOperator(
  orm: Orm,
  keyHash: string,
  companyId: string | null = null,
): Promise<OperatorAdmission> {
  const [row] = await orm.em.fork().execute<Row[]>('select * from admit_admin(?, ?)', [keyHash, companyId]);
  if (!row?.is_live) return { kind: 'unknown' };
  const { id: keyId, key_name: name, companies, scopes } = row;
  const actor = { kind: 'OPERATOR_KEY', id: keyId, name, office: null } as const;
  const company = row.company && { ...row.company, actor };
  const caller = { keyId, companies, actor, scopes, company };
  return { kind: row.tokens === null ? 'limited' : 'admitted', caller, quota: requestQuota(row) };
}
