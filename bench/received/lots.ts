import { availableParallelism, loadavg } from 'node:os';
import { type OpenedEntry, openLot } from '../../operations/distribution/open-lot.ts';
import { type LotCounts, storeLot } from '../../operations/distribution/store-lot.ts';
import { createOrm, type Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type LotEntry, lotSize } from '../../domain/conversation/distribution-answer.ts';
import { Distribution } from '../../domain/received/distribution.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inTransaction } from '../../operations/outbox.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { cnpjOf } from '../../tests/support/samples/tax-ids.ts';
import { openDatabase } from '../database.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { tableOf } from '../figures/requests.ts';
import { median } from '../nfe/measure.ts';
import { bareInserts, type Nsus } from './bare-rows.ts';
import { type Kind, type Pair, pairOf } from './lot.ts';
import type { Prints } from './part.ts';

/** Runs that are not measured: they warm up the compiler, and fill the tables. */
const warmUp = 15;

type Bench = { owner: Orm; worker: Orm; company: Company; distribution: Distribution; neighbour: Company };
type Times = { wallMs: number[]; cpuMs: number[] };
type Row = { what: string; opening: Times; storing: Times; floor: Times; bytesEach: number };

/** Measures a lot of 50, opened and stored by the worker's code, against the same rows by bare INSERTs. */
export async function lots({ runs }: { runs: number }, { print, say }: Prints): Promise<void> {
  const database = await openDatabase(say);
  const worker = await createOrm(database.logins.worker);
  try {
    const bench = await openBench(database.orm, worker);
    const count = (runs + warmUp) * lotSize;
    const pairs = Array.from({ length: 2 * count }, (_, at) => pairOf(at + 1, bench.company.taxId));
    const [known, fresh] = [pairs.slice(0, count), pairs.slice(count)];
    say('lots are made');
    const loadBefore = loadavg()[0]?.toFixed(1);
    const rows = [
      await rowOf(bench, '50 summaries', lotsOf(known, 'resNFe', 0)),
      await rowOf(bench, '50 whole notes', lotsOf(fresh, 'procNFe', count)),
      await rowOf(bench, '50 whole notes in place of their summaries', lotsOf(known, 'procNFe', 2 * count), 'updates'),
    ];
    print(
      `\n${runs} lots of each, ${warmUp} before; ${availableParallelism()} cores for everything, load average ${loadBefore} at the start, ` +
        `Node ${process.versions.node}; medians in milliseconds, and processor time of process and PostgreSQL together.\n`,
    );
    print(tableOf(heads, rows.map(cells)));
  } finally {
    await worker.close();
    await database.stop();
  }
}

async function openBench(owner: Orm, worker: Orm): Promise<Bench> {
  const company = await createCompany(acrossCompanies(owner), { ...demoCompany, taxId: cnpjOf(40_000_001) });
  const neighbour = await createCompany(acrossCompanies(owner), { ...demoCompany, taxId: cnpjOf(40_000_002) });
  const em = acrossCompanies(owner);
  const now = new Date();
  const distribution = em.create(Distribution, {
    ...{ company: company.id, environment: company.environment, source: 'NFE' },
    ...{ notBefore: now, nextVisitAt: now },
  });
  await em.flush();
  return { owner, worker, company, distribution, neighbour };
}

/** Lots of 50 of one kind, with NSUs from `after` on. */
function lotsOf(pairs: Pair[], kind: Kind, after: number): LotEntry[][] {
  const entries = pairs.map((pair, at) => ({ nsu: BigInt(after + at + 1), ...pair[kind] }));
  return Array.from({ length: entries.length / lotSize }, (_, at) => entries.slice(at * lotSize, (at + 1) * lotSize));
}

/** @param what is new about the rows; updated rows have no lower bound */
async function rowOf(
  bench: Bench,
  what: string,
  lots: LotEntry[][],
  rows: 'inserts' | 'updates' = 'inserts',
): Promise<Row> {
  const row: Row = { what, opening: times(), storing: times(), floor: times(), bytesEach: 0 };
  const before = await bytesOf(bench);
  for (const [at, lot] of lots.entries()) {
    const isCounted = at >= warmUp;
    const entries = await timed(() => openLot('NFE', lot), isCounted ? row.opening : null);
    await timed(() => store(bench, entries), isCounted ? row.storing : null);
    if (rows === 'updates') continue;
    const inserts = await bareInserts(acrossCompanies(bench.owner), bench, nsusOf(lot));
    await timed(() => insertAll(bench, inserts), isCounted ? row.floor : null);
  }
  const copies = rows === 'inserts' ? 2 : 1;
  row.bytesEach = ((await bytesOf(bench)) - before) / (lots.length * lotSize * copies);
  return row;
}

async function bytesOf({ owner }: Bench): Promise<number> {
  const [row] = await acrossCompanies(owner).execute<{ bytes: string }[]>(
    `select pg_total_relation_size('received_document') + pg_total_relation_size('received_file') + pg_total_relation_size('payable') as bytes`,
  );
  return Number(row?.bytes);
}

function store({ worker, company, distribution }: Bench, entries: OpenedEntry[]): Promise<LotCounts> {
  const lot = { distribution, companyTaxId: company.taxId, entries, receivedAt: new Date() };
  return inTransaction(
    acrossCompanies(worker),
    async () => {},
    (tx) => storeLot(tx, lot),
  );
}

function insertAll({ worker }: Bench, inserts: string[]): Promise<void> {
  return acrossCompanies(worker).transactional(async (em) => {
    for (const insert of inserts) await em.execute(insert);
  });
}

const times = (): Times => ({ wallMs: [], cpuMs: [] });

async function timed<Result>(work: () => Promise<Result>, times: Times | null): Promise<Result> {
  const before = await cpuTimes();
  const ownBefore = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(ownBefore); // without the time of reading other processes
  const database = cpuBetween(before, await cpuTimes()).get('PostgreSQL') ?? 0;
  times?.wallMs.push(wallMs);
  times?.cpuMs.push((user + system) / 1000 + database);
  return result;
}

const nsusOf = (lot: LotEntry[]): Nsus => ({ first: Number(lot.at(0)?.nsu), last: Number(lot.at(-1)?.nsu) });

const heads = [
  '',
  'read and judged',
  'CPU',
  'stored',
  'CPU',
  'floor: bare INSERTs',
  'CPU',
  'stored to floor',
  'of CPU',
  'KB on disk each',
];

function cells({ what, opening, storing, floor, bytesEach }: Row): string[] {
  const [stored, least] = [storing, floor].map(({ wallMs, cpuMs }) => ({ wall: median(wallMs), cpu: mean(cpuMs) }));
  const shown = [opening, storing, floor].flatMap(({ wallMs, cpuMs }) => [median(wallMs), mean(cpuMs)]);
  const ratios = [stored!.wall / least!.wall, stored!.cpu / least!.cpu];
  return [what, ...shown, ...ratios, bytesEach / 1024].map((cell) =>
    typeof cell === 'string' ? cell : Number.isNaN(cell) ? '-' : cell.toFixed(1),
  );
}

/** CPU time is counted in hundredths of a second: over many runs a mean is more precise than a median. */
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
