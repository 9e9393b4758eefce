import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { percentile } from '../figures/percentile.ts';
import { clientsFile, productsFile } from './files.ts';
import { copyRows, type Importer, type ManyKind, openImporter } from './importer.ts';

const help = `npm exec -- node bench/import/run.ts [--rows 20000] [--rounds 3]

  --rows      rows of each file
  --rounds    everything takes turns this often, so that all share what the machine is doing; medians are told
`;
const options = {
  rows: { type: 'string', default: '20000' },
  rounds: { type: 'string', default: '3' },
  help: { type: 'boolean', default: false },
} as const;

const files: Record<ManyKind, (rows: number) => string> = { clients: clientsFile, products: productsFile };
const tasks = ['import', 'dry run', 'again, all on record', 'again with --update, nothing to change', 'floor'] as const;
type Seconds = Record<(typeof tasks)[number], number[]>;

async function measure(importer: Importer, kind: ManyKind, rows: number, rounds: number): Promise<Seconds> {
  const path = await importer.file(`${kind}.csv`, files[kind](rows));
  const taken: Seconds = {
    import: [],
    'dry run': [],
    'again, all on record': [],
    'again with --update, nothing to change': [],
    floor: [],
  };
  for (let round = 1; round <= rounds; round += 1) {
    process.stderr.write(`${kind}, round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}\n`);
    const [company, copy] = [await importer.company(), await importer.company()];
    taken['dry run'].push(await importer.import(kind, path, company.id, ['--dry-run']));
    taken['import'].push(await importer.import(kind, path, company.id));
    taken['again, all on record'].push(await importer.import(kind, path, company.id, ['--again']));
    const update = await importer.import(kind, path, company.id, ['--again', '--update']);
    taken['again with --update, nothing to change'].push(update);
    taken['floor'].push(await copyRows(importer.orm, kind, { from: company.id, to: copy.id }));
  }
  return taken;
}

function table(kind: ManyKind, rows: number, seconds: Seconds): string[] {
  const floor = percentile(seconds.floor, 0.5);
  return tasks.map((task) => {
    const median = percentile(seconds[task], 0.5);
    const cells = [`${kind}: ${task}`, median.toFixed(1), (rows / median).toFixed(0), (median / floor).toFixed(1)];
    return `| ${cells.join(' | ')} |`;
  });
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const [rows, rounds] = [Number(values.rows), Number(values.rounds)];
  const before = loadavg()[0]?.toFixed(1);
  const importer = await openImporter((line) => void process.stderr.write(`${line}\n`));
  try {
    const lines: string[] = [];
    for (const kind of ['clients', 'products'] as const)
      lines.push(...table(kind, rows, await measure(importer, kind, rows, rounds)));
    const place = `${availableParallelism()} cores for everything, load average ${before} before the start, Node ${process.versions.node}`;
    process.stdout.write(
      `\n${rows} rows, the whole process of \`lavra import\`, medians of ${rounds}; ${place}.\nFloor: the same rows by one INSERT ... SELECT inside PostgreSQL, without file, wire or check.\n\n` +
        `| | seconds | rows a second | to the floor |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`,
    );
  } finally {
    await importer.stop();
  }
}
