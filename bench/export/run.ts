import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { acrossCompanies } from '../../operations/in-company.ts';
import { installRivals, resultOf } from '../archives/contestants.ts';
import { noteBytes } from '../archives/files.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { memoryOf } from '../figures/memory.ts';
import type { FilledApi } from '../filled-api.ts';
import { median } from '../nfe/measure.ts';
import { type FilledExports, openApiWithNotes } from './fill.ts';

const help = `npm exec -- node bench/export/run.ts [--notes 100000] [--rounds 3] [--companies 200]

  --notes      of the month that is exported
  --rounds     how often each contestant has its turn
  --companies  of an office's portfolio with as many notes between them, beside the one company; left out unless it is given
`;
const options = {
  notes: { type: 'string', default: '100000' },
  rounds: { type: 'string', default: '3' },
  companies: { type: 'string', default: '0' },
  help: { type: 'boolean', default: false },
} as const;

const api = /api\/server\.ts/;
const month = '/v1/received-documents/export?year=2026&month=10';
const portfolioMonth = '/v1/accounting/received-documents/export?year=2026&month=10';
/** The rival gets a tenth of the notes because it is so slow; its notes a second are the same. */
const rivalShare = 10;
const pageFiles = 256;

type Run = { seconds: number; firstByteSeconds?: number; cpuSeconds: number; growthMb?: number; byteCount: number };
type RunSize = { notes: number; rounds: number; companies: number };
type Contestant = { what: string; count: number; take: () => Promise<Run>; runs: Run[] };

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Downloads a month and drops it, recording the API's memory. */
async function download({ api: origin }: FilledApi, path: string, key: string): Promise<Run> {
  const client = new Client(origin);
  const before = await memoryOf(api);
  const cpuBefore = await cpuTimes();
  const watch = watchMemory();
  const start = performance.now();
  const { statusCode, body } = await client.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${key}` },
  });
  const firstByteSeconds = (performance.now() - start) / 1000;
  if (statusCode !== 200) throw new Error(`the export answered ${statusCode}: ${await body.text()}`);
  let byteCount = 0;
  for await (const chunk of body) byteCount += (chunk as Buffer).length;
  const seconds = (performance.now() - start) / 1000;
  const growthMb = (await watch.peak()) - before;
  await client.close();
  return { seconds, firstByteSeconds, cpuSeconds: await cpuSince(cpuBefore), growthMb, byteCount };
}

/** Reads the files of the month in pages, by a bare query. */
async function readAndThrowAway({ orm, companyId }: FilledApi): Promise<Run> {
  const em = acrossCompanies(orm);
  const cpuBefore = await cpuTimes();
  const start = performance.now();
  let byteCount = 0;
  for (let after = '0'; ;) {
    const page = await em.execute<{ nsu: string; content: Buffer }[]>(
      'select nsu, content from received_file where company_id = ? and environment = ? and source = ? and nsu > ? order by nsu limit ?',
      [companyId, 'PRODUCTION', 'NFE', after, pageFiles],
    );
    for (const { content } of page) byteCount += content.length;
    const last = page.at(-1);
    if (!last) break;
    after = last.nsu;
  }
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: await cpuSince(cpuBefore), byteCount };
}

async function cpuSince(before: Awaited<ReturnType<typeof cpuTimes>>): Promise<number> {
  const used = cpuBetween(before, await cpuTimes());
  return ['PostgreSQL', 'API', 'load'].reduce((sum, name) => sum + (used.get(name as 'API') ?? 0), 0) / 1000;
}

function watchMemory() {
  const over = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      peak = Math.max(peak, await memoryOf(api));
      await setTimeout(50);
    }
  })();
  return {
    async peak(): Promise<number> {
      over.abort();
      await watching;
      return peak;
    },
  };
}

async function report(filled: FilledExports, { notes, rounds, companies }: RunSize): Promise<void> {
  const { officeKey } = filled;
  const portfolio = officeKey
    ? [{ what: `Lavra, ${companies} companies`, count: notes, take: () => download(filled, portfolioMonth, officeKey) }]
    : [];
  const contestants: Contestant[] = [
    { what: 'Lavra, through HTTP', count: notes, take: () => download(filled, month, filled.key) },
    ...portfolio,
    { what: 'floor: the same bytes by a bare query', count: notes, take: () => readAndThrowAway(filled) },
    {
      what: 'yazl 3.3.1 deflating them from memory',
      count: Math.ceil(notes / rivalShare),
      take: () => resultOf('rival.js', 'yazl-deflated', Math.ceil(notes / rivalShare)),
    },
  ].map((contestant) => ({ ...contestant, runs: [] }));
  await download(filled, month, filled.key); // warms up the compiler, and PostgreSQL's memory
  for (const { take } of portfolio) await take();
  await readAndThrowAway(filled);
  const loadBefore = loadavg()[0]?.toFixed(1);
  for (let round = 0; round < rounds; round += 1) {
    for (const { take, runs } of contestants) runs.push(await take());
  }
  print(
    `\n${notes} notes of ${noteBytes} bytes, ${rounds} rounds; ${availableParallelism()} cores for everything, load average ${loadBefore} at the start, Node ${process.versions.node}.\n`,
  );
  print(tableOf(contestants));
}

const heads = [
  '',
  'files a second',
  'MB a second',
  'to Lavra',
  'first byte, ms',
  'CPU each, µs',
  'growth of the API, MB',
];

function tableOf(contestants: Contestant[]): string {
  const rates = contestants.map(({ count, runs }) => count / median(runs.map(({ seconds }) => seconds)));
  const rows = contestants.map(({ what, count, runs }, at) => {
    const middle = (of: (run: Run) => number | undefined): number => median(runs.map((run) => of(run) ?? Number.NaN));
    const numbers = [
      rates[at]?.toFixed(0),
      (middle(({ byteCount, seconds }) => byteCount / seconds) / 1e6).toFixed(1),
      ((rates[at] ?? 0) / (rates[0] ?? 0)).toFixed(2),
      (middle(({ firstByteSeconds }) => firstByteSeconds) * 1000).toFixed(0),
      ((middle(({ cpuSeconds }) => cpuSeconds) / count) * 1e6).toFixed(0),
      Math.max(...runs.map(({ growthMb = Number.NaN }) => growthMb)).toFixed(0),
    ];
    return [what, ...numbers.map((number) => (number === 'NaN' ? '-' : (number ?? '-')))];
  });
  return [heads, heads.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  installRivals();
  const asked = {
    notes: Number(values.notes),
    rounds: Number(values.rounds),
    companies: Number(values.companies),
  };
  const filled = await openApiWithNotes(asked, say);
  try {
    await report(filled, asked);
  } finally {
    await filled.stop();
  }
}
