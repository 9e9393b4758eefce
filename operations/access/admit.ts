import type { Orm } from '../../config/orm.ts';
import type { Actor } from '../../domain/audit/actor.ts';
import type { ActingCompany, ActingOffice } from '../acting.ts';

/** Whoever sends a request of the API: the key, what it may do, and for whom. */
export type Caller = {
  keyId: string;
  scopes: string[];
  /** The office that owns the key; null where a company does. */
  office: ActingOffice | null;
  /** The company that the request acts for: the key's own, or one of the office's portfolio. Null where the request acts for the office itself. */
  company: ActingCompany | null;
  /** Whether the key may issue in the name of that company. */
  mayIssue: boolean;
};

/** A caller that acts for a company, by its own key or by an office's. */
export type CompanyCaller = Caller & { company: ActingCompany };

/** A caller with an office's key. */
export type OfficeCaller = Caller & { office: ActingOffice };

export type Admission =
  | { kind: 'unknown' }
  | { kind: 'suspended'; caller: Caller }
  | { kind: 'admitted'; caller: Caller; quota: Quota }
  | { kind: 'limited'; caller: Caller; quota: Quota };

type Row = Bucket & {
  id: string;
  key_name: string;
  office: (Omit<ActingOffice, 'actor'> & { isSuspended: boolean }) | null;
  company: Omit<ActingCompany, 'actor'> | null;
  may_issue: boolean;
  scopes: string[];
  is_live: boolean;
};

/**
 * Reads a key, its owner and the company that it is used for, and takes one token from the key's bucket, in one round trip. A database function
 * does it, because the API's login may read no keys itself.
 *
 * @param companyId for an office's key, a company of its portfolio; the caller's `company` is null where no active link to it exists
 */
export async function admit(orm: Orm, keyHash: string, companyId: string | null = null): Promise<Admission> {
  const [row] = await orm.em.fork().execute<Row[]>('select * from admit(?, ?)', [keyHash, companyId]);
  if (!row?.is_live) return { kind: 'unknown' };
  const { id: keyId, scopes, may_issue: mayIssue } = row;
  const actor = actorOf(row);
  const office = row.office && { id: row.office.id, taxId: row.office.taxId, name: row.office.name, actor };
  const company = row.company && { ...row.company, actor };
  const caller = { keyId, scopes, office, company, mayIssue };
  if (row.office?.isSuspended) return { kind: 'suspended', caller };
  return { kind: row.tokens === null ? 'limited' : 'admitted', caller, quota: requestQuota(row) };
}

function actorOf({ id, key_name: name, office }: Row): Actor {
  return { kind: office ? 'OFFICE_KEY' : 'COMPANY_KEY', id, name, office: office?.id ?? null };
}

/** The state of a key's bucket after this request. */
export type Quota = { limit: number; remaining: number; resetSeconds: number; windowSeconds: number };

/** The bucket as the database gives it; `tokens` is null where none was left. */
export type Bucket = { rate: number; burst: number; tokens: number | null };

export function requestQuota({ rate, burst, tokens }: Bucket): Quota {
  const left = Math.max(0, tokens ?? 0);
  return {
    limit: burst,
    remaining: Math.floor(left),
    resetSeconds: Math.ceil((burst - left) / rate),
    windowSeconds: Math.ceil(burst / rate),
  };
}
