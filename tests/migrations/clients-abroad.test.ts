import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { testOrm } from '../support/servers/parts.ts';

const before = 'Migration20261122130500_silence-by-taxpayer';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('clients abroad that were there before are of EX, in the totals of lists too, and going back takes it away', async () => {
  await orm.migrator.down({ to: before });
  const company = randomUUID();
  await query(`insert into company (id, tax_id, name, environment, created_at, updated_at)
    values ('${company}', '11222333000181', 'Padaria', 'HOMOLOGATION', now(), now())`);
  for (const [state, country] of [
    ["'SP'", 'BR'],
    ['null', 'BR'],
    ['null', 'US'],
  ]) {
    await query(`insert into client (id, company_id, name, taxpayer_type, state, country, created_at, updated_at)
      values ('${randomUUID()}', '${company}', 'Ana', 'NAO_CONTRIBUINTE', ${state}, '${country}', now(), now())`);
  }
  expect(await states()).toEqual({ kept: ['BR SP', 'BR null', 'US null'], counted: ['SP 1', 'null 2'] });

  await orm.migrator.up();
  expect(await states()).toEqual({ kept: ['BR SP', 'BR null', 'US EX'], counted: ['EX 1', 'SP 1', 'null 1'] });

  await orm.migrator.down({ to: before });
  expect(await states()).toEqual({ kept: ['BR SP', 'BR null', 'US null'], counted: ['SP 1', 'null 2'] });
  await orm.migrator.up();
});

async function states() {
  const kept = await query<{ text: string }>(
    `select country || ' ' || coalesce(state, 'null') as text from client order by 1`,
  );
  const counted = await query<{ text: string }>(`
    select coalesce(facets ->> 'state', 'null') || ' ' || sum(rows) as text from tally
    where table_name = 'client' group by facets ->> 'state' having sum(rows) > 0 order by 1`);
  return { kept: kept.map(({ text }) => text).sort(), counted: counted.map(({ text }) => text).sort() };
}

function query<Row>(sql: string): Promise<Row[]> {
  return orm.em.fork().execute<Row[]>(sql);
}
