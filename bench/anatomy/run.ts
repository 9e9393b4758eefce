import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createOrm, type Orm } from '../../config/orm.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { emissions } from '../emission/emission.ts';
import { type Kind, kindsIn } from '../emission/kinds.ts';
import { openInstallation } from '../installation.ts';
import { costOfCalls } from './kept-calls.ts';
import { lockWaits } from './lock-waits.ts';
import { type TracedProcess, ofEachNote, traceNotes } from './note-trace.ts';
import { type Anatomy, report } from './report.ts';
import { perNote, costliest, forgetStatements, measuring, serverFigures, tableBytes } from './server-figures.ts';
import { type Tap, tapPostgres } from './tap.ts';
import { logUseBetween, logPosition } from './log-use.ts';

const help = `npm exec -- node bench/anatomy/run.ts [--type NFE] [--notes 30] [--busy 200] [--lanes 10]

  --type      NFE or NFSE
  --notes     notes issued one after the other, whose statements and round trips are counted
  --busy      notes issued --lanes at once, for waits, and for figures that need many
  --lanes     how many at once
`;
const options = {
  type: { type: 'string', default: 'NFE' },
  notes: { type: 'string', default: '30' },
  busy: { type: 'string', default: '200' },
  lanes: { type: 'string', default: '10' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

type Numbers = Record<'notes' | 'busy' | 'lanes', number>;

/** Opens an installation whose processes reach the database through taps, and measures a kind of note there. */
async function anatomyOf(kind: Kind, { notes, busy, lanes }: Numbers): Promise<Anatomy> {
  const locks = lockWaits();
  const ways: Partial<Record<TracedProcess, Tap>> = {};
  let direct = '';
  const installation = await openInstallation(say, {
    // Calls are stored once a second, whatever note is under way: they are measured apart.
    own: { LAVRA_CALL_LOG: 'false' },
    postgres: { settings: measuring, onLine: locks.onLine },
    async reach(logins) {
      direct = logins.api;
      ways.api = await tapPostgres(logins.api);
      ways.worker = await tapPostgres(logins.worker);
      return { ...logins, api: ways.api.url, worker: ways.worker.url };
    },
  });
  const taps = ways as Record<TracedProcess, Tap>;
  const admin = await createOrm(installation.adminUrl);
  const lavra = emissions(installation, kind);
  const measure = (runs: number, atOnce: number) => lavra.measure({ runs, lanes: atOnce, latencyMs: 0 });
  try {
    await measure(5 * lanes, lanes);
    await forgetStatements(admin);
    const before = await serverFigures(admin);
    const traces = ofEachNote(await traceNotes(taps, { notes, issue: () => measure(1, 1) }));
    const between = await serverFigures(admin);
    await forgetStatements(admin);
    locks.take();
    const beforeBusy = await serverFigures(admin);
    const from = await logPosition(admin);
    const sample = await measure(busy, lanes);
    const waits = locks.take();
    const together = perNote(beforeBusy, await serverFigures(admin), busy);
    const written = await logUseBetween(admin, from, await logPosition(admin), busy);
    const alone = perNote(before, between, notes);
    const costs = await costliest(admin, busy, 30);
    const kept = await tableBytes(admin);
    const calls = await costOfCalls(direct, await aCreation(admin));
    return { traces, alone, together, lanes, busy, sample, costs, waits, written, kept, calls };
  } finally {
    await Promise.all([lavra.close(), admin.close()]);
    await installation.stop();
    await Promise.all(Object.values(taps).map((tap) => tap.close()));
  }
}

/** Measures as many calls as may be queued at most, each of a sale and the answer to its creation. */
async function aCreation(admin: Orm) {
  const [company] = await acrossCompanies(admin).execute<{ id: string }[]>('select id from company limit 1');
  const request = Buffer.from(JSON.stringify(demoSale('anatomy')));
  const response = JSON.stringify({ id: randomUUID(), status: 'PROCESSING', runId: null, ...demoSale('anatomy') });
  return { companyId: company?.id ?? '', calls: 200, request, response };
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const [kind = 'NFE'] = kindsIn(values.type);
  const { notes, busy, lanes } = values;
  const anatomy = await anatomyOf(kind, { notes: Number(notes), busy: Number(busy), lanes: Number(lanes) });
  const load = loadavg()[0]?.toFixed(1);
  print(`${kind}, ${availableParallelism()} cores, load average ${load} at the end, Node ${process.versions.node}\n`);
  print(report(anatomy));
}
