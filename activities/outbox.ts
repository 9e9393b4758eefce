import { randomBytes } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { v7 as uuid } from 'uuid';
import type { EntityManager, Orm } from '../config/orm.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import { Event } from '../domain/webhooks/event.entity.ts';
import type { Subscription } from '../domain/webhooks/event-types.ts';
import { eventData } from '../domain/webhooks/payloads.ts';
import { messages, queues, webhooksId } from '../temporal/queues.ts';

/**
 * Writes what happened to a document, and one pending delivery per subscribed endpoint, into the transaction that makes it happen
 * (invariant 4).
 *
 * @returns the endpoints to wake once the transaction has committed
 */
export async function recordEvent(em: EntityManager, type: Subscription, document: Document): Promise<string[]> {
  const event = em.create(Event, {
    id: `evt_${randomBytes(16).toString('hex')}`,
    company: document.company,
    type,
    document: document.id,
    data: eventData(type, document),
    createdAt: new Date(),
  });
  await em.flush();
  const subscribed = await em.execute<{ id: string }[]>(
    `select id from webhook_endpoint where company_id = ? and is_active and (events = '{}' or ? = any(events))`,
    [document.company, type],
  );
  for (const { id } of subscribed) {
    await em.execute(
      `insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, attempts, next_attempt_at, created_at)
       values (?, ?, ?, ?, 'PENDING', 0, now(), now())`,
      [uuid(), document.company, id, event.id],
    );
  }
  return subscribed.map(({ id }) => id);
}

/**
 * Wakes the endpoints' actors, once for however many events are waiting: who finds `wokenAt` set knows that somebody signalled already.
 * A failure is only a delay: reconciliation finds what is due.
 */
export async function wake(orm: Orm, endpointIds: string[]): Promise<void> {
  if (endpointIds.length === 0) return;
  const asleep = await orm.em
    .fork()
    .execute<{ id: string }[]>(
      `update webhook_endpoint set woken_at = now() where id in (?) and woken_at is null returning id`,
      [endpointIds],
    );
  await Promise.all(asleep.map(({ id }) => signal(id)));
}

/** Starts the actor of an endpoint, or tells the running one to look for work. */
export async function signal(endpointId: string): Promise<void> {
  await Context.current().client.workflow.signalWithStart('webhookDelivery', {
    workflowId: webhooksId(endpointId),
    taskQueue: queues.webhooks,
    args: [{ endpointId }],
    signal: messages.woken,
  });
}
