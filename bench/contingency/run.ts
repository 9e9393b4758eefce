import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { usualPaceSeconds } from '../../domain/contingency/judge.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { coupons } from './coupons.ts';
import { outage } from './outage.ts';
import { report, type Samples, type Transmission } from './report.ts';

const help = `npm exec -- node bench/contingency/run.ts [--runs 300] [--late 5000] [--series 24] [--one 300] [--single 20] [--lanes 50] [--pace 30]

  --runs     notes online, before the outages and again after them
  --late     coupons while the service is shut, transmitted when it is back
  --series   into how many series they are spread: of each only one is under way at a time
  --one      coupons of a second outage, all in one series
  --single   notes one by one, online and shut
  --lanes    sales at once
  --pace     seconds between two questions about the status of an authorizer; the real ones want 30

  In seconds: --runs 20 --late 60 --series 6 --one 10 --single 3 --lanes 10 --pace 2
`;
const options = {
  runs: { type: 'string', default: '300' },
  late: { type: 'string', default: '5000' },
  series: { type: 'string', default: '24' },
  one: { type: 'string', default: '300' },
  single: { type: 'string', default: '20' },
  lanes: { type: 'string', default: '50' },
  pace: { type: 'string', default: String(usualPaceSeconds) },
  help: { type: 'boolean', default: false },
} as const;
type Sizes = Record<'runs' | 'late' | 'series' | 'one' | 'single' | 'lanes', number>;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const told = (what: string): void => say(`${what}, load average ${loadavg()[0]?.toFixed(1)}`);

async function measure(installation: Installation, sizes: Sizes): Promise<Samples> {
  const { runs, late, series, one, single, lanes } = sizes;
  const shop = coupons(installation);
  const authority = outage(installation);
  const first = () => shop.offline({ runs: 1, lanes: 1 });
  await authority.useSeries(1);
  await shop.online({ runs: Math.min(runs, 2 * lanes), lanes });
  told('online');
  const before = await shop.online({ runs, lanes });
  const onlineAlone = await shop.online({ runs: single, lanes: 1 });

  told('shut');
  await authority.begin(first);
  const offlineAlone = await shop.offline({ runs: single, lanes: 1 });
  const offline: Samples['offline'] = [];
  for (const [index, count] of shares(late - single - 1, series).entries()) {
    await authority.useSeries(index + 1);
    offline.push(await shop.offline({ runs: count, lanes }));
  }
  told('open again');
  const transmissions = [await transmitted(authority, series)];

  told('shut for one series');
  await authority.useSeries(1);
  await authority.begin(first);
  if (one > 1) await shop.offline({ runs: one - 1, lanes });
  transmissions.push(await transmitted(authority, 1));

  told('online');
  const online = [before, await shop.online({ runs, lanes })];
  await shop.close();
  const questions = await authority.questions();
  return { lanes, online, offline, onlineAlone, offlineAlone, transmissions, questions };
}

/** Restores the line, and waits until everything late is authorized. */
async function transmitted(authority: ReturnType<typeof outage>, series: number): Promise<Transmission> {
  const runs = await authority.late();
  const before = await cpuTimes();
  const { noticed, transmitted: seconds } = await authority.end();
  const cpu = cpuBetween(before, await cpuTimes());
  return { series, noticed, sample: { runs, seconds, createMs: [], totalMs: [], cpu } };
}

/** Divides a count into so many parts, which differ by at most one. */
function shares(count: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, index) => Math.floor((count + index) / parts)).filter((part) => part > 0);
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const { runs, late, series, one, single, lanes, pace } = values;
  const sizes = { runs, late, series, one, single, lanes };
  const numbers = Object.fromEntries(Object.entries(sizes).map(([name, text]) => [name, Number(text)])) as Sizes;
  const before = loadavg()[0]?.toFixed(1);
  const installation = await openInstallation(say, { own: { LAVRA_STATUS_PACE_SECONDS: pace } });
  try {
    const samples = await measure(installation, numbers);
    print(
      `\n${availableParallelism()} cores for everything, load average ${before} before the start and ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; a status is asked every ${pace} s at most; milliseconds.\n`,
    );
    print(report(samples));
  } finally {
    await installation.stop();
  }
}
