import { loadavg } from 'node:os';
import { type Sample, together } from '../figures/sample.ts';
import { perSecond } from '../figures/table.ts';
import { actorDelivers } from './actor.ts';
import { floors } from './floors.ts';
import type { WebhookInstallation } from './installation.ts';
import { singleWorkflows } from './single.ts';

export type ThroughputLoad = { deliveries: number; rounds: number; single: number };
export type Throughput = Record<'posts' | 'rows' | 'actor' | 'single', Sample>;

const warmUp = 500;

/** Measures deliveries to one healthy receiver, alternating with their lower bounds, so that other load on the machine affects all alike. */
export async function measureThroughput(
  installation: WebhookInstallation,
  { deliveries, rounds, single }: ThroughputLoad,
  say: (line: string) => void,
): Promise<Throughput> {
  const endpoint = await installation.register(await installation.company(), '/healthy/actor');
  const floor = floors(installation);
  await floor.prepare();
  const workflows = singleWorkflows(installation);
  const taken: Record<keyof Throughput, Sample[]> = { posts: [], rows: [], actor: [], single: [] };
  await Promise.all([floor.postsAndRows(warmUp), workflows.measure(50)]);
  await actorDelivers(installation, endpoint, warmUp);
  for (let round = 1; round <= rounds; round += 1) {
    say(`throughput, round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    taken.posts.push(await floor.posts(deliveries));
    taken.rows.push(await floor.postsAndRows(deliveries));
    taken.actor.push(await actorDelivers(installation, endpoint, deliveries));
    taken.single.push(await workflows.measure(single));
  }
  await Promise.all([floor.close(), workflows.stop()]);
  return {
    posts: together(taken.posts),
    rows: together(taken.rows),
    actor: together(taken.actor),
    single: together(taken.single),
  };
}

export function throughputReport({ posts, rows, actor, single }: Throughput): string {
  const ratio = (one: Sample, other: Sample): string => (perSecond(one) / perSecond(other)).toFixed(2);
  const cpuRatio = total(cpuOf(actor, false)) / total(cpuOf(rows, true));
  return [
    '|  | deliveries | a second | CPU of each, ms |',
    '| --- | --- | --- | --- |',
    line('floor 1: signed POSTs by a bare client, 50 in flight', posts, { isFloor: true }),
    line('floor 2: the same, and one row written for each', rows, { isFloor: true }),
    line('Lavra: the actor of one endpoint, each verified by its id', actor),
    line('one workflow for each delivery, 50 in flight', single),
    '',
    `The actor to floor 2: ${ratio(actor, rows)} (aim: at least 0.5), to floor 1: ${ratio(actor, posts)}; to one workflow each: ${ratio(actor, single)} times.`,
    `CPU of a delivery by the actor to one of floor 2: ${cpuRatio.toFixed(2)}.`,
  ].join('\n');
}

function line(what: string, sample: Sample, { isFloor = false } = {}): string {
  const cpu = cpuOf(sample, isFloor);
  const shares = cpu.map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
  return `| ${what} | ${sample.runs} | ${perSecond(sample).toFixed(0)} | ${total(cpu).toFixed(2)}: ${shares.join(', ')} |`;
}

/** CPU milliseconds of one delivery by process. In the lower bounds this process is the client; otherwise it only watches. */
function cpuOf({ cpu, runs }: Sample, withLoad: boolean): [string, number][] {
  return [...cpu]
    .filter(([name, ms]) => (withLoad || name !== 'load') && ms / runs >= 0.005)
    .map(([name, ms]) => [name === 'load' ? 'client' : name, ms / runs]);
}

const total = (cpu: [string, number][]): number => cpu.reduce((sum, [, ms]) => sum + ms, 0);
