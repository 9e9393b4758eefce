import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import type { ReplacedNote } from '../../domain/documents/replaced-note.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { withNothingAround, type TransactionWrapper } from '../../operations/transactions.ts';
import { giveUp } from '../../operations/contingency/give-up.ts';
import { retryOne, type WaitingRun } from '../../operations/documents/retry.ts';
import { administering, inCompany } from '../../operations/in-company.ts';
import { emissionId, fiscalEventId, inutilizationId, replacedId } from '../../temporal/names.ts';
import { signalMended } from '../../temporal/run.ts';

type Parts = { orm: Orm; temporal: Client };

/** Kinds of things whose runs can be told to try again. */
export const triedThings = [
  'document',
  'event',
  'inutilization',
  'replaced',
] as const satisfies readonly WaitingRun['what'][];

const runIds: Record<WaitingRun['what'], (id: string, attempt: number) => string> = {
  document: emissionId,
  event: fiscalEventId,
  inutilization: inutilizationId,
  replaced: replacedId,
};

/**
 * Tells the run of one thing that waits to try now.
 *
 * @param around wraps the work in the same transaction
 * @returns whether there is a run, which was told; where there is none, reconciliation starts one
 * @throws DomainError `invalid_state` where the thing no longer waits, `service_unavailable` where Temporal is away
 */
export function tryAgain(
  { orm, temporal }: Parts,
  company: ActingCompany,
  waiting: Pick<WaitingRun, 'what' | 'id'>,
  around: TransactionWrapper<boolean> = withNothingAround,
): Promise<boolean> {
  const tell = async ({ what, id, attempt }: WaitingRun): Promise<boolean> => {
    try {
      return await signalMended(temporal, runIds[what](id, attempt));
    } catch (cause) {
      const message =
        'Nada tentou de novo: a fila não responde. Tente em instantes; o que espera também segue sozinho.';
      throw new DomainError('service_unavailable', message, { cause });
    }
  };
  return inCompany(orm, company.id, (em) => around(em, () => retryOne(em, company, waiting, tell)));
}

/**
 * Has the number of a replaced note inutilized, which the authority said it does not have; the run asks once more before that. Where Temporal is
 * away, reconciliation does it later.
 *
 * @param around wraps the work in the same transaction
 * @throws DomainError `not_found`, `invalid_state` where giving the number up was not proposed
 */
export async function giveUpReplaced(
  { orm, temporal }: Parts,
  company: ActingCompany,
  id: string,
  around: TransactionWrapper<ReplacedNote> = withNothingAround,
): Promise<void> {
  const note = await administering(orm, company, (em) => around(em, () => giveUp(em, company, id)));
  await signalMended(temporal, replacedId(note.id)).catch(() => false);
}
