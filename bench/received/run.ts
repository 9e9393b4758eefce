import { parseArgs } from 'node:util';
import { lists } from './lists.ts';
import { lots } from './lots.ts';
import type { Prints } from './part.ts';

const help = `npm exec -- node bench/received/run.ts [--part lists,lots] [--documents 1000000] [--runs 20]

  --part       what is measured: lists through HTTP, and lots opened and stored
  --documents  received by the one company that asks for lists; two others have a hundredth each
  --runs       how often each question is asked, one after the other, and how many lots of each kind are stored
`;
const options = {
  part: { type: 'string', default: 'lists,lots' },
  documents: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '20' },
  help: { type: 'boolean', default: false },
} as const;

const prints: Prints = {
  say: (line) => void process.stderr.write(`${line}\n`),
  print: (text) => void process.stdout.write(`${text}\n`),
};

const { values } = parseArgs({ options });
if (values.help) {
  prints.print(help);
} else {
  const parts = values.part.split(',');
  const runs = Number(values.runs);
  if (parts.includes('lots')) await lots({ runs }, prints);
  if (parts.includes('lists')) await lists({ documents: Number(values.documents), runs }, prints);
}
