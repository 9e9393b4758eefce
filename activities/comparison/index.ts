import type { ComparisonEnd, Mend, Progress } from '../../domain/conversation/progress.ts';
import { waitOf } from '../../domain/conversation/wait-of.ts';
import { beginComparison } from '../../operations/comparison/begin.ts';
import { endComparison, explainComparison } from '../../operations/comparison/keep.ts';
import { type ComparisonNow, comparisonNow, nextOpenSeries } from '../../operations/comparison/open-series.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { addLogFields } from '../../telemetry/log-fields.ts';
import { withHeartbeat, orWaitForMend } from '../wait-for-mend.ts';
import { HoldingsUnknown } from '../holdings.ts';
import type { Parts } from '../parts.ts';
import { bringNfse } from './bring.ts';
import { compareSeries } from './compare.ts';
import { ownerOf, usualPaceMs } from './owner.ts';

/** How long one visit goes on asking. */
const visitMs = 20_000;
/** How long a month waits before it looks again whether an earlier one is done. */
const behindMs = 30_000;

/** How far a visit has come: to the end, to something that has to be waited for, or to the end of its time. */
export type ComparisonProgress =
  | Exclude<Progress<ComparisonEnd>, { kind: 'stop' }>
  | { kind: 'moved'; done: number; total: number };

/** Builds the activity that compares the numbers of a month with what the authorities have of them. */
export function comparisonActivities(parts: Parts) {
  return {
    /** Continues a comparison for a while. Each number is written down as soon as it is answered: after a crash one of them is asked again. */
    compareSome(comparisonId: string): Promise<ComparisonProgress> {
      addLogFields({ comparisonId });
      const explain = (wait: Parameters<typeof explainComparison>[2]) =>
        explainComparison(acrossCompanies(parts.orm), comparisonId, wait);
      const report = { doing: 'na conferência do mês', sooner: 'com o sinal "mended" no Temporal', explain };
      return withHeartbeat(() => orWaitForMend(parts, report, () => compareSome(parts, comparisonId)));
    },
  };
}
export type ComparisonActivities = ReturnType<typeof comparisonActivities>;

async function compareSome(parts: Parts, id: string): Promise<ComparisonProgress | Mend> {
  const now = await comparisonNow(acrossCompanies(parts.orm), id);
  if (!now || now.isEnded) return { kind: 'settled', end: 'COMPARED' };
  const progress = now.isBehind ? behindAnother(parts) : await visited(parts, now);
  if (progress.kind === 'settled')
    parts.logger.info('the numbers of a month were compared', { taxId: now.taxId, ...now.month });
  else if (progress.kind !== 'moved') await explainComparison(acrossCompanies(parts.orm), id, waitOf(progress));
  return progress;
}

/**
 * The wait of a month while another month of the company is compared. A company compares one month at a time, so that the pause between two
 * questions holds for it as a whole.
 */
function behindAnother(parts: Parts): ComparisonProgress {
  const reason = 'Outro mês da empresa está sendo conferido; este vem depois.';
  return { kind: 'waitUntil', untilMs: parts.now().getTime() + behindMs, reason, waitKind: 'THROTTLED' };
}

async function visited(parts: Parts, now: ComparisonNow): Promise<ComparisonProgress> {
  const { id, companyId, month } = now;
  if (!now.isBegun) await beginComparison(acrossCompanies(parts.orm), id, { companyId, month });
  const until = performance.now() + visitMs;
  const isTime = (): boolean => performance.now() >= until;
  try {
    for (;;) {
      const series = await nextOpenSeries(acrossCompanies(parts.orm), now);
      if (!series) {
        if (!(await bringNfse(parts, now, { isTime, paceMs: usualPaceMs }))) break;
        await endComparison(acrossCompanies(parts.orm), id);
        return { kind: 'settled', end: 'COMPARED' };
      }
      if (!(await compareSeries(parts, series, ownerOf(now, series), isTime, usualPaceMs))) break;
    }
  } catch (error) {
    const wait = error instanceof HoldingsUnknown ? error.wait : null;
    if (wait === null || wait.kind === 'stop') throw error;
    return wait;
  }
  const { done, total } = (await comparisonNow(acrossCompanies(parts.orm), id)) ?? now;
  return { kind: 'moved', done, total };
}
