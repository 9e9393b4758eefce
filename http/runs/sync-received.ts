import type { Client } from '@temporalio/client';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { DomainError } from '../../domain/errors.ts';
import { usualWaitSeconds } from '../../domain/received/distribution-timing.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { withNothingAround, type TransactionWrapper } from '../../operations/transactions.ts';
import { startSync, withdrawSync, type StartedSync, tooEarly } from '../../operations/distribution/sync.ts';
import { inCompany } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { wakeDistribution } from '../../temporal/start.ts';

type Parts = { orm: Orm; temporal: Client; distributionWaitSeconds?: number };

/** Work for the transaction that asks (`around`), and for the one that takes it back where the actors could not be woken (`takenBack`). */
type Beside = { around?: TransactionWrapper<StartedSync>; takenBack?: (em: EntityManager) => Promise<void> };

/**
 * Has every source of a company's received documents asked that may be asked now; `sources` is empty where none may, or where another request has
 * just had them asked.
 *
 * @throws DomainError `certificate_missing`, `invalid_state` where the company has no fiscal settings, `service_unavailable` where the queue did not
 *   take it
 */
export async function syncReceived(
  { orm, temporal, distributionWaitSeconds: waitSeconds = usualWaitSeconds }: Parts,
  company: ActingCompany,
  now: Date,
  { around = withNothingAround, takenBack }: Beside = {},
): Promise<StartedSync> {
  const asking = await inCompany(orm, company.id, (em) =>
    around(em, () => startSync(em, { company, now, waitSeconds })),
  );
  try {
    await Promise.all(asking.sources.map((source) => wakeDistribution(temporal, source)));
    return asking;
  } catch (cause) {
    await inCompany(orm, company.id, async (em) => {
      await withdrawSync(em, company, asking);
      await takenBack?.(em);
    });
    if (!(cause instanceof TemporalUnavailable)) throw cause;
    const message = 'Nada foi consultado ainda: a fila de consultas não responde. Tente de novo em instantes.';
    throw new DomainError('service_unavailable', message, { cause });
  }
}

/** The same, but throws where no source may be asked yet, and then changes nothing. @throws DomainError `sefaz_wait`, and as `syncReceived` */
export async function syncOrRefuse(
  parts: Parts,
  company: ActingCompany,
  now: Date,
  { around = withNothingAround, ...beside }: Beside = {},
): Promise<void> {
  const orRefuse: TransactionWrapper<StartedSync> = (em, work) =>
    around(em, async () => {
      const asking = await work();
      if (asking.sources.length === 0) throw tooEarly(asking, now);
      return asking;
    });
  await syncReceived(parts, company, now, { around: orRefuse, ...beside });
}
