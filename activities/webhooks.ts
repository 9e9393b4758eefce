import { Context } from '@temporalio/activity';
import { acrossCompanies, type EntityManager } from '../config/orm.ts';
import { sealOwner, unseal } from '../domain/access/seal.ts';
import { WebhookDelivery } from '../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../domain/webhooks/endpoint.entity.ts';
import { Event } from '../domain/webhooks/event.entity.ts';
import { deliveredTypes } from '../domain/webhooks/event-types.ts';
import { afterFailure } from '../domain/webhooks/retry.ts';
import type { Parts } from './parts.ts';

/** Deliveries of one endpoint taken up at a time, and how many of them travel together. */
const batchSize = 200;
const parallel = 8;

/** Builds the activity that an endpoint's actor works with. */
export function webhookActivities(parts: Parts) {
  return {
    /**
     * Delivers what is due at an endpoint and writes each result. At least once: a crash in between delivers again, with the same event id.
     *
     * @returns when the next delivery is due, in epoch milliseconds; null when none waits
     */
    async deliverDue(endpointId: string): Promise<{ nextDueMs: number | null }> {
      const em = acrossCompanies(parts.orm);
      // Emptied before looking: whoever commits after this signals again.
      await em.nativeUpdate(WebhookEndpoint, { id: endpointId }, { wokenAt: null });
      const endpoint = await em.findOne(
        WebhookEndpoint,
        { id: endpointId, isActive: true },
        { populate: ['sealedSecret'] },
      );
      if (!endpoint) return { nextDueMs: null };
      const due = await em.find(
        WebhookDelivery,
        { endpoint: endpointId, nextAttemptAt: { $lte: new Date() } },
        { orderBy: { nextAttemptAt: 'asc', id: 'asc' }, limit: batchSize },
      );
      const events = new Map(
        (await em.find(Event, { id: { $in: due.map(({ event }) => event) } })).map((event) => [event.id, event]),
      );
      const secret = unseal(
        parts.masterKey,
        sealOwner.webhookSecret(endpoint.company, endpoint.id),
        endpoint.sealedSecret,
      );
      await inParallel(due, async (delivery) => {
        const event = events.get(delivery.event);
        if (event) await attempt(parts, { endpoint, secret, delivery, event });
        Context.current().heartbeat();
      });
      return { nextDueMs: await nextDue(em, endpointId) };
    },
  };
}
export type WebhookActivities = ReturnType<typeof webhookActivities>;

type Attempt = { endpoint: WebhookEndpoint; secret: string; delivery: WebhookDelivery; event: Event };

async function attempt({ orm, deliverer }: Parts, { endpoint, secret, delivery, event }: Attempt): Promise<void> {
  const at = new Date();
  const type = deliveredTypes[event.type];
  const body = JSON.stringify({ id: event.id, type, createdAt: event.createdAt.toISOString(), data: event.data });
  const outcome = await deliverer.deliver({
    url: endpoint.url,
    secret,
    eventType: type,
    deliveryId: delivery.id,
    body,
    at,
  });
  const attempts = delivery.attempts + 1;
  const next = outcome.ok
    ? { status: 'SUCCEEDED' as const, nextAttemptAt: null, deliveredAt: new Date() }
    : afterFailure(attempts, at);
  await acrossCompanies(orm).nativeUpdate(
    WebhookDelivery,
    { id: delivery.id },
    { ...next, attempts, responseStatus: outcome.status, responseBody: outcome.body, errorMessage: outcome.error },
  );
}

async function nextDue(em: EntityManager, endpointId: string): Promise<number | null> {
  const [row] = await em.execute<{ due: Date | null }[]>(
    `select min(next_attempt_at) as due from webhook_delivery where endpoint_id = ? and next_attempt_at is not null`,
    [endpointId],
  );
  return row?.due ? new Date(row.due).getTime() : null;
}

/** A fixed number of lanes through a list: a slow receiver holds one lane, not the batch. */
async function inParallel<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
