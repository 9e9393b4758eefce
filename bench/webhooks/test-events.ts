import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { z } from 'zod';
import { acrossCompanies } from '../../operations/in-company.ts';
import type { Endpoint, WebhookInstallation } from './installation.ts';

/** One test event: when the API was asked for it, and milliseconds until it arrived; infinite if it did not. */
export type Timed = { endpoint: Endpoint; sentAt: number; ms: number };

const accepted = z.object({ deliveryId: z.string() });
const everyMs = 200;
/** How long the last events have to arrive. */
const afterwardsMs = 10_000;

/** Asks the API for test events of these endpoints in turn. @returns the time of each, from the request to its arrival */
export async function timeEvents(
  installation: WebhookInstallation,
  endpoints: Endpoint[],
  isOver: () => boolean | Promise<boolean>,
): Promise<Timed[]> {
  const asked: Promise<{ endpoint: Endpoint; deliveryId: string; sentAt: number }>[] = [];
  for (let turn = 0; !(await isOver()); turn += 1) {
    const endpoint = endpoints[turn % endpoints.length];
    if (!endpoint) break;
    const asking = ask(installation, endpoint);
    asking.catch(() => {}); // Promise.all below rethrows it
    asked.push(asking);
    await setTimeout(everyMs);
  }
  const sent = await Promise.all(asked);
  await untilArrived(installation, endpoints, sent.length);
  const arrivals = new Map<string, number>();
  for (const { path } of endpoints) {
    for (const [event, at] of (await installation.receivers.arrivedAt(path)).first) arrivals.set(event, at);
  }
  const events = await eventsOf(installation, endpoints);
  return sent.map(({ endpoint, deliveryId, sentAt }) => {
    const arrivedAt = arrivals.get(events.get(deliveryId) ?? '') ?? Number.POSITIVE_INFINITY;
    return { endpoint, sentAt, ms: arrivedAt - sentAt };
  });
}

async function ask({ api }: WebhookInstallation, endpoint: Endpoint) {
  const sentAt = Date.now();
  const answer = await request(`${api}/v1/webhooks/${endpoint.id}/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${endpoint.owner.key}` },
  });
  const { deliveryId } = accepted.parse(await answer.body.json());
  return { endpoint, deliveryId, sentAt };
}

async function untilArrived({ orm }: WebhookInstallation, endpoints: Endpoint[], count: number): Promise<void> {
  const em = acrossCompanies(orm);
  const ids = endpoints.map(({ id }) => id);
  for (const until = Date.now() + afterwardsMs; Date.now() < until && count > 0; await setTimeout(100)) {
    const waiting = await em.execute<unknown[]>(
      `select 1 from webhook_delivery where endpoint_id in (?) and next_attempt_at is not null limit 1`,
      [ids],
    );
    if (waiting.length === 0) return;
  }
}

async function eventsOf({ orm }: WebhookInstallation, endpoints: Endpoint[]): Promise<Map<string, string>> {
  const rows = await acrossCompanies(orm).execute<{ id: string; event: string }[]>(
    `select id, event_id as event from webhook_delivery where endpoint_id in (?)`,
    [endpoints.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, event }) => [id, event]));
}

/** A function that says whether this many seconds have passed since now. */
export function after(seconds: number): () => boolean {
  const at = Date.now() + seconds * 1000;
  return () => Date.now() >= at;
}
