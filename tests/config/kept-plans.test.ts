import { IsolationLevel } from '@mikro-orm/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrm, type EntityManager, type Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { sentAhead } from '../../domain/statement-marks.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { flushAhead, keepPlans } from '../../operations/keep-plans.ts';
import { testDatabase } from '../support/servers/parts.ts';

/** An ORM with one connection, whose cached plans the test can read. */
let orm: Orm;
beforeAll(async () => {
  orm = await createOrm(await testDatabase(), { pool: 1, connectMs: 150_000 });
  await orm.em
    .fork()
    .execute('create table kept (id int primary key, at timestamptz, said text, facts jsonb, is_so boolean)');
});
afterAll(() => orm.close());

const keeping = <Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result> =>
  orm.em.fork().transactional((em) => {
    keepPlans(em);
    return work(em);
  });

test('values of every kind arrive as they do the other way, and the statement is known the second time', async () => {
  const at = new Date('2026-11-28T12:34:56.789Z');
  const insert = 'insert into kept (id, at, said, facts, is_so) values (?, ?, ?, ?, ?)';
  const [rows, known] = await keeping(async (em) => {
    await em.execute(insert, [1, at, "d'água \\ ? $1 ç", { a: [1, { b: null }] }, true]);
    await em.execute(insert, [2, null, null, null, false]);
    return [
      await em.execute<object[]>('select at, said, facts, is_so from kept where id in (?) order by id', [[1, 2]]),
      await em.execute<object[]>(
        `select generic_plans + custom_plans as uses from pg_prepared_statements where statement like 'insert%'`,
      ),
    ];
  });
  expect(rows.map((row) => JSON.parse(JSON.stringify(row)) as object)).toEqual([
    {
      at: expect.stringContaining('2026-11-28'),
      said: "d'água \\ ? $1 ç",
      facts: { a: [1, { b: null }] },
      is_so: true,
    },
    { at: null, said: null, facts: null, is_so: false },
  ]);
  const [{ same }] = await orm.em
    .fork()
    .execute<[{ same: boolean }]>('select at = ? as same from kept where id = 1', [at]);
  expect(same).toBe(true);
  expect(known).toEqual([{ uses: expect.anything() }]);
});

test('a transaction that does not ask for it keeps nothing', async () => {
  const known = await orm.em.fork().transactional(async (em) => {
    await em.execute('select said from kept where id = ? and is_so', [1]);
    return em.execute<object[]>(`select 1 from pg_prepared_statements where statement like '%and is_so%'`);
  });
  expect(known).toEqual([]);
});

test('what failed and was not waited for is reported by the commit, and nothing of the transaction stays', async () => {
  const twice = keeping(async (em) => {
    await em.execute('insert into kept (id, said) values (?, ?)', [3, 'lost']);
    await em.execute(`${sentAhead}insert into kept (id, said) values (?, ?)`, [3, 'again']);
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  expect(await orm.em.fork().execute('select id from kept where id = 3')).toEqual([]);
  await keeping((em) => em.execute('insert into kept (id, said) values (?, ?)', [3, 'kept']));
  expect(await orm.em.fork().execute('select said from kept where id = 3')).toEqual([{ said: 'kept' }]);
});

test('what a flush sends ahead is there behind the commit, and where the database refuses it nothing of the transaction is', async () => {
  const taxId = '11222333000181';
  const flushed = (name: string) =>
    keeping(async (em) => {
      const company = em.create(Company, { taxId, name, environment: 'HOMOLOGATION', settings: null });
      await flushAhead(em);
      company.tradeName = 'Padaria do Zé';
      await flushAhead(em);
    });
  await flushed('Padaria');
  const kept = () => orm.em.fork().execute('select name, trade_name from company where tax_id = ?', [taxId]);
  expect(await kept()).toEqual([{ name: 'Padaria', trade_name: 'Padaria do Zé' }]);
  await expect(flushed('Outra')).rejects.toMatchObject({ code: '23505' });
  expect(await kept()).toEqual([{ name: 'Padaria', trade_name: 'Padaria do Zé' }]);
});

test('outside of a transaction nothing is sent ahead: who asks is told what failed', async () => {
  const alone = orm.em.fork().execute(`${sentAhead}insert into kept (id) values (1)`);
  await expect(alone).rejects.toMatchObject({ code: '23505' });
});

test('a plan that a migration made invalid is reported as a database that is away, and the next try finds another', async () => {
  const read = () => keeping((em) => em.execute<object[]>('select * from kept where id = ?', [3]));
  await read();
  await orm.em.fork().execute('alter table kept add column more int');
  const refused = await read().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Error);
  expect(isDatabaseAway(refused)).toBe(true);
  expect(await read()).toEqual([expect.objectContaining({ id: 3, more: null })]);
});

test('a name that the backend does not know any more, as behind a pooler, is given anew', async () => {
  const read = () => keeping((em) => em.execute<object[]>('select said from kept where id = ?', [3]));
  await read();
  await orm.em.fork().execute('deallocate all');
  const refused = await read().catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  expect(await read()).toEqual([{ said: 'kept' }]);
});

test('rows that are read by a cursor are read behind the beginning of their transaction', async () => {
  const levels: unknown[] = [];
  await orm.em.fork().transactional(
    async (em) => {
      const rows = em.getConnection().stream('show transaction_isolation', [], em.getTransactionContext());
      for await (const row of rows) levels.push(row);
    },
    { isolationLevel: IsolationLevel.SERIALIZABLE },
  );
  expect(levels).toEqual([{ transaction_isolation: 'serializable' }]);
});
