import type { EntityManager } from '../../config/orm.ts';
import { firstFree, type TakenNumbers } from '../../domain/companies/number-series.entity.ts';
import type { Environment } from '../../domain/companies/settings.ts';
import type { Count } from '../../domain/document-types.ts';

/** One count of numbers. */
export type Series = { company: string; environment: Environment; model: Count; series: number };

/**
 * Draws the next number of a series, past those that were given up or are about to be. The row stays locked until the transaction ends, so a
 * transaction that is undone gives its number back and none is skipped (invariant 1).
 */
export async function drawNumber(em: EntityManager, of: Series): Promise<number> {
  const [row] = await em.execute<{ number: number }[]>(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, 2)
     on conflict (company_id, environment, model, series) do update set next_number = number_series.next_number + 1
     returning next_number - 1 as number`,
    keyOf(of),
  );
  if (!row) throw new Error('the series gave no number');
  const number = firstFree(row.number, await givenUpFrom(em, of, row.number));
  if (number !== row.number)
    await em.execute(`update number_series set next_number = ? where ${ofSeries}`, [number + 1, ...keyOf(of)]);
  return number;
}

/**
 * Whether a number drawn by an earlier attempt is still free. A request that gives numbers up takes the same lock, and by then finds the
 * document that is under way.
 */
export async function mayKeepNumber(em: EntityManager, of: Series, number: number): Promise<boolean> {
  await em.execute(`select 1 from number_series where ${ofSeries} for update`, keyOf(of));
  return firstFree(number, await givenUpFrom(em, of, number)) === number;
}

const ofSeries = 'company_id = ? and environment = ? and model = ? and series = ?';
const keyOf = ({ company, environment, model, series }: Series) => [company, environment, model, series];

/** A statement of its own: one that waited for the lock would not see what was committed meanwhile. */
function givenUpFrom(em: EntityManager, of: Series, number: number): Promise<TakenNumbers[]> {
  return em.execute<TakenNumbers[]>(
    `select start_number as first, end_number as last from inutilization
     where ${ofSeries} and status <> 'REJECTED' and end_number >= ?`,
    [...keyOf(of), number],
  );
}
