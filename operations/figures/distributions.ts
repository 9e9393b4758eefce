import type { EntityManager } from '../../config/orm.ts';
import type { DistributionSource, DistributionStatus } from '../../domain/distribution/words.ts';

/** How the questions for received documents stand at one source. */
export type DistributionFigure = {
  source: DistributionSource;
  status: DistributionStatus;
  count: number;
  /** Entries that the source told of and that are still to come. */
  nsuBehind: number;
  /** For how long the most overdue question has not been asked; 0 where none is. */
  overdueSeconds: number;
};

/** The distributions of all active companies in their present environments; groups without any are missing. */
export function readDistributions(em: EntityManager): Promise<DistributionFigure[]> {
  return em.execute<DistributionFigure[]>(
    `select d.source, d.status, count(*)::int as count,
       coalesce(sum(greatest(d.max_nsu - d.last_nsu, 0)), 0)::float8 as "nsuBehind",
       greatest(0, extract(epoch from now() - min(greatest(d.next_visit_at, d.not_before))))::float8 as "overdueSeconds"
     from distribution d join company c on c.id = d.company_id
     where c.is_active and c.environment = d.environment and c.settings is not null
     group by d.source, d.status`,
  );
}
