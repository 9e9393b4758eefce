import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { afterAnHour, paceOf } from '../../domain/received/distribution-timing.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { wakeDistribution } from '../../temporal/start.ts';
import { anybody } from '../../tests/activities/distribution/distributor.ts';
import { cpuBetween, type CpuTimes, cpuTimes, type ProcessName } from '../figures/cpu.ts';
import { memoryOf } from '../figures/memory.ts';
import { percentile } from '../figures/percentile.ts';
import { tableOf } from '../figures/requests.ts';
import { type ActorsStack, openActorsStack } from './actors-stack.ts';
import { addCompanies, type PlannedDistribution } from './companies.ts';
import type { Prints } from './part.ts';

const worker = /worker\/server\.ts/;
const startsAtOnce = 20;
const sampleMs = 2_000;

type Question = {
  taxId: string;
  source: PlannedDistribution['source'];
  environment: PlannedDistribution['environment'];
  startedAt: string;
  endedAt: string;
};
type Sizes = { databaseBytes: number; temporalBytes: number };

/** @param waitSeconds replaces the hour that both sources demand; half of that time is measured, after every actor has asked once */
export async function actors(
  { count, waitSeconds }: { count: number; waitSeconds: number },
  { print, say }: Prints,
): Promise<void> {
  const stack = await openActorsStack(waitSeconds, say);
  try {
    const idleMb = await memoryOf(worker);
    const { masterKey } = stack;
    const companies = { count: Math.ceil(count / 2), masterKey, keyPair: anybody, waitSeconds };
    const planned = await addCompanies(stack.orm, companies);
    const starting = performance.now();
    await startAll(stack, planned);
    const startedIn = (performance.now() - starting) / 1000;
    say(`${planned.length} actors are started`);
    await allHaveAsked(stack, planned.length, waitSeconds);
    const loadBefore = loadavg()[0]?.toFixed(1);
    const hour = await measured(stack, waitSeconds / 2);
    const late = await latenesses(stack, { planned, waitSeconds, hour });
    const early = stack.distributor.asked.filter(({ isEarly }) => isEarly).length;
    print(
      `\n${planned.length} actors of ${planned.length / 2} companies, started in ${startedIn.toFixed(0)} s, in an hour shortened to ${waitSeconds} s, of which half was measured; ` +
        `${availableParallelism()} cores for everything, load average ${loadBefore} at its start and ${loadavg()[0]?.toFixed(1)} at its end, Node ${process.versions.node}.\n`,
    );
    print(tableOf(['', ''], rowsOf(hour, { late, early, idleMb })));
  } finally {
    await stack.stop();
  }
}

async function startAll({ client }: ActorsStack, planned: PlannedDistribution[]): Promise<void> {
  for (let first = 0; first < planned.length; first += startsAtOnce) {
    await Promise.all(planned.slice(first, first + startsAtOnce).map((each) => wakeDistribution(client, each)));
  }
}

/** Waits until every actor has asked once: in the first hour actors are still starting, and wait for each other. */
async function allHaveAsked({ distributor }: ActorsStack, count: number, waitSeconds: number): Promise<void> {
  const deadline = Date.now() + 2 * waitSeconds * 1000;
  const seen = (): number => new Set(distributor.asked.map(({ taxId, source }) => `${taxId} ${source}`)).size;
  while (seen() < count) {
    if (Date.now() > deadline) throw new Error(`${count - seen()} actors have not asked in two hours`);
    await setTimeout(sampleMs);
  }
}

type Hour = { from: number; to: number; questions: number; cpu: CpuTimes; peakMb: number; written: Sizes };

async function measured(stack: ActorsStack, seconds: number): Promise<Hour> {
  const [cpu, sizes, from] = [await cpuTimes(), await sizesOf(stack), Date.now()];
  const to = from + seconds * 1000;
  let peakMb = 0;
  while (Date.now() < to) {
    await setTimeout(sampleMs);
    peakMb = Math.max(peakMb, await memoryOf(worker));
  }
  const until = Date.now();
  const after = await sizesOf(stack);
  return {
    ...{ from, to: until, peakMb, cpu: cpuBetween(cpu, await cpuTimes()) },
    questions: stack.distributor.asked.filter(({ at }) => at >= from && at < until).length,
    written: {
      databaseBytes: after.databaseBytes - sizes.databaseBytes,
      temporalBytes: after.temporalBytes - sizes.temporalBytes,
    },
  };
}

async function sizesOf(stack: ActorsStack): Promise<Sizes> {
  const [row] = await acrossCompanies(stack.orm).execute<{ bytes: string }[]>(
    `select pg_total_relation_size('authority_call') as bytes`,
  );
  return { databaseBytes: Number(row?.bytes), temporalBytes: await stack.temporalBytes() };
}

/** By how many seconds each question of the measured time came later than planned. */
async function latenesses(
  { orm }: ActorsStack,
  { planned, waitSeconds, hour }: { planned: PlannedDistribution[]; waitSeconds: number; hour: Hour },
): Promise<number[]> {
  const questions = await acrossCompanies(orm).execute<Question[]>(
    `select c.tax_id as "taxId", split_part(a.subject, ' ', 2) as source, a.environment, a.started_at as "startedAt",
       coalesce(a.ended_at, a.started_at) as "endedAt"
     from authority_call a join company c on c.id = a.company_id order by a.started_at`,
  );
  const plans = new Map(
    planned.map((each) => [`${each.companyTaxId} ${each.source}`, new Date(each.firstAt).getTime()]),
  );
  return questions.flatMap((question) => {
    const key = `${question.taxId} ${question.source}`;
    const [askedAt, endedAt] = [new Date(question.startedAt), new Date(question.endedAt)];
    const late = (askedAt.getTime() - (plans.get(key) ?? Number.NaN)) / 1000;
    plans.set(key, afterAnHour({ askedAt, endedAt }, paceOf(question, waitSeconds)).nextVisitAt.getTime());
    const isMeasured = askedAt.getTime() >= hour.from && askedAt.getTime() < hour.to;
    return isMeasured ? [late] : [];
  });
}

const processes: ProcessName[] = ['worker', 'Temporal', 'PostgreSQL'];

function rowsOf(
  { from, to, questions, cpu, peakMb, written }: Hour,
  { late, early, idleMb }: { late: number[]; early: number; idleMb: number },
): string[][] {
  const seconds = (to - from) / 1000;
  const cpuRows = processes.map((name) => {
    const ms = cpu.get(name) ?? 0;
    return [
      `CPU of ${name}: cores, and ms a question`,
      `${(ms / 1000 / seconds).toFixed(2)}, ${(ms / questions).toFixed(1)}`,
    ];
  });
  return [
    ['questions a minute', ((questions / seconds) * 60).toFixed(0)],
    ['early questions', String(early)],
    ['lateness over plan, p50 and p99, s', `${percentile(late, 0.5).toFixed(2)}, ${percentile(late, 0.99).toFixed(2)}`],
    ...cpuRows,
    ["worker's memory before and at its peak, MB", `${idleMb.toFixed(0)}, ${peakMb.toFixed(0)}`],
    [
      'bytes kept of a question: table of calls, Temporal',
      `${(written.databaseBytes / questions).toFixed(0)}, ${(written.temporalBytes / questions).toFixed(0)}`,
    ],
  ];
}
