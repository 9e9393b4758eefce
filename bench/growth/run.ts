import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { emissions } from '../emission/emission.ts';
import { kindsIn } from '../emission/kinds.ts';
import { memoryOf } from '../figures/memory.ts';
import { type Installation, openInstallation } from '../installation.ts';

const help = `npm exec -- node bench/growth/run.ts [--notes 20000] [--type NFE] [--looks 10] [--lanes 20]

  --notes   issued one behind the other, --lanes at once
  --type    NFE or NFSE
  --looks   the memory of each process is read this often, after as many notes each time
`;
const options = {
  notes: { type: 'string', default: '20000' },
  type: { type: 'string', default: 'NFE' },
  looks: { type: 'string', default: '10' },
  lanes: { type: 'string', default: '20' },
  help: { type: 'boolean', default: false },
} as const;

const processes = { API: /api\/server/, panel: /panel\/server/, worker: /worker\/server/ };
type Held = Record<keyof typeof processes, number>;

/** Resident memory of each process, in MB. */
async function held(): Promise<Held> {
  const [API, panel, worker] = await Promise.all(Object.values(processes).map(memoryOf));
  return { API: API ?? NaN, panel: panel ?? NaN, worker: worker ?? NaN };
}

async function measure(installation: Installation, of: { notes: number; looks: number; lanes: number; type: string }) {
  const [kind] = kindsIn(of.type);
  if (!kind) throw new Error(`no kind of note: ${of.type}`);
  const lavra = emissions(installation, kind);
  const rows = [{ notes: 0, seconds: 0, ...(await held()) }];
  const runs = Math.ceil(of.notes / of.looks);
  for (let look = 1; look <= of.looks; look += 1) {
    const { seconds } = await lavra.measure({ runs, lanes: of.lanes, latencyMs: 0 });
    rows.push({ notes: look * runs, seconds, ...(await held()) });
    process.stderr.write(`${look * runs} notes, load average ${loadavg()[0]?.toFixed(1)}\n`);
  }
  await lavra.close();
  return rows;
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const of = {
    notes: Number(values.notes),
    looks: Number(values.looks),
    lanes: Number(values.lanes),
    type: values.type,
  };
  const installation = await openInstallation(() => {});
  try {
    const rows = await measure(installation, of);
    const lines = rows.map(({ notes, seconds, ...memory }) => [
      String(notes),
      seconds > 0 ? (of.notes / of.looks / seconds).toFixed(1) : '-',
      ...Object.values(memory).map((mb) => mb.toFixed(0)),
    ]);
    const heads = ['notes', 'a second', ...Object.keys(processes).map((name) => `${name}, MB`)];
    const shown = [heads, heads.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`);
    process.stdout.write(`On ${availableParallelism()} cores, ${of.lanes} in flight.\n\n${shown.join('\n')}\n`);
  } finally {
    await installation.stop();
  }
}
