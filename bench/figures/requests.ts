import { Client } from 'undici';
import { z } from 'zod';
import type { FilledApi } from '../filled-api.ts';
import { cpuBetween, cpuTimes } from './cpu.ts';
import { percentile } from './percentile.ts';

/** One row of the table; each request takes the next of its paths. */
export type Question = { what: string; paths: string[] };

/** Requests a path, and returns the text of the answer. */
export type Ask = (path: string) => Promise<string>;

/** What the columns of `measure` are. */
export const heads = ['', 'hits', 'p50', 'p95', 'CPU each'];

const warmUp = 4;
const counted = z.object({ meta: z.object({ total: z.number() }) });

/** One connection to the API, with its key. */
export function asker({ api, key }: FilledApi): { ask: Ask; close: () => Promise<void> } {
  const client = new Client(api);
  const headers = { authorization: `Bearer ${key}` };
  return {
    async ask(path) {
      const { statusCode, body } = await client.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
      return text;
    },
    close: () => client.close(),
  };
}

/** @returns a row of the table: what, hits, p50, p95 and processor time each, in milliseconds */
export async function measure({ what, paths }: Question, ask: Ask, runs: number): Promise<string[]> {
  const [first = ''] = paths;
  for (let run = 0; run < warmUp; run += 1) await ask(paths[run % paths.length] ?? first);
  const before = await cpuTimes();
  const timesMs: number[] = [];
  let hits = '';
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    const answer = await ask(paths[run % paths.length] ?? first);
    timesMs.push(performance.now() - start);
    const parsed = counted.safeParse(answer.startsWith('{') ? JSON.parse(answer) : null);
    if (parsed.success) hits = parsed.data.meta.total.toLocaleString('en');
  }
  const used = cpuBetween(before, await cpuTimes());
  const cpu = ((used.get('PostgreSQL') ?? 0) + (used.get('API') ?? 0) + (used.get('panel') ?? 0)) / runs;
  return [what, hits, ...[percentile(timesMs, 0.5), percentile(timesMs, 0.95), cpu].map((ms) => ms.toFixed(1))];
}

/** A table in Markdown. */
export function tableOf(heads: string[], rows: string[][]): string {
  return [heads, heads.map(() => '---'), ...rows].map((line) => `| ${line.join(' | ')} |`).join('\n');
}
