import { loadavg } from 'node:os';
import { computeNote } from '../../domain/documents/compute/note.ts';
import type { NoteInput } from '../../domain/documents/compute/operation.ts';
import { layoutNfe } from '../../domain/nfe/layout/inf-nfe.ts';
import { identity } from '../../tests/support/samples/notes.ts';
import { median } from '../nfe/measure.ts';
import { cpuOf } from './cpu.ts';
import { computeFloor, elementsOf, writeFloor } from './floor.ts';
import { byItem, byRecords, lineCount } from './sale.ts';

const rounds = 60;
/** Enough for the engine to compile hot code, as in a process that has run for a while. */
const warmUp = 30;

const note = computeNote(byRecords);
const { infNFe } = layoutNfe(note, identity);
const elements = elementsOf(infNFe);
if (JSON.stringify(note.totals) !== JSON.stringify(computeNote(byItem).totals)) throw new Error('The sales differ');

/** A task on each of the two sales, and its lower bound. */
type Contest = { what: string; byItem: () => unknown; byRecords: () => unknown; floor: () => unknown };
const contests: Contest[] = [
  {
    what: 'resolve and compute',
    byItem: () => computeNote(byItem),
    byRecords: () => computeNote(byRecords),
    floor: () => computeFloor(byItem),
  },
  { what: 'write the XML', byItem: written(byItem), byRecords: written(byRecords), floor: () => writeFloor(elements) },
  {
    what: 'both',
    byItem: () => layoutNfe(computeNote(byItem), identity),
    byRecords: () => layoutNfe(computeNote(byRecords), identity),
    floor: () => [computeFloor(byItem), writeFloor(elements)],
  },
];

function written(input: NoteInput): () => unknown {
  const computed = computeNote(input);
  return () => layoutNfe(computed, identity);
}

/** Contestants alternate, so that other load on the machine affects all alike. */
function row({ what, ...tasks }: Contest): string {
  const timesMs: { byItem: number[]; byRecords: number[]; floor: number[] } = { byItem: [], byRecords: [], floor: [] };
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of ['byItem', 'byRecords', 'floor'] as const) {
      const timeMs = cpuOf(tasks[name]);
      if (round >= 0) timesMs[name].push(timeMs);
    }
  }
  const [byItem, byRecords, floor] = [median(timesMs.byItem), median(timesMs.byRecords), median(timesMs.floor)];
  const figures = [byItem, byRecords, floor].map((timeMs) => timeMs.toFixed(1));
  return `| ${[what, ...figures, `${(byRecords / floor).toFixed(1)} x`].join(' | ')} |\n`;
}

process.stdout.write(
  `\nA note of ${lineCount} items, ${infNFe.length} characters of XML; p50 of ${rounds} rounds in milliseconds of CPU, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.\n\n` +
    '| | all on the items | rule of 500, products, template | floor | records to floor |\n| --- | --- | --- | --- | --- |\n' +
    contests.map(row).join(''),
);
