import type { EntityManager } from '../../config/orm.ts';
import { widestGap } from '../../domain/closings/gaps.ts';
import { firstFree, type TakenNumbers } from '../../domain/companies/number-series.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Count } from '../../domain/document-types.ts';
import { sentAhead } from '../../domain/statement-marks.ts';

/** One count of numbers. */
export type Series = { company: string; environment: Environment; model: Count; series: number };

/**
 * Draws the next number of a series, past those that were given up or are about to be. The row stays locked until the transaction ends, so a
 * transaction that is undone gives its number back and none is skipped (invariant 1).
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
 * Whether a number drawn by an earlier attempt is still free. A request that gives numbers up takes the same lock, and by then finds the
 * document that is under way.
 */
export async function mayKeepNumber(em: EntityManager, of: Series, number: number): Promise<boolean> {
  await em.execute(`${sentAhead}select 1 from number_series where ${ofSeries} for update`, keyOf(of));
  const row = await givenUpFrom(em, of, number);
  return firstFree(number, row?.givenUp ?? []) === number;
}

/** Has a count go on from a number at least; it never goes back. */
export async function raiseCount(em: EntityManager, of: Series, next: number): Promise<void> {
  await em.execute(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, ?)
     on conflict (company_id, environment, model, series)
     do update set next_number = greatest(number_series.next_number, excluded.next_number)`,
    [...keyOf(of), next],
  );
}

/** Of a note (nNF, nDPS): no count goes beyond it. */
export const highestNumber = 999_999_999;

/**
 * Has a count go on behind a number that somebody else drew in its series, where that is no count that was set elsewhere: one that numbers were drawn of
 * here follows what is at most `widestGap` ahead of it; one that none was drawn of begins behind it, unless fewer than that would be left.
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
 * The number that was drawn last, and what of it or after it was given up. A statement of its own behind the one that takes the lock, and sent along
 * with it: one that waited for the lock would not see what was committed meanwhile.
 *
 * @param number where what was given up begins; null for the one that was drawn last
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
