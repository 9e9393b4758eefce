import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type Ask, asker, heads, measure, tableOf } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';
import { openApiWithDocuments } from './fill.ts';
import { plans } from './plans.ts';
import { everyFirstPage, fewQuestions } from './questions.ts';
import { firstNumbers, numberingTimes, syncQuestions } from './sync.ts';
import { writeHeads, writes } from './writes.ts';

const help = `npm exec -- node bench/lists/run.ts [--documents 1000000] [--runs 30] [--part all]

  --documents  of the one company that asks; two others have a hundredth each
  --runs       how often each question is asked, one after the other
  --part       pages, sync and writes, with commas between them, or all
`;
const options = {
  documents: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '30' },
  part: { type: 'string', default: 'all' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Lower bounds: the stack without a query, and the rows of a page without the stack. */
async function floors({ orm, companyId }: FilledApi, http: Ask, runs: number): Promise<string[][]> {
  const em = acrossCompanies(orm);
  const page = await em.execute<{ id: string }[]>(
    'select id from document where company_id = ? order by company_id desc, id desc limit 20',
    [companyId],
  );
  const ids = page.map(({ id }) => id);
  const columns = 'id, type, status, environment, series, number, access_key, total_value, client_snapshot';
  const byKey: Ask = async () =>
    String((await em.execute<unknown[]>(`select ${columns} from document where id in (?)`, [ids])).length);
  return [
    await measure({ what: 'floor: GET /health', paths: ['/health'] }, http, runs),
    await measure({ what: 'floor: the rows of a page by primary key, bare SQL', paths: [''] }, byKey, runs),
  ];
}

async function pages(filled: FilledApi, ask: Ask, runs: number): Promise<void> {
  const rows = await floors(filled, ask, runs);
  for (const question of await fewQuestions(filled)) rows.push(await measure(question, ask, runs));
  const firstPages: string[][] = [];
  for (const question of everyFirstPage()) firstPages.push(await measure(question, ask, runs));
  print(tableOf(heads, rows));
  print(`\nFirst page of every combination of filters:\n\n${tableOf(heads, firstPages)}`);
  print(`\nPlans:\n${await plans(filled)}`);
}

async function sync(filled: FilledApi, ask: Ask, runs: number): Promise<void> {
  print(`\nFirst numbers of all documents: ${await firstNumbers(ask)}\n`);
  const rows = await floors(filled, ask, runs);
  for (const question of await syncQuestions(filled, ask)) rows.push(await measure(question, ask, runs));
  print(tableOf(heads, rows));
  print(`\nA page of 20 that numbers changes first, milliseconds through HTTP:\n`);
  print(tableOf(['changes', 'p50', 'p95'], await numberingTimes(filled, ask)));
}

async function report(filled: FilledApi, runs: number, part: string): Promise<void> {
  const { ask, close } = asker(filled);
  const isAsked = (name: string): boolean => part === 'all' || part.split(',').includes(name);
  if (isAsked('pages')) await pages(filled, ask, runs);
  if (isAsked('sync')) await sync(filled, ask, runs);
  await close();
  print(
    `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${runs} runs one after the other; milliseconds through HTTP, CPU of API and PostgreSQL.\n`,
  );
  if (isAsked('writes')) {
    print(`\nOne write, p50 in microseconds in PostgreSQL:\n`);
    print(tableOf(writeHeads, await writes(filled)));
  }
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const filled = await openApiWithDocuments(Number(values.documents), say);
  try {
    await report(filled, Number(values.runs), values.part);
  } finally {
    await filled.stop();
  }
}
