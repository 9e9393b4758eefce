import { setTimeout as pause } from 'node:timers/promises';
import type { Company } from '../../domain/companies/company.entity.ts';
import { type Month, monthInDigits } from '../../domain/month.ts';
import { askForComparison } from '../../operations/comparison/begin.ts';
import { comparedMonth } from '../../operations/comparison/differences.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { TemporalUnavailable } from '../../temporal/run.ts';
import { startComparison } from '../../temporal/start.ts';
import type { Session } from '../session.ts';
import type { ProgressBar } from '../terminal/progress.ts';

type Named = Pick<Company, 'id' | 'taxId'>;

/** Starts the comparison of a month, or finds it under way; `isTaken` is false where Temporal is away, and reconciliation starts it later. */
export async function startComparing(
  session: Session,
  { id: companyId, taxId: companyTaxId }: Named,
  month: Month,
  { everyNote }: { everyNote: boolean },
): Promise<{ isNew: boolean; isTaken: boolean }> {
  const em = acrossCompanies(await session.orm());
  const { id, isNew } = await askForComparison(em, { companyId, month }, { everyNote, actor: session.actor });
  try {
    const start = { comparisonId: id, companyTaxId, month: monthInDigits(month) };
    await startComparison(await session.temporal(), start);
    return { isNew, isTaken: true };
  } catch (error) {
    if (error instanceof TemporalUnavailable) return { isNew, isTaken: false };
    throw error;
  }
}

/** How often the row is read, and after how many reads a comparison that no worker has begun is mentioned. */
const everyMs = 500;
const quietTimes = 20;

/** Shows the progress of the newest comparison of a month until it has ended, and why it waits. */
export async function untilCompared(
  session: Session,
  { id: companyId, taxId }: Named,
  month: Month,
  { board, warn }: { board: ProgressBar; warn: (text: string) => void },
): Promise<void> {
  let isShown = false;
  let told: string | null = null;
  try {
    for (let times = 1; ; times += 1) {
      const found = await comparedMonth(acrossCompanies(await session.orm()), { companyId, taxId, month });
      if (!found || found.comparison.completedAt) return;
      const { asOf, done, total, waiting } = found.comparison;
      const reason = waiting?.reason ?? (asOf === null && times >= quietTimes ? 'À espera de um worker.' : null);
      if (reason !== null && reason !== told) warn(reason);
      told = reason;
      if (asOf !== null && total > 0) {
        if (isShown) board.at(done);
        else board.start(total, done);
        isShown = true;
      }
      await pause(everyMs);
    }
  } finally {
    if (isShown) board.stop();
  }
}
