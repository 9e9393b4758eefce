import { setTimeout } from 'node:timers/promises';
import { acrossCompanies } from '../../operations/in-company.ts';
import { memoryOf } from '../figures/memory.ts';
import type { Endpoint, WebhookInstallation } from './installation.ts';

const worker = /worker\/server\.ts/;

const kinds = ['drips', 'endless', 'huge', 'bomb'] as const;
type Kind = (typeof kinds)[number];
const whatTheyDo: Record<Kind, string> = {
  drips: 'a byte every 200 ms, for ever',
  endless: 'as fast as it goes, for ever',
  huge: '200 MB',
  bomb: 'gzip of 100 MB of zeros',
};

export type HostileLoad = { each: number; seconds: number };
type Outcome = { kind: Kind; attempts: number; longestMs: number; statuses: string; keptBytes: number };
export type Hostile = { load: HostileLoad; before: number; peak: number; after: number; outcomes: Outcome[] };

/** Measures deliveries to receivers whose answers never end, and the worker's memory meanwhile. */
export async function measureHostile(installation: WebhookInstallation, load: HostileLoad): Promise<Hostile> {
  const owner = await installation.company();
  const endpoints: [Kind, Endpoint][] = [];
  for (const kind of kinds) endpoints.push([kind, await installation.register(owner, `/${kind}/1`)]);
  const before = await memoryOf(worker);
  for (const [, endpoint] of endpoints) {
    await installation.fill(endpoint, load.each);
    await installation.wake(endpoint);
  }
  let peak = before;
  for (const until = Date.now() + load.seconds * 1000; Date.now() < until; await setTimeout(250)) {
    peak = Math.max(peak, await memoryOf(worker));
  }
  const outcomes = await Promise.all(endpoints.map(([kind, endpoint]) => outcomeOf(installation, kind, endpoint)));
  return { load, before, peak, after: await memoryOf(worker), outcomes };
}

async function outcomeOf({ orm }: WebhookInstallation, kind: Kind, { id }: Endpoint): Promise<Outcome> {
  const [row] = await acrossCompanies(orm).execute<Omit<Outcome, 'kind'>[]>(
    `select count(*)::int as attempts, max(a.duration_ms) as "longestMs",
       coalesce(max(octet_length(a.response_body)), 0) as "keptBytes",
       string_agg(distinct coalesce(a.response_status::text, 'none') || ' ' || coalesce(a.error_message, 'ok'), '; ') as statuses
     from webhook_attempt a join webhook_delivery d on d.id = a.delivery_id where d.endpoint_id = ?`,
    [id],
  );
  return { kind, ...(row ?? { attempts: 0, longestMs: 0, keptBytes: 0, statuses: '' }) };
}

export function hostileReport({ load, before, peak, after, outcomes }: Hostile): string {
  const mb = (value: number): string => value.toFixed(0);
  return [
    '| answers | attempts | longest, ms | kept, bytes | outcome |',
    '| --- | --- | --- | --- | --- |',
    ...outcomes.map(
      ({ kind, attempts, longestMs, keptBytes, statuses }) =>
        `| ${whatTheyDo[kind]} | ${attempts} | ${longestMs} | ${keptBytes} | ${statuses} |`,
    ),
    '',
    `Worker, resident: ${mb(before)} MB before, ${mb(peak)} at its peak in ${load.seconds} s, ${mb(after)} at the end (${load.each} deliveries to each).`,
  ].join('\n');
}
