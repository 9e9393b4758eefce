import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/**
 * Chooses an example of each answer of the contract from answers that tests recorded: `LAVRA_RECORD_ANSWERS=<file> npm test -- <tests>`, then
 * `npm run openapi:examples -- <file>`. An answer that was not recorded keeps its example.
 */

const recordSchema = z.object({ operation: z.string(), status: z.number(), body: z.json() });
const errorSchema = z.object({ code: z.string().optional() });
type Answer = z.infer<typeof recordSchema>['body'];

const examples = fileURLToPath(new URL('examples/answers.json', import.meta.url));
const longest = 12_000;

const [file] = process.argv.slice(2);
if (!file) throw new Error('name the file of recorded answers');
const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
const recorded = lines.map((line) => recordSchema.parse(JSON.parse(line)));
const kept = z.record(z.string(), z.json()).parse(JSON.parse(await readFile(examples, 'utf8').catch(() => '{}')));
const picked = [...Map.groupBy(recorded, nameOf)].map(([name, answers]): [string, Answer] => [
  name,
  withoutPlace(best(answers.map(({ body }) => body))),
]);
const all = Object.entries({ ...kept, ...Object.fromEntries(picked) }).toSorted(([a], [b]) => a.localeCompare(b));
await writeFile(examples, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);

/** Name of an example: a success by its operation, a refusal by its code: `getClient 200`, `404 not_found`. */
function nameOf({ operation, status, body }: z.infer<typeof recordSchema>): string {
  const { code } = errorSchema.catch({}).parse(body);
  return status >= 400 && code ? `${status} ${code}` : `${operation} ${status}`;
}

/** The answer with the most content that is not long; of lists, one with one or two rows. */
function best(answers: Answer[]): Answer {
  const [first = null] = answers.toSorted((a, b) => value(b) - value(a));
  return first;
}

function value(answer: Answer): number {
  const rows = answer && typeof answer === 'object' && 'data' in answer ? answer.data : null;
  const isRightLong = !Array.isArray(rows) || rows.length === 1 || rows.length === 2;
  const isShort = JSON.stringify(answer).length <= longest;
  return leaves(answer) + (isRightLong ? 100_000 : 0) + (isShort ? 1_000_000 : 0);
}

function leaves(answer: Answer): number {
  if (answer === null) return 0;
  return typeof answer === 'object' ? Object.values(answer).reduce<number>((sum, inner) => sum + leaves(inner), 0) : 1;
}

/** The answer without addresses and secrets of the machine that gave it. */
function withoutPlace(answer: Answer): Answer {
  const text = JSON.stringify(answer)
    .replaceAll(/https?:\/\/(?:127\.0\.0\.1|localhost):\d+/g, 'https://lavra.example.com')
    .replaceAll(/whsec_[\w+/=-]+/g, 'whsec_0000000000000000000000000000000000000000000')
    .replaceAll(/([?&](?:token|secret|key)=)[\w.-]+/g, '$1segredo');
  return z.json().parse(JSON.parse(text));
}
