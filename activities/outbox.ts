import { Context } from '@temporalio/activity';
import type { EntityManager } from '../config/orm.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import type { Inutilization } from '../domain/inutilizations/inutilization.entity.ts';
import { newEventId } from '../domain/webhooks/event-id.ts';
import type { DocumentSubscription, Subscription } from '../domain/webhooks/event-types.ts';
import { eventData, inutilizationData } from '../domain/webhooks/payloads.ts';
import { type EndpointStart, wakeEndpoint } from '../temporal/start.ts';
import type { Parts } from './parts.ts';

/**
 * Writes what happened to a document, and one pending delivery per subscribed endpoint, into the transaction that makes it happen
 * (invariant 4).
 *
 * @returns the endpoints to wake once the transaction has committed
 */
export function recordEvent(em: EntityManager, type: DocumentSubscription, document: Document): Promise<string[]> {
  const { company, id: documentId } = document;
  return record(em, { company, documentId, type, data: eventData(type, document) });
}

/** The same for a range of numbers that was given up. */
export function recordInutilized(em: EntityManager, range: Inutilization): Promise<string[]> {
  const data = inutilizationData(range);
  return record(em, { company: range.company, documentId: null, type: 'DOCUMENT_INUTILIZED', data });
}

type Happening = { company: string; documentId: string | null; type: Subscription; data: Record<string, unknown> };

async function record(em: EntityManager, { company, documentId, type, data }: Happening): Promise<string[]> {
  const values = [newEventId(), company, type, documentId, JSON.stringify(data)];
  const subscribed = await em.execute<{ id: string }[]>(eventAndDeliveries, values);
  return subscribed.map((endpoint) => endpoint.id);
}

const eventAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, document_id, data, created_at)
    values (?, ?, ?, ?, ?::jsonb, clock_timestamp())
    returning id, company_id, type
  )
  insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, attempts, next_attempt_at, created_at)
  select gen_random_uuid(), happened.company_id, endpoint.id, happened.id, 'PENDING', 0, clock_timestamp(), clock_timestamp()
  from happened join webhook_endpoint endpoint on endpoint.company_id = happened.company_id
  where endpoint.is_active and (endpoint.events = '{}' or happened.type = any(endpoint.events))
  returning endpoint_id as id`;

/**
 * Wakes the endpoints' actors, once for however many events are waiting: who finds `wokenAt` set knows that somebody signalled already.
 * Never rejects, since what happened is committed: a failure is a delay and a line in the log, and reconciliation finds what is due.
 */
export async function wake({ orm, logger }: Pick<Parts, 'orm' | 'logger'>, endpointIds: string[]): Promise<void> {
  if (endpointIds.length === 0) return;
  try {
    const asleep = await orm.em.fork().execute<EndpointStart[]>(
      `update webhook_endpoint e set woken_at = now() from company c
       where e.id in (?) and e.woken_at is null and c.id = e.company_id
       returning e.id as "endpointId", c.tax_id as "companyTaxId"`,
      [endpointIds],
    );
    const { client } = Context.current();
    await Promise.all(asleep.map((endpoint) => wakeEndpoint(client, endpoint)));
  } catch (error) {
    logger.warn('the actors of webhooks could not be woken', { endpointIds, error });
  }
}
