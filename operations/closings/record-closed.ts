import type { EntityManager } from '../../config/orm.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import { type ClosingEventName, newEventId } from '../../domain/webhooks/event-types.ts';
import { closingData } from '../../domain/webhooks/payloads.ts';
import { deliver } from '../outbox.ts';

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
  const values = [newEventId(), company, type, JSON.stringify(closingData(closing)), office, type, office];
  const listening = await em.execute<{ id: string }[]>(eventAndDeliveries, values);
  return listening.map(({ id }) => id);
}

const listens = (type: string) => `endpoint.is_active and ${type} = any(endpoint.events)`;

const eventAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, data, created_at)
    select ?, ?::uuid, ?, ?::jsonb, clock_timestamp()
    where exists (select from webhook_endpoint endpoint where endpoint.office_id = ? and ${listens('?')})
    returning id, company_id, type
  )
  ${deliver}
  from happened join webhook_endpoint endpoint on endpoint.office_id = ? and ${listens('happened.type')}
  returning endpoint_id as id`;
