import type { EntityManager } from '../../config/orm.ts';
import { widestGap } from '../../domain/closings/gaps.ts';
import { firstFree, type TakenNumbers } from '../../domain/companies/number-series.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Count } from '../../domain/document-types.ts';
import { sentAhead } from '../../domain/statement-marks.ts';

/** What has a count of numbers of its own. */
export type Series = { company: string; environment: Environment; model: Count; series: number };

/**
 * Draws the next number of a series, and skips numbers that were inutilized or are about to be. The row stays locked until the transaction ends, so
 * that a transaction that is rolled back returns its number, and none is skipped (invariant 1).
 */
export async function drawNumber(em: EntityManager, of: Series): Promise<number> {
  await em.execute(
    `${sentAhead}insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, 2)
     on conflict (company_id, environment, model, series) do update set next_number = number_series.next_number + 1`,
    keyOf(of),
  );
  const row = await givenUpFrom(em, of, null);
  if (!row) throw new Error('the series gave no number');
  const { drawn, givenUp } = row;
  const number = firstFree(drawn, givenUp);
  if (number !== drawn)
    await em.execute(`update number_series set next_number = ? where ${ofSeries}`, [number + 1, ...keyOf(of)]);
  return number;
}

/**
 * Whether a number that an earlier attempt drew may still be used. A request for an inutilization takes the same lock, and then finds the document
 * under way.
 */
export async function mayKeepNumber(em: EntityManager, of: Series, number: number): Promise<boolean> {
  await em.execute(`${sentAhead}select 1 from number_series where ${ofSeries} for update`, keyOf(of));
  const row = await givenUpFrom(em, of, number);
  return firstFree(number, row?.givenUp ?? []) === number;
}

/** Makes a count go on from `next` at least; it never goes back. */
export async function raiseCount(em: EntityManager, of: Series, next: number): Promise<void> {
  await em.execute(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, ?)
     on conflict (company_id, environment, model, series)
     do update set next_number = greatest(number_series.next_number, excluded.next_number)`,
    [...keyOf(of), next],
  );
}

/** The highest number of a note (nNF, nDPS). */
export const highestNumber = 999_999_999;

/**
 * Makes a count continue after a number that another system used in its series, unless that number belongs to a count of its own. A count that was
 * used here continues after a number at most `widestGap` ahead; an unused count continues after any number that leaves at least `widestGap`
 * numbers.
 */
export async function followCount(em: EntityManager, of: Series, number: number): Promise<void> {
  const next = Math.min(number + 1, highestNumber);
  const leavesMany = number <= highestNumber - widestGap;
  await em.execute(
    `insert into number_series as s (company_id, environment, model, series, next_number)
     select ?, ?, ?, ?, ? where ?::boolean or exists (select from number_series where ${ofSeries})
     on conflict (company_id, environment, model, series)
     do update set next_number = greatest(s.next_number, excluded.next_number)
     where case when s.next_number = 1 then ?::boolean else excluded.next_number - s.next_number <= ? end`,
    [...keyOf(of), next, leavesMany, ...keyOf(of), leavesMany, widestGap],
  );
}

const ofSeries = 'company_id = ? and environment = ? and model = ? and series = ?';
const keyOf = ({ company, environment, model, series }: Series) => [company, environment, model, series];

/**
 * The last number drawn, and what of it or after it was inutilized. It is a statement of its own, sent right after the one that takes the lock: a
 * single statement that had waited for the lock would not see what was committed meanwhile.
 *
 * @param number from which inutilized numbers are read; null for the last number drawn
 */
async function givenUpFrom(
  em: EntityManager,
  of: Series,
  number: number | null,
): Promise<{ drawn: number; givenUp: TakenNumbers[] } | undefined> {
  const [row] = await em.execute<{ drawn: number; givenUp: TakenNumbers[] }[]>(
    `select next_number - 1 as drawn, (
       select coalesce(json_agg(json_build_object('first', start_number, 'last', end_number)), '[]') from inutilization i
       where (i.company_id, i.environment, i.model, i.series) = (s.company_id, s.environment, s.model, s.series)
         and status <> 'REJECTED' and end_number >= coalesce(?::int, next_number - 1)) as "givenUp"
     from number_series s where ${ofSeries}`,
    [number, ...keyOf(of)],
  );
  return row;
}
