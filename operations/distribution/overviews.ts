import type { Orm } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { DistributionSource, DistributionStatus } from '../../domain/received/kinds.ts';
import { acrossCompanies } from '../in-company.ts';

/** A company's distribution by one source, as an operator sees it. NSUs are decimal texts, times are ISO 8601. */
export type DistributionOverview = {
  id: string;
  companyId: string;
  companyTaxId: string;
  environment: Environment;
  source: DistributionSource;
  status: DistributionStatus;
  reason: string | null;
  nsu: string;
  maxNsu: string | null;
  throttledNsu: string | null;
  lastCStat: string | null;
  lastMessage: string | null;
  lastSyncAt: string | null;
  nextSyncAllowedAt: string;
  nextVisitAt: string;
  failures: number;
  unreadable: number;
  /** For how many minutes its next question has been due. */
  overdueMinutes: number;
};

/** The distributions of all companies in their present environments, or of one company; those that do not go on as usual come first. */
export function distributionOverviews(orm: Orm, company?: { id: string }): Promise<DistributionOverview[]> {
  return acrossCompanies(orm).execute<DistributionOverview[]>(
    `select d.id, d.company_id as "companyId", c.tax_id as "companyTaxId", d.environment, d.source, d.status, d.reason,
       d.last_nsu::text as nsu, d.max_nsu::text as "maxNsu", d.throttled_nsu::text as "throttledNsu",
       d.c_stat as "lastCStat", d.message as "lastMessage", ${iso('d.answered_at')} as "lastSyncAt",
       ${iso('d.not_before')} as "nextSyncAllowedAt", ${iso('d.next_visit_at')} as "nextVisitAt", d.failures, d.unreadable,
       greatest(0, floor(extract(epoch from now() - greatest(d.next_visit_at, d.not_before)) / 60))::int as "overdueMinutes"
     from distribution d join company c on c.id = d.company_id
     where c.is_active and c.environment = d.environment and (?::uuid is null or c.id = ?)
     order by d.status = 'ACTIVE', c.tax_id, d.source`,
    [company?.id ?? null, company?.id ?? null],
  );
}

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
