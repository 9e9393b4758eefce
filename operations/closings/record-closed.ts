import type { EntityManager } from '../../config/orm.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import type { ClosingEventName } from '../../domain/webhooks/event-types.ts';
import { closingData } from '../../domain/webhooks/payloads.ts';
import { recordForOffice } from '../outbox.ts';

/**
 * Writes that a closing has ended, and one pending delivery per endpoint of its office that names this end, into the transaction that ends it
 * (invariant 4). An endpoint without `events` hears nothing of closings; where none listens, nothing is written.
 *
 * @param closing COMPLETED or FAILED, as this transaction leaves it
 * @returns the endpoints that wait for their actors
 */
export async function recordClosed(em: EntityManager, closing: Closing): Promise<string[]> {
  const type: ClosingEventName = closing.status === 'COMPLETED' ? 'CLOSING_COMPLETED' : 'CLOSING_FAILED';
  const { company, office } = closing;
  return recordForOffice(em, { type, company, office, data: closingData(closing) }, { namedOnly: true });
}
