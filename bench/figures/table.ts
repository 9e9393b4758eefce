import type { ProcessName } from './cpu.ts';
import { percentile } from './percentile.ts';
import type { Sample } from './sample.ts';

export type Row = { what: string; lanes: number; sample: Sample };

const heads = ['', 'in flight', 'a second', 'create p50', 'create p95', 'to the end p50', 'to the end p95', 'CPU each'];

/** The rows as a table in Markdown; times in milliseconds. */
export function table(rows: Row[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export const perSecond = ({ runs, seconds }: Sample): number => runs / seconds;

/** CPU milliseconds per run and process, without the load generator's own. */
export function cpuEach({ cpu, runs }: Sample): [ProcessName, number][] {
  return [...cpu].filter(([name, ms]) => name !== 'load' && ms / runs >= 0.5).map(([name, ms]) => [name, ms / runs]);
}

function cells({ what, lanes, sample }: Row): string[] {
  const { createMs, totalMs } = sample;
  const times = [createMs, totalMs].flatMap((values) => [percentile(values, 0.5), percentile(values, 0.95)]);
  const cpu = cpuEach(sample).reduce((sum, [, ms]) => sum + ms, 0);
  const shown = [perSecond(sample), ...times, cpu].map((value) => (value > 0 ? value.toFixed(1) : '-'));
  return [what, String(lanes), ...shown];
}
