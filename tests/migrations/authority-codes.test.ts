import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { testOrm } from '../support/servers/parts.ts';

const before = 'Migration20261121233000_webhook-log';
const after = 'Migration20261122125000_authority-codes';
const tables = ['authority_call', 'document', 'document_event', 'inutilization'];

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('a code of five characters fits, no row of a big table is written for it, and going back cuts it', async () => {
  await orm.migrator.down({ to: before });
  const company = randomUUID();
  await query(`insert into company (id, tax_id, name, environment, created_at, updated_at)
    values ('${company}', '11222333000181', 'Padaria', 'HOMOLOGATION', now(), now())`);
  await call(company, '656');
  await expect(call(company, 'E0014')).rejects.toThrow();
  const written = await files();

  await orm.migrator.up({ to: after });
  expect(await files()).toEqual(written);
  await call(company, 'E0014');
  expect(await codes()).toEqual(['656', 'E0014']);
  expect(await query(`select indexdef from pg_indexes where indexname = 'authority_call_throttled'`)).toEqual([
    { indexdef: expect.stringMatching(/WHERE .*c_stat.* = '656'/) },
  ]);

  await orm.migrator.down({ to: before });
  expect(await codes()).toEqual(['656', 'E001']);
  await orm.migrator.up();
});

function call(company: string, cStat: string): Promise<unknown> {
  return query(`insert into authority_call (id, company_id, service, subject, started_at, c_stat)
    values ('${randomUUID()}', '${company}', 'NfeAutorizacao', 'chave', now(), '${cStat}')`);
}

async function codes(): Promise<string[]> {
  const rows = await query<{ code: string }>('select c_stat as code from authority_call order by started_at');
  return rows.map(({ code }) => code);
}

/** The file in which PostgreSQL keeps the rows of each table: a rewritten table gets another one. */
function files(): Promise<unknown[]> {
  const each = tables.map((table) => `pg_relation_filenode('${table}') as ${table}`);
  return query(`select ${each.join(', ')}`);
}

function query<Row>(sql: string): Promise<Row[]> {
  return orm.em.fork().execute<Row[]>(sql);
}
