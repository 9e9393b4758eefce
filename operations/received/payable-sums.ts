import type { EntityManager } from '../../config/orm.ts';
import type { Environment } from '../../domain/companies/settings.ts';

/** Payables that are due within some days: how many, and what they sum up to in reais. */
export type PayableSum = { count: number; amount: string };

/** What a company still owes: what is overdue on a day, due within a week from it, and all of it. */
export type PayableSums = { overdue: PayableSum; week: PayableSum; open: PayableSum };

/** What the company owes in an environment, by an index. `em` sees one company (`inCompany`). @param today AAAA-MM-DD */
export async function payableSums(em: EntityManager, environment: Environment, today: string): Promise<PayableSums> {
  const part = (name: string, where: string): string =>
    `count(*) filter (where ${where})::int as ${name}_count, coalesce(sum(amount) filter (where ${where}), 0)::text as ${name}_amount`;
  type Row = Record<`${keyof PayableSums}_count`, number> & Record<`${keyof PayableSums}_amount`, string>;
  const [row] = await em.execute<Row[]>(
    `select ${part('overdue', 'due_date < day.today')}, ${part('week', 'due_date between day.today and day.today + 6')}, ${part('open', 'true')}
     from payable cross join (select ?::date as today) day where environment = ? and status = 'OPEN'`,
    [today, environment],
  );
  const sumOf = (name: keyof PayableSums): PayableSum => ({
    count: row?.[`${name}_count`] ?? 0,
    amount: row?.[`${name}_amount`] ?? '0',
  });
  return { overdue: sumOf('overdue'), week: sumOf('week'), open: sumOf('open') };
}
