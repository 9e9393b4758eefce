import type { DueClosing } from '../../domain/conversation/closing.ts';
import { monthInDigits } from '../../domain/month.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { Closing } from '../../domain/closings/closing.entity.ts';
import type { ClosingParts } from './closing-parts.ts';

/**
 * Closings of an office that nobody carries out, the oldest first.
 *
 * @param running ids of those that the caller carries out
 */
export async function dueClosings(
  { orm }: Pick<ClosingParts, 'orm'>,
  officeId: string,
  { running, atMost }: { running: string[]; atMost: number },
): Promise<DueClosing[]> {
  const due = await acrossCompanies(orm).find(
    Closing,
    { office: officeId, status: { $in: ['PENDING', 'RUNNING'] }, id: { $nin: running } },
    { orderBy: { id: 'asc' }, limit: atMost },
  );
  return due.map(({ id, companyTaxId, companyName, year, month }) => ({
    closingId: id,
    companyTaxId,
    companyName,
    month: monthInDigits({ year, month }),
  }));
}
