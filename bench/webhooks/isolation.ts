import { loadavg } from 'node:os';
import { acrossCompanies } from '../../operations/in-company.ts';
import { cpuBetween, type CpuTimes, cpuTimes } from '../figures/cpu.ts';
import { percentile } from '../figures/percentile.ts';
import type { Endpoint, WebhookInstallation } from './installation.ts';
import { after, type Timed, timeEvents } from './test-events.ts';

export type IsolationLoad = { waiting: number; endpoints: number; companies: number; seconds: number };
export type Isolation = {
  load: IsolationLoad;
  quiet: Timed[];
  /** Events from the moment at which all deliveries became due, until each hanging endpoint had been called for ten seconds. */
  starting: Timed[];
  startingSeconds: number;
  settled: Timed[];
  neighbour: Endpoint;
  /** Deliveries still waiting at the end. */
  stillWaiting: number;
  cpu: CpuTimes;
};

const quietSeconds = 15;
const wakingAtOnce = 20;

/** Times events of two healthy endpoints, before and while others hang: one in the company of the hanging ones, one in a company of its own. */
export async function measureIsolation(
  installation: WebhookInstallation,
  load: IsolationLoad,
  say: (line: string) => void,
): Promise<Isolation> {
  const hanging = await hangingEndpoints(installation, load);
  const [first] = hanging;
  const neighbour = await installation.register(first?.owner ?? (await installation.company()), '/healthy/neighbour');
  const healthy = [neighbour, await installation.register(await installation.company(), '/healthy/alone')];
  await timeEvents(installation, healthy, after(3));
  say(`isolation, nothing waits, load average ${loadavg()[0]?.toFixed(1)}`);
  const quiet = await timeEvents(installation, healthy, after(quietSeconds));
  for (const endpoint of hanging) await installation.fill(endpoint, Math.ceil(load.waiting / load.endpoints));
  say(`isolation, ${load.waiting} wait at ${load.endpoints} that hang, load average ${loadavg()[0]?.toFixed(1)}`);
  const startedAt = Date.now();
  const [starting] = await Promise.all([
    timeEvents(installation, healthy, () => allCalled(installation, hanging)),
    wakeAll(installation, hanging),
  ]);
  const startingSeconds = (Date.now() - startedAt) / 1000;
  say(`isolation, all of them were called, load average ${loadavg()[0]?.toFixed(1)}`);
  const before = await cpuTimes();
  const settled = await timeEvents(installation, healthy, after(load.seconds));
  const cpu = cpuBetween(before, await cpuTimes());
  const stillWaiting = await waitingAt(installation, hanging);
  return { load, quiet, starting, startingSeconds, settled, neighbour, stillWaiting, cpu };
}

async function hangingEndpoints(installation: WebhookInstallation, load: IsolationLoad): Promise<Endpoint[]> {
  const owners = await Promise.all(Array.from({ length: load.companies }, () => installation.company()));
  const hanging: Endpoint[] = [];
  for (let n = 0; n < load.endpoints; n += 1) {
    const owner = owners[n % owners.length];
    if (owner) hanging.push(await installation.register(owner, `/hangs/${n}`));
  }
  return hanging;
}

/** Wakes the actors as API and worker do, some at a time. */
async function wakeAll(installation: WebhookInstallation, endpoints: Endpoint[]): Promise<void> {
  const left = [...endpoints];
  const next = async (): Promise<void> => {
    for (let endpoint = left.pop(); endpoint; endpoint = left.pop()) await installation.wake(endpoint);
  };
  await Promise.all(Array.from({ length: wakingAtOnce }, next));
}

async function waitingAt({ orm }: WebhookInstallation, endpoints: Endpoint[]): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(*)::int as count from webhook_delivery where endpoint_id in (?) and next_attempt_at is not null`,
    [endpoints.map(({ id }) => id)],
  );
  return row?.count ?? 0;
}

/** Whether the first call of each endpoint has failed. */
async function allCalled({ orm }: WebhookInstallation, endpoints: Endpoint[]): Promise<boolean> {
  const [row] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(distinct endpoint_id)::int as count from webhook_delivery where endpoint_id in (?) and attempts > 0`,
    [endpoints.map(({ id }) => id)],
  );
  return row?.count === endpoints.length;
}

export function isolationReport(measured: Isolation): string {
  const { load, quiet, starting, startingSeconds, settled, neighbour, stillWaiting, cpu } = measured;
  const isNeighbour = ({ endpoint }: Timed): boolean => endpoint === neighbour;
  const cores = [...cpu].map(([name, ms]) => `${name} ${(ms / load.seconds / 1000).toFixed(2)}`);
  return [
    '|  | events | p50 | p95 | worst |',
    '| --- | --- | --- | --- | --- |',
    line('nothing waits', quiet),
    line(`all that hang start at once (${startingSeconds.toFixed(0)} s)`, starting),
    line(`beside those that hang (${load.seconds} s)`, settled),
    line('of these, in a company whose others hang', settled.filter(isNeighbour)),
    line(
      'of these, in a company of its own',
      settled.filter((event) => !isNeighbour(event)),
    ),
    '',
    `${load.waiting} deliveries at ${load.endpoints} endpoints of ${load.companies} companies that hang for 10 s; ${stillWaiting} still waited at the end. Milliseconds from before POST /v1/webhooks/{id}/test to the arrival (aim: p95 of at most 2000).`,
    `Cores busy beside those that hang: ${cores.join(', ')}.`,
  ].join('\n');
}

function line(what: string, events: Timed[]): string {
  const ms = events.map((event) => event.ms);
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => percentile(ms, share).toFixed(0));
  return `| ${what} | ${ms.length} | ${p50} | ${p95} | ${worst} |`;
}
