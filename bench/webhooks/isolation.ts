import { loadavg } from 'node:os';
import { acrossCompanies } from '../../config/orm.ts';
import { cpuBetween, type CpuTimes, cpuTimes } from '../emission/cpu.ts';
import { percentile } from '../emission/percentile.ts';
import type { Endpoint, WebhookHouse } from './house.ts';
import { type Timed, timeEvents } from './test-events.ts';

export type IsolationLoad = { waiting: number; endpoints: number; companies: number; seconds: number };
export type Isolation = {
  load: IsolationLoad;
  quiet: Timed[];
  /** While deliveries wait at receivers that hang, from the moment on at which all of them became due. */
  besideHanging: Timed[];
  startedAt: number;
  neighbour: Endpoint;
  /** Deliveries that still waited at the end. */
  stillWaiting: number;
  cpu: CpuTimes;
};

const quietSeconds = 15;
const wakingAtOnce = 20;
/** The actors find out by their first call, which takes ten seconds, that they are in trouble. */
const beginningMs = 12_000;

/** Events of healthy endpoints, one in a company whose other endpoints hang and one in a company of its own, before and beside that. */
export async function measureIsolation(
  house: WebhookHouse,
  load: IsolationLoad,
  say: (line: string) => void,
): Promise<Isolation> {
  const owners = await Promise.all(Array.from({ length: load.companies }, () => house.company()));
  const hanging: Endpoint[] = [];
  for (let n = 0; n < load.endpoints; n += 1) {
    const owner = owners[n % owners.length];
    if (owner) hanging.push(await house.register(owner, `/hangs/${n}`));
  }
  const [first = await house.company()] = owners;
  const neighbour = await house.register(first, '/healthy/neighbour');
  const alone = await house.register(await house.company(), '/healthy/alone');
  await timeEvents(house, [neighbour, alone], 3);
  say(`isolation, nothing waits, load average ${loadavg()[0]?.toFixed(1)}`);
  const quiet = await timeEvents(house, [neighbour, alone], quietSeconds);
  for (const endpoint of hanging) await house.fill(endpoint, Math.ceil(load.waiting / load.endpoints));
  say(
    `isolation, ${load.waiting} wait at ${load.endpoints} endpoints that hang, load average ${loadavg()[0]?.toFixed(1)}`,
  );
  const before = await cpuTimes();
  const startedAt = Date.now();
  const [besideHanging] = await Promise.all([
    timeEvents(house, [neighbour, alone], load.seconds),
    wakeAll(house, hanging),
  ]);
  const cpu = cpuBetween(before, await cpuTimes());
  const stillWaiting = await waitingAt(house, hanging);
  return { load, quiet, besideHanging, startedAt, neighbour, stillWaiting, cpu };
}

/** As the API and the worker do, some at a time. */
async function wakeAll(house: WebhookHouse, endpoints: Endpoint[]): Promise<void> {
  const left = [...endpoints];
  const next = async (): Promise<void> => {
    for (let endpoint = left.pop(); endpoint; endpoint = left.pop()) await house.wake(endpoint);
  };
  await Promise.all(Array.from({ length: wakingAtOnce }, next));
}

async function waitingAt({ orm }: WebhookHouse, endpoints: Endpoint[]): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(*)::int as count from webhook_delivery where endpoint_id in (?) and next_attempt_at is not null`,
    [endpoints.map(({ id }) => id)],
  );
  return row?.count ?? 0;
}

export function isolationReport({ load, quiet, besideHanging, startedAt, neighbour, ...rest }: Isolation): string {
  const isNeighbour = ({ endpoint }: Timed): boolean => endpoint === neighbour;
  const isEarly = ({ sentAt }: Timed): boolean => sentAt - startedAt < beginningMs;
  const { stillWaiting, cpu } = rest;
  const cores = [...cpu].map(([name, ms]) => `${name} ${(ms / load.seconds / 1000).toFixed(2)}`);
  const p95 = percentile(
    besideHanging.map(({ ms }) => ms),
    0.95,
  );
  return [
    '|  | events | p50 | p95 | worst |',
    '| --- | --- | --- | --- | --- |',
    line('nothing waits', quiet),
    line('beside those that hang, first 12 s', besideHanging.filter(isEarly)),
    line(
      'beside those that hang, afterwards',
      besideHanging.filter((event) => !isEarly(event)),
    ),
    line('of both, in a company whose others hang', besideHanging.filter(isNeighbour)),
    line(
      'of both, in a company of its own',
      besideHanging.filter((event) => !isNeighbour(event)),
    ),
    '',
    `${load.waiting} deliveries at ${load.endpoints} endpoints of ${load.companies} companies that hang for 10 s; ${stillWaiting} still waited after ${load.seconds} s. Milliseconds from before POST /v1/webhooks/{id}/test to the arrival; p95 of all ${p95.toFixed(0)} ms (aim: at most 2000).`,
    `Cores busy meanwhile: ${cores.join(', ')}.`,
  ].join('\n');
}

function line(what: string, events: Timed[]): string {
  const ms = events.map((event) => event.ms);
  const [p50, p95, worst] = [0.5, 0.95, 1].map((share) => percentile(ms, share).toFixed(0));
  return `| ${what} | ${ms.length} | ${p50} | ${p95} | ${worst} |`;
}
