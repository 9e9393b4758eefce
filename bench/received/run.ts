import { parseArgs } from 'node:util';
import { actors } from './actors.ts';
import { lists } from './lists.ts';
import { lots } from './lots.ts';
import type { Prints } from './part.ts';

const help = `npm exec -- node bench/received/run.ts [--part lists,lots,actors] [--documents 1000000] [--runs 20] [--actors 5000] [--wait 120]

  --part       what is measured: lists through HTTP, lots opened and stored, actors that ask hour by hour
  --documents  received by the one company that asks for lists; two others have a hundredth each
  --runs       how often each question is asked, one after the other, and how many lots of each kind are stored
  --actors     that ask, two of each company
  --wait       seconds that stand for their hour
`;
const options = {
  part: { type: 'string', default: 'lists,lots,actors' },
  documents: { type: 'string', default: '1000000' },
  runs: { type: 'string', default: '20' },
  actors: { type: 'string', default: '5000' },
  wait: { type: 'string', default: '120' },
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
  if (parts.includes('actors')) {
    await actors({ count: Number(values.actors), waitSeconds: Number(values.wait) }, prints);
  }
  if (parts.includes('lists')) await lists({ documents: Number(values.documents), runs }, prints);
}
