import { availableParallelism, loadavg } from 'node:os';
import { z } from 'zod';
import { type Ask, asker, heads, measure, tableOf } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';
import { openApiWithReceived } from './fill.ts';
import { plans } from './plans.ts';
import { farPages, fewDocuments, firstPages } from './questions.ts';
import type { Prints } from './part.ts';

const counted = z.object({ meta: z.object({ total: z.number() }) });

/** Measures lists and filters over HTTP. @param documents of the company that asks; `runs`: how often each question is asked */
export async function lists({ documents, runs }: { documents: number; runs: number }, prints: Prints): Promise<void> {
  const filled = await openApiWithReceived(documents, prints.say);
  try {
    await report(filled, runs, prints);
  } finally {
    await filled.stop();
  }
}

async function report(filled: FilledApi, runs: number, { say, print }: Prints): Promise<void> {
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
