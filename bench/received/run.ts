import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type Ask, asker, heads, measure, tableOf } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';
import { openApiWithReceived } from './fill.ts';
import { plans } from './plans.ts';
import { farPages, fewDocuments, firstPages } from './questions.ts';

const help = `npm exec -- node bench/received/run.ts [--documents 1000000] [--runs 20]

  --documents  received by the one company that asks; two others have a hundredth each
  --runs       how often each question is asked, one after the other
`;
const options = {
  documents: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '20' },
  help: { type: 'boolean', default: false },
} as const;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const counted = z.object({ meta: z.object({ total: z.number() }) });

async function report(filled: FilledApi, runs: number): Promise<void> {
  const { ask, close } = asker(filled);
  const row = async (question: Parameters<typeof measure>[0], by: Ask = ask): Promise<string[]> => {
    const cells = await measure(question, by, runs);
    say(cells.join(' | '));
    return cells;
  };
  const rows = [await row({ what: 'floor: GET /health', paths: ['/health'] })];
  for (const question of firstPages()) rows.push(await row(question));
  for (const question of await fewDocuments(filled)) rows.push(await row(question));
  const far = await farPages(async (path) => counted.parse(JSON.parse(await ask(path))).meta.total);
  for (const question of far) rows.push(await row(question));
  await close();
  print(
    `\n${availableParallelism()} cores for everything, load average ${loadavg()[0]?.toFixed(1)} at the end, Node ${process.versions.node}; ${runs} runs one after the other; milliseconds through HTTP, CPU of API and PostgreSQL.\n`,
  );
  print(tableOf(heads, rows));
  print(`\nPlans:\n${await plans(filled)}`);
}

const { values } = parseArgs({ options });
if (values.help) {
  print(help);
} else {
  const filled = await openApiWithReceived(Number(values.documents), say);
  try {
    await report(filled, Number(values.runs));
  } finally {
    await filled.stop();
  }
}
