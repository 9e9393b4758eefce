import { setTimeout } from 'node:timers/promises';
import { acrossCompanies } from '../../operations/in-company.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import type { Sample } from '../figures/sample.ts';
import type { Endpoint, WebhookInstallation } from './installation.ts';

const pollMs = 50;
const givenUpAfterMs = 180_000;

/**
 * Has the actor of an endpoint deliver `count` waiting events; timed from waking it until the last row is SUCCEEDED.
 *
 * @throws Error if one of their ids did not arrive
 */
export async function actorDelivers(
  installation: WebhookInstallation,
  endpoint: Endpoint,
  count: number,
): Promise<Sample> {
  const ids = await installation.fill(endpoint, count);
  const before = await cpuTimes();
  const start = performance.now();
  await installation.wake(endpoint);
  await untilNoneWaits(installation, endpoint, start + givenUpAfterMs);
  const seconds = (performance.now() - start) / 1000;
  const cpu = cpuBetween(before, await cpuTimes());
  const { first } = await installation.receivers.arrivedAt(endpoint.path);
  const lost = ids.filter((id) => !first.has(id));
  if (lost.length > 0) throw new Error(`${lost.length} of ${count} events did not arrive`);
  return { runs: count, seconds, createMs: [], totalMs: [], cpu };
}

async function untilNoneWaits({ orm }: WebhookInstallation, { id }: Endpoint, untilMs: number): Promise<void> {
  const em = acrossCompanies(orm);
  const waits = `select 1 from webhook_delivery where endpoint_id = ? and next_attempt_at is not null limit 1`;
  while ((await em.execute<unknown[]>(waits, [id])).length > 0) {
    if (performance.now() > untilMs) throw new Error('deliveries still wait');
    await setTimeout(pollMs);
  }
}
