import { setTimeout } from 'node:timers/promises';
import { acrossCompanies } from '../../operations/in-company.ts';
import { type CpuTimes, cpuBetween, cpuTimes } from '../figures/cpu.ts';
import { memoryOf } from '../figures/memory.ts';
import type { Installation } from '../installation.ts';
import { month, type Office } from './fill.ts';

/** What it took to close a month of all companies of an office. */
export type Closed = { documents: number; bytes: number; seconds: number; cpu: CpuTimes; peakMb: number };

const worker = /worker\/server\.ts/;

/** Closes the month as an office does, and waits until the last ZIP is whole. @throws Error where one failed */
export async function closeMonth(
  { api, orm }: Installation,
  office: Office,
  files: { includeXml: boolean; includePdf: boolean },
): Promise<Closed> {
  const em = acrossCompanies(orm);
  const before = await cpuTimes();
  const start = performance.now();
  const response = await fetch(`${api}/v1/accounting/closings`, {
    method: 'POST',
    headers: { authorization: `Bearer ${office.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...month, ...files }),
  });
  if (response.status !== 202) throw new Error(`the closings were answered with ${response.status}`);
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
