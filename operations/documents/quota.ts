import type { EntityManager } from '../../config/orm.ts';
import { quotaMonth, type QuotaStanding, refuseExhausted } from '../../domain/companies/quota.ts';
import type { CompanySettings, Environment } from '../../domain/companies/settings.ts';
import { type Page, rowRangeOf } from '../lists/page.ts';

/** A company and its quota, and the environment of a document: only documents in production use the quota. */
export type QuotaOf = { company: string; environment: Environment; settings: CompanySettings | null };

/**
 * How much of its quota a company has used; null where it has none.
 *
 * Counted from the documents: those authorized since the beginning of the month, by the authority's clock, and those prepared and not settled, of
 * whatever month. So a document prepared on the 31st and authorized on the 1st takes a place in the old month while it is open, and in the new one
 * from its first emission on. Authorizations that are ahead of our clock count, too, so that none falls between two months.
 */
export async function quotaStanding(
  em: EntityManager,
  { company, settings }: Omit<QuotaOf, 'environment'>,
  now: Date,
): Promise<QuotaStanding | null> {
  const limit = settings?.monthlyQuota ?? null;
  if (limit === null) return null;
  const { start, next } = quotaMonth(now);
  const [row] = await em.execute<{ authorized: number; underWay: number }[]>(used, [company, start, company]);
  if (!row) throw new Error(`nothing was counted for company ${company}`);
  return { limit, ...row, resetsAt: next };
}

/** The quotas of all active companies that have one; the smallest share left comes first. */
export async function quotaStandings(
  em: EntityManager,
  now: Date,
  page: Page,
): Promise<{ standings: CompanyQuota[]; total: number }> {
  const { start, next } = quotaMonth(now);
  const { limit, offset } = rowRangeOf(page);
  const rows = await em.execute<(Omit<CompanyQuota, 'resetsAt'> & { total: number })[]>(
    `select *, count(*) over ()::int as total from (
       select c.tax_id as "taxId", c.name, (c.settings ->> 'monthlyQuota')::int as "limit",
         ${authorizedOf('c.id')} as authorized, ${underWayOf('c.id')} as "underWay"
       from company c where c.is_active and c.settings ->> 'monthlyQuota' is not null
     ) quota
     order by (authorized + "underWay")::numeric / greatest("limit", 1) desc, "taxId" limit ? offset ?`,
    [start, limit, offset],
  );
  const standings = rows.map(({ total: _total, ...row }) => ({ ...row, resetsAt: next }));
  return { standings, total: rows[0]?.total ?? 0 };
}

/** A company's quota, and whose it is. */
export type CompanyQuota = QuotaStanding & { taxId: string; name: string };

/** SQL: how many documents of a company were authorized in production since an instant, the parameter. */
const authorizedOf = (company: string): string => `(select count(*)::int from document
     where company_id = ${company} and environment = 'PRODUCTION' and authorization_date >= ?)`;

/** SQL: how many have a number and no outcome yet. */
const underWayOf = (company: string): string => `(select count(*)::int from document d
     where d.company_id = ${company} and d.environment = 'PRODUCTION' and d.status = 'PROCESSING' and d.claimed_at is not null
       and exists (select from emission e where e.document_id = d.id and e.attempt = d.attempt))`;

/** One statement, so that a document that is being settled is counted only once. */
const used = `select ${authorizedOf('?')} as authorized, ${underWayOf('?')} as "underWay"`;

/**
 * Checks whether an emission may be requested. Nothing is reserved: where several are requested at once, a later step may find the quota used.
 *
 * @throws DomainError `quota_exhausted`
 */
export async function checkQuota(em: EntityManager, of: QuotaOf, now: Date): Promise<void> {
  if (of.environment !== 'PRODUCTION') return;
  const standing = await quotaStanding(em, of, now);
  if (standing) refuseExhausted(standing);
}

/**
 * Takes a place for a document that is about to draw its number. The company's row stays locked until the transaction ends; then the document
 * itself counts, so that nothing has to be given back, whatever becomes of it.
 *
 * @throws DomainError `quota_exhausted`
 */
export async function takePlace(em: EntityManager, of: QuotaOf, now: Date): Promise<void> {
  if (of.environment !== 'PRODUCTION' || (of.settings?.monthlyQuota ?? null) === null) return;
  await em.execute(
    `insert into quota_usage (company_id, checked_at) values (?, ?)
     on conflict (company_id) do update set checked_at = excluded.checked_at`,
    [of.company, now],
  );
  await checkQuota(em, of, now);
}
