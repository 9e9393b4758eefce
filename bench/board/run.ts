import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { lavraItself } from '../../domain/audit/actor.ts';
import { monthInDigits } from '../../domain/month.ts';
import { monthBoard } from '../../operations/closings/hindrances.ts';
import { acrossCompanies, inPortfolio } from '../../operations/in-company.ts';
import { monthBoardVersion } from '../../operations/lists/watch.ts';
import { monthToClose } from '../../panel/pages/month-board/month.ts';
import { cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { type Ask, heads, measure, type Question, tableOf } from '../figures/requests.ts';
import { percentile } from '../figures/percentile.ts';
import { type FilledBoard, openFilledBoard } from './fill.ts';

const help = `npm exec -- node bench/board/run.ts [--companies 200] [--notes 50] [--months 3] [--runs 50]

  --companies  of the office's portfolio
  --notes      of each company a month
  --months     in which they have sold, that of the board being the last
  --runs       how often each is asked, one after the other
  --plan       prints the plan of the board's statement, too
`;
const options = {
  companies: { type: 'string', default: '200' },
  notes: { type: 'string', default: '50' },
  months: { type: 'string', default: '3' },
  runs: { type: 'string', default: '50' },
  plan: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Times the database's functions alone, in this process. */
async function alone({ orm, office }: FilledBoard, runs: number): Promise<string[][]> {
  const person = { ...office, actor: lavraItself, part: null };
  const month = monthToClose(new Date());
  const asked = {
    'month_board alone': () => inPortfolio(orm, person, (em) => monthBoard(em, month, new Date())),
    'month_board_version alone, which streams ask each second': () =>
      inPortfolio(orm, person, (em) => monthBoardVersion(em, month)),
  };
  const rows: string[][] = [];
  for (const [what, ask] of Object.entries(asked)) {
    const timesMs: number[] = [];
    const before = await cpuTimes();
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      await ask();
      timesMs.push(performance.now() - start);
    }
    const cpuMs = (cpuBetween(before, await cpuTimes()).get('PostgreSQL') ?? 0) / runs;
    rows.push([what, '', ...[0.5, 0.95].map((share) => percentile(timesMs, share).toFixed(1)), cpuMs.toFixed(1)]);
  }
  return rows;
}

/** The plan of the board's query: the statement of its function, with values in place of parameters. */
async function planOf({ orm, office }: FilledBoard): Promise<string> {
  const { year, month } = monthToClose(new Date());
  return acrossCompanies(orm).transactional(async (em) => {
    await em.execute(`select set_config('lavra.office_id', ?, true)`, [office.id]);
    const [found] = await em.execute<{ body: string }[]>(
      `select prosrc as body from pg_proc where proname = 'month_board'`,
    );
    const body = (found?.body ?? '')
      .replaceAll(/\bpattern\b/g, 'null::text')
      .replaceAll(/\bfirst_day\b/g, `'${monthInDigits({ year, month })}-01'::date`)
      .replaceAll(/\bwanted_year\b/g, String(year))
      .replaceAll(/\bwanted_month\b/g, String(month));
    const lines = await em.execute<Record<string, string>[]>(
      `explain (analyze, buffers, summary) ${body.replaceAll('?', '\\?')}`,
    );
    return lines.flatMap((line) => Object.values(line)).join('\n');
  });
}

async function through({ url, cookie, office }: FilledBoard, runs: number): Promise<string[][]> {
  const client = new Client(url);
  const ask: Ask = async (path) => {
    const headers = { cookie, 'accept-encoding': 'br' };
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    const bytes = await body.bytes();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
    return String(bytes.length);
  };
  const base = `/c/${office.taxId}`;
  const board = `${base}/fechamento/${monthInDigits(monthToClose(new Date()))}`;
  const questions: Question[] = [
    { what: 'floor: the account, an empty page of the same frame', paths: ['/conta'] },
    { what: 'the board', paths: [board] },
    { what: 'the board of a search', paths: [`${board}?busca=empresa+17`] },
  ];
  const rows: string[][] = [];
  for (const question of questions) rows.push(await measure(question, ask, runs));
  print(`\nThe board is ${(Number(await ask(board)) / 1000).toFixed(1)} kB as it is sent.`);
  await client.close();
  return rows;
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const size = { companies: Number(values.companies), notes: Number(values.notes), months: Number(values.months) };
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const filled = await openFilledBoard(size, monthToClose(new Date()), say);
  try {
    const runs = Number(values.runs);
    const rows = [...(await through(filled, runs)), ...(await alone(filled, runs))];
    print(`\n${tableOf(heads, rows)}`);
    if (values.plan) print(`\n${await planOf(filled)}`);
    print(
      `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${values.runs} runs one after the other; milliseconds, CPU of panel and PostgreSQL.`,
    );
  } finally {
    await filled.stop();
  }
}
