import type { EntityManager } from '../config/orm.ts';
import type { Environment } from '../domain/companies/settings.ts';

/**
 * Draws the next number of a series. The row stays locked until the transaction ends, so a transaction that is undone gives its number
 * back and none is skipped (invariant 1).
 */
export async function drawNumber(
  em: EntityManager,
  { company, environment, model, series }: { company: string; environment: Environment; model: string; series: number },
): Promise<number> {
  const [row] = await em.execute<{ number: number }[]>(
    `insert into number_series (company_id, environment, model, series, next_number) values (?, ?, ?, ?, 2)
     on conflict (company_id, environment, model, series) do update set next_number = number_series.next_number + 1
     returning next_number - 1 as number`,
    [company, environment, model, series],
  );
  if (!row) throw new Error('the series gave no number');
  return row.number;
}
