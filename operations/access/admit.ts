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
 * Reads a key and its company and takes one token from the key's bucket, in one round trip. The bucket refills by the clock of the
 * database, which all API processes share; a row that is not updated had no token left.
 */
export async function admit(orm: Orm, keyHash: string): Promise<Admission> {
  const [row] = await orm.em.fork().execute<Row[]>(admission, [keyHash]);
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

const admission = `
  with caller as (
    select k.id, k.scopes, k.rate_per_second as rate, k.rate_burst as burst,
      jsonb_build_object(
        'id', c.id, 'taxId', c.tax_id, 'name', c.name, 'tradeName', c.trade_name, 'environment', c.environment,
        'settings', case when jsonb_typeof(c.settings) = 'object' then c.settings #- '{danfe,logo}' end
      ) as company,
      k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and c.is_active as is_live
    from api_key k join company c on c.id = k.company_id
    where k.hash = ?
  ), spent as (
    insert into rate_bucket as bucket (key_id, tokens, refilled_at)
    select id, burst - 1, clock_timestamp() from caller where is_live
    on conflict (key_id) do update set
      tokens = least(
        excluded.tokens + 1,
        bucket.tokens
          + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
      ) - 1,
      refilled_at = greatest(excluded.refilled_at, bucket.refilled_at)
    where least(
      excluded.tokens + 1,
      bucket.tokens + greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)) * (select rate from caller)
    ) >= 1
    returning tokens
  )
  select caller.*, spent.tokens from caller left join spent on true`;
