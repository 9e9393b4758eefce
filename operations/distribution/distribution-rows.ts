import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import type { DistributionSource } from '../../domain/received/kinds.ts';
import type { ActingCompany } from '../acting.ts';
import { usableCertificates } from '../newest-certificate.ts';

/** A distribution and its company, as its actor is started. */
export type DistributionOf = {
  distributionId: string;
  companyTaxId: string;
  source: DistributionSource;
  environment: Environment;
};

/** SQL of the fields of `DistributionOf`, for a distribution `d` and its company `c`. */
const named = `d.id as "distributionId", c.tax_id as "companyTaxId", d.source, d.environment`;

/** Whose rows: `companyId` restricts them to one company. Waits begin at `now`; the first questions are spread over `waitSeconds`. */
export type RowsOf = { companyId?: string; now: Date; waitSeconds: number };

/**
 * Adds the missing rows: one for each source of every active company with an active certificate, in the company's present environment. A person may
 * have them asked at once; by themselves they ask at some time within the wait, so that many new ones do not ask together.
 */
export async function addMissingRows(em: EntityManager, { companyId, now, waitSeconds }: RowsOf): Promise<void> {
  await em.execute(
    `insert into distribution (id, company_id, environment, source, not_before, next_visit_at, created_at, updated_at)
     select gen_random_uuid(), c.id, c.environment, s.source, ?::timestamptz,
       ?::timestamptz + make_interval(secs => ?::float8 * (hashtextextended(c.tax_id || s.source, 0) & 65535) / 65536), ?, ?
     from company c cross join (values ('NFE'), ('NFSE')) s (source)
     where c.is_active and c.settings is not null ${companyId === undefined ? '' : 'and c.id = ?'}
       and exists (select 1 from certificate a where a.company_id = c.id and a.is_active)
       and not exists (select 1 from distribution d
         where d.company_id = c.id and d.environment = c.environment and d.source = s.source)
     on conflict do nothing`,
    [now, now, waitSeconds, now, now, ...(companyId === undefined ? [] : [companyId])],
  );
}

/** Makes distributions that waited for a certificate due now. */
export async function mendPaused(em: EntityManager, companyId: string, now: Date): Promise<void> {
  await em.execute(
    `update distribution d set next_visit_at = greatest(?, d.not_before), updated_at = ? from company c
     where c.id = d.company_id and d.company_id = ? and d.environment = c.environment and d.status = 'PAUSED'`,
    [now, now, companyId],
  );
}

/** A company's distributions in its present environment. */
export function distributionsOf(em: EntityManager, companyId: string): Promise<DistributionOf[]> {
  return em.execute<DistributionOf[]>(
    `select ${named} from distribution d join company c on c.id = d.company_id
     where c.id = ? and c.is_active and c.environment = d.environment and c.settings is not null`,
    [companyId],
  );
}

/**
 * Distributions of all companies whose actor should have asked by `before`, in random order, so that every one is reached in some round. Those of
 * inactive companies and of other environments are left out, because their actors have ended.
 */
export function overdueDistributions(
  em: EntityManager,
  { before, atMost }: { before: Date; atMost: number },
): Promise<DistributionOf[]> {
  return em.execute<DistributionOf[]>(
    `select ${named} from distribution d join company c on c.id = d.company_id
     where d.next_visit_at < ? and d.not_before < ? and c.is_active and c.environment = d.environment and c.settings is not null
     order by random() limit ?`,
    [before, before, atMost],
  );
}

/** The distributions of a company by source: a row is null where the source was never asked, and `unasked` says why. */
export type DistributionState = {
  rows: Record<DistributionSource, Distribution | null>;
  unasked: { now: Date; reason: string | null };
};

/** The distributions of a company in its present environment, by source. */
export async function distributionState(
  em: EntityManager,
  { id, environment }: Pick<ActingCompany, 'id' | 'environment'>,
  now: Date,
): Promise<DistributionState> {
  const found = await em.find(Distribution, { company: id, environment });
  const of = (source: DistributionSource): Distribution | null => found.find((row) => row.source === source) ?? null;
  const rows = { NFE: of('NFE'), NFSE: of('NFSE') };
  const isComplete = rows.NFE !== null && rows.NFSE !== null;
  const reason = isComplete || (await hasCertificate(em, id, now)) ? null : noUsableCertificate;
  return { rows, unasked: { now, reason } };
}

/** The reason why nothing is asked for a company without a certificate. */
export const noUsableCertificate = 'A empresa está sem certificado A1 válido.';

/** Whether the company has a certificate that can be used at `now`. Requests may read nothing else about certificates. */
export async function hasCertificate(em: EntityManager, companyId: string, now: Date): Promise<boolean> {
  const [row] = await em.execute<{ is_there: boolean }[]>(
    `select exists (select from ${usableCertificates('?')} and not_after > ?) as is_there`,
    [companyId, now],
  );
  return row?.is_there ?? false;
}
