import { type Client, ServiceError } from '@temporalio/client';
import type { Response } from 'express';
import type { Orm } from '../../config/orm.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { recordFor } from '../../operations/audit/record.ts';
import { distributionsOf } from '../../operations/distribution/distribution-rows.ts';
import { retryWaiting } from '../../operations/documents/retry.ts';
import { inCompany } from '../../operations/in-company.ts';
import { openRunId } from '../../temporal/names.ts';
import { signalMended, TemporalUnavailable } from '../../temporal/run.ts';
import { wakeDistribution } from '../../temporal/start.ts';

const atOnce = 20;

/**
 * Tells all that waits for a certificate of a company that there is one: runs of notes and events try now, and the actors of received documents ask
 * their sources. The certificate is in force either way: without Temporal they find it by themselves within the hour.
 *
 * @returns how many runs of notes and events were told; null where Temporal cannot be reached
 */
export async function wakeAfterCertificate(
  { orm, temporal }: { orm: Orm; temporal: Client },
  { locals: { log } }: Pick<Response, 'locals'>,
  company: ActingCompany,
): Promise<number | null> {
  try {
    const distributions = await inCompany(orm, company.id, (em) => distributionsOf(em, company.id));
    await Promise.all(distributions.map((distribution) => wakeDistribution(temporal, distribution)));
    const { woken } = await inCompany(orm, company.id, (em) =>
      retryWaiting(em, { company }, async (open) => {
        recordFor(em, company, 'RETRY_REQUESTED', null);
        const ids = open.map(openRunId);
        const told: boolean[] = [];
        for (let first = 0; first < ids.length; first += atOnce) {
          told.push(...(await Promise.all(ids.slice(first, first + atOnce).map((id) => signalMended(temporal, id)))));
        }
        return told;
      }),
    );
    return woken;
  } catch (error) {
    if (!(error instanceof TemporalUnavailable) && !(error instanceof ServiceError)) throw error;
    log.warn('what waits for a certificate could not be woken', { companyId: company.id, error });
    return null;
  }
}
