import type { EntityManager } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { percentile } from '../figures/percentile.ts';
import type { FilledApi } from '../filled-api.ts';

const each = 300;
/** All cases alternate, so that none has the quieter minutes of the machine. */
const rounds = 5;

/** A kind of write, and the statement that prepares all writes of the kind. */
type Write = { what: string; before?: string; sql: string };

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
  {
    what: 'update of what was synchronized',
    before: `perform set_config('lavra.company_id', company::text, false);
      perform number_changed_documents(1000000); commit`,
    sql: `update document set cancellation_reason = 'x', updated_at = now() where id = ids[i]`,
  },
];

const syncTriggers = ['document_sync_insert', 'document_sync_update'];
const dayTriggers = ['document_day_insert', 'document_day_update'];
const cases = [
  { what: 'all triggers', disabled: [] },
  { what: 'without those of synchronization', disabled: syncTriggers },
  { what: 'without those of the days', disabled: dayTriggers },
  { what: 'without any', disabled: ['user'] },
];
const ends = [
  { what: 'with the commit', synchronous: true },
  { what: 'without the commit', synchronous: false },
];

export const writeHeads = ['', ...ends.flatMap((end) => cases.map((one) => `${one.what}, ${end.what}`))];

/** The cost of one write with the triggers that count and mark, and without them: one row of the table for each kind. */
export async function writes({ orm, companyId }: FilledApi): Promise<string[][]> {
  const em = acrossCompanies(orm);
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { what: end, synchronous } of ends) {
      for (const { what, disabled } of cases) {
        for (const trigger of disabled) await em.execute(`alter table document disable trigger ${trigger}`);
        for (const [index, us] of (await timed(em, companyId, synchronous)).entries()) {
          const key = `${index} ${what} ${end}`;
          times.set(key, [...(times.get(key) ?? []), ...us]);
        }
        await em.execute('alter table document enable trigger user');
      }
    }
  }
  await em.execute('drop table bench_time');
  return written.map(({ what }, index) => [
    what,
    ...ends.flatMap((end) =>
      cases.map((one) => Math.round(percentile(times.get(`${index} ${one.what} ${end.what}`) ?? [], 0.5)).toString()),
    ),
  ]);
}

/** Runs each write in a transaction of its own, timed in PostgreSQL. The rows stay, those without triggers included. */
async function timed(em: EntityManager, companyId: string, synchronous: boolean): Promise<number[][]> {
  await em.execute('create table if not exists bench_time (what int, us float)');
  await em.execute('truncate bench_time');
  const lap = `times[i] := extract(epoch from clock_timestamp() - start) * 1e6`;
  const loops = written.map(
    ({ before = '', sql }, index) => `
      ${before && `${before};`}
      for i in 1..${each} loop
        start := clock_timestamp();
        ${sql};
        ${synchronous ? `commit; ${lap}` : `${lap}; commit`};
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
      set synchronous_commit = ${synchronous ? 'on' : 'off'};
      ${loops.join('\n')}
    end $$`);
  const rows = await em.execute<{ what: number; us: number }[]>('select what, us from bench_time');
  return written.map((_, index) => rows.filter(({ what }) => what === index).map(({ us }) => us));
}
