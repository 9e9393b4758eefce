import type { Company } from '../../domain/companies/company.entity.ts';
import { type DistributionOf, distributionsOf } from '../../operations/distribution/rows.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeDistribution } from '../../temporal/start.ts';
import type { Session } from '../session.ts';

/** Starts or wakes the actors of a company, as after a certificate was added or the environment changed. */
export async function wakeActors(session: Session, { id }: Pick<Company, 'id'>): Promise<boolean> {
  return wakeAll(session, await distributionsOf(acrossCompanies(await session.orm()), id));
}

/** Tells actors to look whether they may ask. @returns false without Temporal: reconciliation does it within the minute */
export async function wakeAll(session: Session, distributions: DistributionOf[]): Promise<boolean> {
  if (distributions.length === 0) return true;
  try {
    const client = await session.temporal();
    await Promise.all(distributions.map((distribution) => wakeDistribution(client, distribution)));
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    throw error;
  }
}
