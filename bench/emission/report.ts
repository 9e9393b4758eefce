import { traitsOf } from '../../domain/document-types.ts';
import { percentile } from '../figures/percentile.ts';
import type { Sample } from '../figures/sample.ts';
import { cpuEach, perSecond, type Row, table } from '../figures/table.ts';
import type { Kind } from './kinds.ts';

/** How many notes at once; `latencyMs` is the delay of a slow authority. */
export const lanes = 50;
export const latencyMs = 300;

/** The samples of one kind of document. */
export type KindSamples = { kind: Kind } & Record<'lavra' | 'slow' | 'alone' | 'slowAlone' | 'note', Sample>;
export type Samples = { floor: Sample; floorAlone: Sample; kinds: KindSamples[] };

/** One table of all kinds, with the lower bounds that they share, and the aims below it. */
export function report({ floor, floorAlone, kinds }: Samples): string {
  const rows: Row[] = [
    ...kinds.flatMap(({ kind, lavra, slow }) => [
      { what: `${titleOf(kind)}, authority at once`, lanes, sample: lavra },
      { what: `${titleOf(kind)}, authority after ${latencyMs} ms`, lanes, sample: slow },
    ]),
    { what: 'floor: bare workflow, one local and one normal activity', lanes, sample: floor },
    ...kinds.flatMap(({ kind, alone, slowAlone }) => [
      { what: `${titleOf(kind)}, authority at once`, lanes: 1, sample: alone },
      { what: `${titleOf(kind)}, authority after ${latencyMs} ms`, lanes: 1, sample: slowAlone },
    ]),
    { what: 'floor: bare workflow', lanes: 1, sample: floorAlone },
    ...kinds.map(({ kind, note }) => ({
      what: `floor: signature and schema check of ${titleOf(kind)}, one core`,
      lanes: 1,
      sample: note,
    })),
  ];
  const toFloor = (sample: Sample) => (perSecond(sample) / perSecond(floor)).toFixed(2);
  const middle = (values: number[]) => percentile(values, 0.5);
  const each = (words: (samples: KindSamples) => string) =>
    kinds.map((samples) => `${titleOf(samples.kind)} ${words(samples)}`).join('; ');
  return [
    table(rows),
    '',
    `Throughput to the floor's (aim: at least 0.5): ${each(({ lavra, slow }) => `${toFloor(lavra)} at once, ${toFloor(slow)} after ${latencyMs} ms`)}.`,
    `One alone, over the authority's ${latencyMs} ms, its own work among them (aim: at most 150): ${each(({ slowAlone }) => `${(middle(slowAlone.totalMs) - latencyMs).toFixed(0)} ms`)}.`,
    `Create, p50 (aim: below 15 alone): ${each(({ lavra, alone }) => `${middle(lavra.createMs).toFixed(1)} ms at ${lanes} in flight, ${middle(alone.createMs).toFixed(1)} ms alone`)}.`,
    `CPU of each, ms: ${each(({ lavra }) => shares(lavra))}; floor ${shares(floor)}.`,
  ].join('\n');
}

const titleOf = (kind: Kind): string => traitsOf[kind].title;

function shares(sample: Sample): string {
  return cpuEach(sample)
    .map(([name, ms]) => `${name} ${ms.toFixed(1)}`)
    .join(', ');
}
