import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Sample, together } from '../figures/sample.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { emissions } from './emission.ts';
import { noteFloor } from './floor/note.ts';
import { temporalFloor } from './floor/temporal.ts';
import { type Kind, kindsIn } from './kinds.ts';
import { lanes, latencyMs, report, type Samples } from './report.ts';

const help = `npm exec -- node bench/emission/run.ts [--type NFE] [--runs 200] [--rounds 3] [--single 30] [--profile <folder>]

  --type      NFE or NFSE, or NFE,NFSE for both beside each other in one table
  --runs      notes of each type, and workflows of the floor, in each round
  --rounds    the loads take turns this often, so that all share what the machine is doing
  --single    notes issued alone
  --profile   each Node process leaves a CPU profile there; the figures are then worth nothing
`;
const options = {
  type: { type: 'string', default: 'NFE' },
  runs: { type: 'string', default: '200' },
  rounds: { type: 'string', default: '3' },
  single: { type: 'string', default: '30' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function measure(
  installation: Installation,
  kinds: Kind[],
  { runs, rounds, single }: Record<'runs' | 'rounds' | 'single', number>,
): Promise<Samples> {
  const floor = temporalFloor(installation);
  const measured = kinds.map((kind) => {
    const taken = { lavra: [] as Sample[], slow: [] as Sample[] };
    return { kind, lavra: emissions(installation, kind), taken };
  });
  const floorTaken: Sample[] = [];
  await floor.measure({ runs: lanes, lanes });
  for (const { lavra } of measured) await lavra.measure({ runs: 2 * lanes, lanes, latencyMs: 0 });
  for (let round = 1; round <= rounds; round += 1) {
    say(`round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    floorTaken.push(await floor.measure({ runs, lanes }));
    for (const { lavra, taken } of measured) {
      taken.lavra.push(await lavra.measure({ runs, lanes, latencyMs: 0 }));
      taken.slow.push(await lavra.measure({ runs, lanes, latencyMs }));
    }
  }
  const samples: Samples = {
    floor: together(floorTaken),
    floorAlone: await floor.measure({ runs: single, lanes: 1 }),
    kinds: [],
  };
  for (const { kind, lavra, taken } of measured) {
    samples.kinds.push({
      kind,
      lavra: together(taken.lavra),
      slow: together(taken.slow),
      alone: await lavra.measure({ runs: single, lanes: 1, latencyMs: 0 }),
      slowAlone: await lavra.measure({ runs: single, lanes: 1, latencyMs }),
      note: await noteFloor(installation.orm, kind, runs),
    });
  }
  await Promise.all([floor.stop(), ...measured.map(({ lavra }) => lavra.close())]);
  return samples;
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const before = loadavg()[0]?.toFixed(1);
  const kinds = kindsIn(values.type);
  const installation = await openInstallation(say, { profiles: values.profile });
  try {
    const { runs, rounds, single } = values;
    const load = { runs: Number(runs), rounds: Number(rounds), single: Number(single) };
    const samples = await measure(installation, kinds, load);
    print(
      `\n${availableParallelism()} cores for everything, load average ${before} before the start, Node ${process.versions.node}; ${runs} runs in each of ${rounds} rounds; milliseconds.\n`,
    );
    print(report(samples));
  } finally {
    await installation.stop();
  }
}
