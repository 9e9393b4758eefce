import type { EntityManager } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { percentile } from '../figures/percentile.ts';
import type { FilledApi } from '../filled-api.ts';

const each = 1_000;

type Write = { what: string; sql: string };

const written: Write[] = [
  {
    what: 'insert',
    sql: `insert into document (
        id, company_id, external_id, type, environment, status, series, total_value, issue_date_time, client_snapshot, payload, attempt, created_at, updated_at
      ) values (
        uuidv7(), company, 'write ' || i, 'NFCE', 'PRODUCTION', 'PROCESSING', 1, 10, now(), '{}', '{}', 1, now(), now()
      ) returning id into one; ids[i] := one`,
  },
  {
    what: 'update of no status',
    sql: `update document set waiting_for = 'SEFAZ', updated_at = now() where id = ids[i]`,
  },
  {
    what: 'update of the status',
    sql: `update document set status = 'AUTHORIZED', updated_at = now() where id = ids[i]`,
  },
];

/** What one write costs with the triggers that count and without them: a row of the table for each kind of write. */
export async function writes({ orm, companyId }: FilledApi): Promise<string[][]> {
  const em = acrossCompanies(orm);
  const withCount = await medians(em, companyId);
  await em.execute('alter table document disable trigger user');
  const without = await medians(em, companyId);
  await em.execute('alter table document enable trigger user');
  await em.execute('drop table bench_time');
  return written.map(({ what }, index) => [what, ...[withCount, without].map((all) => String(all[index]))]);
}

/** Each write in a transaction of its own, timed inside PostgreSQL. The rows stay, also those that no trigger counted. */
async function medians(em: EntityManager, companyId: string): Promise<number[]> {
  await em.execute('create table if not exists bench_time (what int, us float)');
  await em.execute('truncate bench_time');
  const loops = written.map(
    ({ sql }, index) => `
      for i in 1..${each} loop
        start := clock_timestamp();
        ${sql};
        times[i] := extract(epoch from clock_timestamp() - start) * 1e6;
        commit;
      end loop;
      insert into bench_time select ${index}, unnest(times);`,
  );
  await em.execute(`do $$
    declare
      company uuid := '${companyId}';
      start timestamptz;
      one uuid;
      ids uuid[];
      times float[];
    begin
      set synchronous_commit = off;
      ${loops.join('\n')}
    end $$`);
  const rows = await em.execute<{ what: number; us: number }[]>('select what, us from bench_time');
  return written.map((_, index) =>
    Math.round(
      percentile(
        rows.filter(({ what }) => what === index).map(({ us }) => us),
        0.5,
      ),
    ),
  );
}
