import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Company } from '../../domain/companies/company.entity.ts';
import { localSettings } from '../../local/settings.ts';
import { schemaPack } from '../../machine/schema-pack.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { sellersOfCases } from '../../tests/fiscal-cases/engine/sold.ts';
import { authorizedSale } from '../../tests/support/rows/authorized-sale.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { type Database, openDatabase } from '../database.ts';

const help = `npm exec -- node bench/rehearsal/run.ts [--notes 10000] [--on 2027-01-04] [--cbs 8.8]

  --notes     authorized notes, made of the fiscal cases of tests/fiscal-cases in turn, of all their sellers
`;
const options = {
  notes: { type: 'string', default: '10000' },
  on: { type: 'string', default: '2027-01-04' },
  cbs: { type: 'string', default: '8.8' },
  help: { type: 'boolean', default: false },
} as const;

const root = resolve(import.meta.dirname, '../..');
const taxIdOfCases = '11222333000181';
/** Rows of one insert. */
const batch = 500;

/**
 * Makes companies for the sellers of the fiscal cases. A case that refers to a note of its own seller is left out, because that key would
 * be another company's.
 */
async function fill({ orm }: Database, notes: number): Promise<void> {
  const sellers = sellersOfCases().map(({ issuer, sold }, index) => ({
    taxId: cnpjOf(index + 1),
    issuer,
    sold: sold.filter(({ payload }) => !JSON.stringify(payload).includes(taxIdOfCases)),
  }));
  const cases = sellers.flatMap(({ sold }) => sold).length;
  const now = new Date();
  for (const { taxId, issuer, sold } of sellers) {
    const em = acrossCompanies(orm);
    const company = em.create(Company, {
      taxId,
      name: issuer.name,
      environment: 'PRODUCTION',
      settings: issuer.settings,
    });
    await em.flush();
    const wanted = Math.round((notes * sold.length) / cases);
    for (let number = 1; number <= wanted; number += 1) {
      const { payload, client, computed } = sold[number % sold.length]!;
      authorizedSale(em, { company, payload, client, computed, on: now, number });
      if (number % batch > 0 && number < wanted) continue;
      await em.flush();
      em.clear();
    }
  }
}

type Run = { seconds: number; peakMb: number; fates: Record<string, number>; refusals: Map<string, number> };

/** Runs the command as people do. */
async function rehearse({ home, logins }: Database, args: string[]): Promise<Run> {
  const schemas = await schemaPack();
  const startedAt = performance.now();
  const line = [join(root, 'cli/main.ts'), 'rehearse', '--json', '--out', join(home, 'reports'), ...args];
  const env = { ...localSettings().inherited, DATABASE_URL: logins.owner, LAVRA_SCHEMAS: schemas };
  const child = spawn(process.execPath, line, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let peakMb = 0;
  const look = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))), 200);
  const said = await text(child.stdout);
  clearInterval(look);
  const seconds = (performance.now() - startedAt) / 1000;
  const { reports } = JSON.parse(said) as { reports: { report: Report }[] };
  return { seconds, peakMb, ...added(reports.map(({ report }) => report)) };
}

type Report = {
  fates: Record<string, number>;
  refusals: { by: string; code: string; path: string; message: string; sales: number }[];
};

function added(reports: Report[]): Pick<Run, 'fates' | 'refusals'> {
  const fates: Record<string, number> = {};
  const refusals = new Map<string, number>();
  for (const report of reports) {
    for (const [fate, count] of Object.entries(report.fates)) fates[fate] = (fates[fate] ?? 0) + count;
    for (const { by, code, path, message, sales } of report.refusals) {
      const kind = `${by} ${code} ${path}: ${message.slice(0, 100)}`;
      refusals.set(kind, (refusals.get(kind) ?? 0) + sales);
    }
  }
  return { fates, refusals };
}

/** The peak memory of a process in MB, on Linux; 0 elsewhere. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const database = await openDatabase((line) => void process.stderr.write(`${line}\n`));
  try {
    const notes = Number(values.notes);
    await fill(database, notes);
    const before = loadavg()[0]?.toFixed(1);
    const args = ['--on', values.on, '--cbs', values.cbs];
    const runs = [
      ['judged', await rehearse(database, args)],
      ['--no-judge', await rehearse(database, [...args, '--no-judge'])],
    ] as const;
    const rows = runs.map(
      ([name, { seconds, peakMb }]) =>
        `| ${name} | ${seconds.toFixed(1)} | ${(notes / seconds).toFixed(0)} | ${peakMb.toFixed(0)} |`,
    );
    process.stdout.write(
      `\n${notes} notes rehearsed at ${values.on}; ${availableParallelism()} cores for everything, load average ${before} before, ` +
        `Node ${process.versions.node}.\n\n| | seconds | notes a second | peak MB |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n\n`,
    );
    for (const [fate, count] of Object.entries(runs[0][1].fates)) process.stdout.write(`${fate}: ${count}\n`);
    for (const [kind, sales] of runs[0][1].refusals) process.stdout.write(`${sales} × ${kind}\n`);
  } finally {
    await database.stop();
  }
}
