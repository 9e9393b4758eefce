import { setTimeout } from 'node:timers/promises';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type CpuTimes, cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { memoryOf } from '../figures/memory.ts';
import type { Installation } from '../installation.ts';
import { month, type Office } from './fill.ts';

/** The cost of closing a month of all companies of an office. */
export type ClosingCost = { documents: number; bytes: number; seconds: number; cpu: CpuTimes; peakMb: number };

const worker = /worker\/server\.ts/;

type Files = { includeXml: boolean; includePdf: boolean };

/** How long an office waited: seconds from its request to its first ZIP and to its last. */
export type WaitTimes = { first: number; last: number };

/** Closes the month for one office and, as soon as it has its first ZIP, for another one. */
export async function closeTwo(
  { api, orm }: Installation,
  [one, other]: [Office, Office],
): Promise<[WaitTimes, WaitTimes]> {
  const files = { includeXml: true, includePdf: false };
  const askedAt = [Date.now(), 0];
  await askFor(api, one, files);
  while ((await completed(orm, one)).length === 0) await setTimeout(50);
  askedAt[1] = Date.now();
  await askFor(api, other, files);
  for (;;) {
    const ends = [await completed(orm, one), await completed(orm, other)];
    const [{ open = 0 } = {}] = await acrossCompanies(orm).execute<{ open: number }[]>(
      `select count(*)::int as open from closing where office_id in (?, ?) and status <> 'COMPLETED'`,
      [one.id, other.id],
    );
    if (open === 0) {
      const waited = (at: 0 | 1): WaitTimes => ({
        first: ((ends[at]?.at(0) ?? Number.NaN) - (askedAt[at] ?? 0)) / 1000,
        last: ((ends[at]?.at(-1) ?? Number.NaN) - (askedAt[at] ?? 0)) / 1000,
      });
      return [waited(0), waited(1)];
    }
    await setTimeout(200);
  }
}

async function completed(orm: Installation['orm'], { id }: Office): Promise<number[]> {
  const rows = await acrossCompanies(orm).execute<{ at: string }[]>(
    'select completed_at as at from closing where office_id = ? and completed_at is not null order by completed_at',
    [id],
  );
  return rows.map(({ at }) => new Date(at).getTime());
}

async function askFor(api: string, office: Office, files: Files): Promise<void> {
  const response = await fetch(`${api}/v1/accounting/closings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...month, ...files }),
  });
  if (response.status !== 202) throw new Error(`the closings were answered with ${response.status}`);
}

/** Closes the month as an office does, and waits for the last ZIP. @throws Error if a closing failed */
export async function closeMonth({ api, orm }: Installation, office: Office, files: Files): Promise<ClosingCost> {
  const em = acrossCompanies(orm);
  const before = await cpuTimes();
  const start = performance.now();
  await askFor(api, office, files);
  let peakMb = 0;
  for (;;) {
    const [state] = await em.execute<{ open: number; failed: string | null; documents: number; bytes: number }[]>(
      `select count(*) filter (where status in ('PENDING', 'RUNNING'))::int as open, max(failure_reason) as failed,
         sum(document_count)::int as documents, sum(file_size)::float8 as bytes
       from closing where office_id = ?`,
      [office.id],
    );
    peakMb = Math.max(peakMb, await memoryOf(worker));
    if (state?.failed) throw new Error(state.failed);
    if (state?.open === 0) {
      const seconds = (performance.now() - start) / 1000;
      const { documents, bytes } = state;
      return { documents, bytes, seconds, cpu: cpuBetween(before, await cpuTimes()), peakMb };
    }
    await setTimeout(100);
  }
}
