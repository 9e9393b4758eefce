import type { EntityManager } from '../../config/orm.ts';
import { DateTime } from 'luxon';
import { brasiliaZone } from '../../domain/fiscal-time.ts';
import type { MonthlyComparison } from '../../domain/comparison/rule.ts';
import { boundsOf, type Month } from '../../domain/month.ts';

/**
 * Day of the month from which the month before is compared without being asked for. By then what was issued offline in its last days has been
 * transmitted, and a week is left in which unused numbers must be inutilized (`inutilizationTerm`).
 */
export const comparedFromDay = 3;

/** How many months one round asks for; the next one takes the rest. */
const atOnce = 50;

/**
 * Asks once for the comparison of last month, for each active company that issued in it in production. A comparison that people asked for counts in
 * its place only if it was asked for when all numbers were there (from `comparedFromDay` on), and about at least as many of them.
 *
 * @returns how many comparisons it asked for
 */
export async function askForMonths(
  em: EntityManager,
  { now, monthlyComparison }: { now: () => Date; monthlyComparison: MonthlyComparison },
): Promise<number> {
  const last = monthToCompare(now());
  if (last === null || monthlyComparison === 'OFF') return 0;
  const { start, next } = boundsOf(last);
  const everyNote = monthlyComparison === 'ALL';
  const whole = DateTime.fromJSDate(now(), { zone: brasiliaZone })
    .set({ day: comparedFromDay })
    .startOf('day')
    .toJSDate();
  const asked = await em.execute<unknown[]>(
    `insert into comparison (id, company_id, year, month, every_note, created_at)
     select gen_random_uuid(), c.id, ?, ?, ?, now() from company c
     where c.is_active and c.environment = 'PRODUCTION'
       and not exists (
         select from comparison k
         where k.company_id = c.id and k.year = ? and k.month = ? and k.created_at >= ?::timestamptz and (k.every_note or not ?::boolean))
       and exists (
         select from document d
         where d.company_id = c.id and d.environment = 'PRODUCTION' and d.status in ('AUTHORIZED', 'CANCELLED')
           and d.issue_date_time >= ? and d.issue_date_time < ?)
     limit ? on conflict do nothing returning id`,
    [last.year, last.month, everyNote, last.year, last.month, whole, everyNote, start, next, atOnce],
  );
  return asked.length;
}

/** The month before the present one; null while its numbers are not compared yet. */
export function monthToCompare(now: Date): Month | null {
  const here = DateTime.fromJSDate(now, { zone: brasiliaZone });
  if (here.day < comparedFromDay) return null;
  const { year, month } = here.minus({ months: 1 });
  return { year, month };
}
