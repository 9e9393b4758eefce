import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { percentile } from '../figures/percentile.ts';
import { type Sample, together } from '../figures/sample.ts';
import { cpuEach, perSecond, type Row, table } from '../figures/table.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { emissions } from './emission.ts';
import { noteFloor } from './floor/note.ts';
import { temporalFloor } from './floor/temporal.ts';

const help = `npm exec -- node bench/emission/run.ts [--runs 200] [--rounds 3] [--single 30] [--profile <folder>]

  --runs      notes, and workflows of the floor, in each round
  --rounds    the loads take turns this often, so that all share what the machine is doing
  --single    notes issued alone
  --profile   each Node process leaves a CPU profile there; the figures are then worth nothing
`;
const options = {
  runs: { type: 'string', default: '200' },
  rounds: { type: 'string', default: '3' },
  single: { type: 'string', default: '30' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const lanes = 50;
const latencyMs = 300;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

type Samples = Record<'floor' | 'lavra' | 'slow' | 'floorAlone' | 'alone' | 'slowAlone' | 'note', Sample>;

async function measure(
  installation: Installation,
  { runs, rounds, single }: Record<'runs' | 'rounds' | 'single', number>,
) {
  const floor = temporalFloor(installation);
  const lavra = emissions(installation);
  const taken = { floor: [] as Sample[], lavra: [] as Sample[], slow: [] as Sample[] };
  await floor.measure({ runs: lanes, lanes });
  await lavra.measure({ runs: 2 * lanes, lanes, latencyMs: 0 });
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    taken.floor.push(await floor.measure({ runs, lanes }));
    taken.lavra.push(await lavra.measure({ runs, lanes, latencyMs: 0 }));
    taken.slow.push(await lavra.measure({ runs, lanes, latencyMs }));
  }
  const samples: Samples = {
    floor: together(taken.floor),
    lavra: together(taken.lavra),
    slow: together(taken.slow),
    floorAlone: await floor.measure({ runs: single, lanes: 1 }),
    alone: await lavra.measure({ runs: single, lanes: 1, latencyMs: 0 }),
    slowAlone: await lavra.measure({ runs: single, lanes: 1, latencyMs }),
    note: await noteFloor(installation.orm, runs),
  };
  await Promise.all([floor.stop(), lavra.close()]);
  return samples;
}

function report({ floor, lavra, slow, floorAlone, alone, slowAlone, note }: Samples): string {
  const rows: Row[] = [
    { what: 'Lavra, authority at once', lanes, sample: lavra },
    { what: `Lavra, authority after ${latencyMs} ms`, lanes, sample: slow },
    { what: 'floor: bare workflow, one local and one normal activity', lanes, sample: floor },
    { what: 'Lavra, authority at once', lanes: 1, sample: alone },
    { what: `Lavra, authority after ${latencyMs} ms`, lanes: 1, sample: slowAlone },
    { what: 'floor: bare workflow', lanes: 1, sample: floorAlone },
    { what: 'floor: signature and schema check, one core', lanes: 1, sample: note },
  ];
  const shares = (sample: Sample) => cpuEach(sample).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  const overAuthority = percentile(slowAlone.totalMs, 0.5) - latencyMs;
  return [
    table(rows),
    '',
    `Throughput to the floor's: ${(perSecond(lavra) / perSecond(floor)).toFixed(2)} at once, ${(perSecond(slow) / perSecond(floor)).toFixed(2)} after ${latencyMs} ms (aim: at least 0.5).`,
    `A note alone, over the authority's ${latencyMs} ms: ${overAuthority.toFixed(0)} ms, the authority's own work among them (aim: at most 150).`,
    `Create, p50: ${percentile(lavra.createMs, 0.5).toFixed(1)} ms at ${lanes} in flight, ${percentile(alone.createMs, 0.5).toFixed(1)} ms alone (aim: below 15).`,
    `CPU of one note, ms: ${shares(lavra).join(', ')}; of the floor: ${shares(floor).join(', ')}.`,
  ].join('\n');
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const before = loadavg()[0]?.toFixed(1);
  const installation = await openInstallation(say, values.profile);
  try {
    const { runs, rounds, single } = values;
    const samples = await measure(installation, { runs: Number(runs), rounds: Number(rounds), single: Number(single) });
    print(
      `\n${availableParallelism()} cores for everything, load average ${before} before the start, Node ${process.versions.node}; ${runs} runs in each of ${rounds} rounds; milliseconds.\n`,
    );
    print(report(samples));
  } finally {
    await installation.stop();
  }
}
