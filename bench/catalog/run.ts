import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { z } from 'zod';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { percentile } from '../figures/percentile.ts';
import type { FilledApi } from '../filled-api.ts';
import { openApiWithCatalog } from './fill.ts';
import { type Question, questions } from './questions.ts';

const help = `npm exec -- node bench/catalog/run.ts [--clients 1000000] [--products 100000] [--runs 40]

  --clients   of the one company that asks; ten others have a hundredth each
  --products  the same
  --runs      how often each question is asked, one after the other
`;
const options = {
  clients: { type: 'string', default: '1000000' },
  products: { type: 'string', default: '100000' },
  runs: { type: 'string', default: '40' },
  help: { type: 'boolean', default: false },
} as const;

const warmUp = 4;

type Row = { what: string; hits: string; p50: number; p95: number; cpu: number };
type Ask = (path: string) => Promise<string>;
type Asker = { ask: Ask; change: () => Promise<unknown>; close: () => Promise<void> };

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** One connection that sends requests and reads whole answers. */
function asker({ api, key, orm, companyId }: FilledApi): Asker {
  const client = new Client(api);
  const em = orm.em.fork();
  return {
    change: () =>
      em.execute(
        'update client set is_active = not is_active where id = (select id from client where company_id = ? limit 1)',
        [companyId],
      ),
    async ask(path) {
      const headers = { authorization: `Bearer ${key}` };
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

async function measure({ what, paths, amongChanges }: Question, { ask, change }: Asker, runs: number): Promise<Row> {
  const [first = ''] = paths;
  for (let run = 0; run < warmUp; run += 1) await ask(paths[run % paths.length] ?? first);
  const before = await cpuTimes();
  const timesMs: number[] = [];
  const hits: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    if (amongChanges) await change();
    const start = performance.now();
    const answer = await ask(paths[run % paths.length] ?? first);
    timesMs.push(performance.now() - start);
    hits.push(...totalOf(answer));
  }
  const used = cpuBetween(before, await cpuTimes());
  const cpu = ((used.get('PostgreSQL') ?? 0) + (used.get('API') ?? 0)) / runs;
  say(`${what}: ${percentile(timesMs, 0.5).toFixed(1)} ms`);
  return { what, hits: rangeOf(hits), p50: percentile(timesMs, 0.5), p95: percentile(timesMs, 0.95), cpu };
}

const counted = z.object({ meta: z.object({ total: z.number() }) });

function totalOf(answer: string): number[] {
  const parsed = answer.startsWith('{') ? counted.safeParse(JSON.parse(answer)) : null;
  return parsed?.success ? [parsed.data.meta.total] : [];
}

function rangeOf(hits: number[]): string {
  const ends = hits.length > 0 ? [...new Set([Math.min(...hits), Math.max(...hits)])] : [];
  return ends.map((end) => end.toLocaleString('en')).join(' to ') || '-';
}

/** Lower bounds: the stack without a query, the stack with one row, and the rows of a page without the stack. */
async function floors({ orm, companyId }: FilledApi, http: Asker, runs: number): Promise<Row[]> {
  const em = orm.em.fork();
  const page = await em.execute<{ id: string }[]>(
    'select id from client where company_id = ? order by company_id desc, id desc limit 20',
    [companyId],
  );
  const ids = page.map(({ id }) => id);
  const byKey: Ask = async () =>
    String((await em.execute<unknown[]>('select * from client where id in (?)', [ids])).length);
  return [
    await measure({ what: 'floor: GET /health', paths: ['/health'] }, http, runs),
    await measure({ what: 'floor: one client by its id', paths: ids.map((id) => `/v1/clients/${id}`) }, http, runs),
    await measure(
      { what: 'floor: the rows of a page by primary key, bare SQL', paths: [''] },
      { ...http, ask: byKey },
      runs,
    ),
  ];
}

function table(rows: Row[]): string {
  const cells = rows.map(({ what, hits, p50, p95, cpu }) => [
    what,
    hits,
    p50.toFixed(1),
    p95.toFixed(1),
    cpu.toFixed(1),
  ]);
  const heads = ['', 'hits', 'p50', 'p95', 'CPU each'];
  return [heads, heads.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const size = { clients: Number(values.clients), products: Number(values.products) };
  const runs = Number(values.runs);
  const filled = await openApiWithCatalog(size, say);
  const http = asker(filled);
  try {
    const rows = await floors(filled, http, runs);
    for (const question of await questions(filled, size)) rows.push(await measure(question, http, runs));
    print(
      `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${runs} runs one after the other; milliseconds through HTTP, CPU of API and PostgreSQL.\n`,
    );
    print(table(rows));
  } finally {
    await http.close();
    await filled.stop();
  }
}
