import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { asker, heads, measure, type Question, tableOf } from '../figures/requests.ts';
import { openApiWithPortfolio } from './fill.ts';

const help = `npm exec -- node bench/offices/run.ts [--companies 200] [--others 20000] [--runs 50]

  --companies  of the office's portfolio, each with the largest logo
  --others     companies that the office has nothing to do with
  --runs       how often each question is asked, one after the other
`;
const options = {
  companies: { type: 'string', default: '200' },
  others: { type: 'string', default: '20000' },
  runs: { type: 'string', default: '50' },
  help: { type: 'boolean', default: false },
} as const;

const list = '/v1/accounting/companies';
const questions: Question[] = [
  { what: 'floor: GET /health', paths: ['/health'] },
  { what: 'the office', paths: ['/v1/accounting/office'] },
  { what: 'portfolio, first page', paths: [list] },
  { what: 'portfolio, page of 100', paths: [`${list}?pageSize=100`] },
  { what: 'portfolio, page of 100, the last', paths: [`${list}?pageSize=100&page=2`] },
  { what: 'search: part of a name', paths: ['padaria', 'farm', 'acougue'].map((word) => `${list}?search=${word}`) },
  { what: 'search: a tax id', paths: [`${list}?search=40.000.007`, `${list}?search=40000199`] },
  { what: 'search: nothing found', paths: [`${list}?search=inexistente`] },
];

const { values } = parseArgs({ options });
if (values.help) {
  process.stdout.write(help);
} else {
  const size = { companies: Number(values.companies), others: Number(values.others) };
  const filled = await openApiWithPortfolio(size, (line) => void process.stderr.write(`${line}\n`));
  try {
    const { ask, close } = asker(filled);
    const rows: string[][] = [];
    for (const question of questions) rows.push(await measure(question, ask, Number(values.runs)));
    await close();
    process.stdout.write(
      `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${values.runs} runs one after the other; milliseconds through HTTP, CPU of API and PostgreSQL.\n\n`,
    );
    process.stdout.write(`${tableOf(heads, rows)}\n`);
  } finally {
    await filled.stop();
  }
}
