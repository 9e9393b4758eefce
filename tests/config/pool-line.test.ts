import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrm, type Orm } from '../../config/orm.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { poolState } from '../../operations/figures/pool.ts';
import { testDatabase } from '../support/servers/parts.ts';
import { until } from '../support/checks/until.ts';

const patienceMs = 2_000;
let orm: Orm;
beforeAll(async () => {
  orm = await createOrm(await testDatabase(), { pool: 2, connectMs: patienceMs });
  await orm.em.fork().execute('select 1'); // opens the connection
});
afterAll(() => orm.close());

test('who waits longer than a connection may take is served all the same while others come and go', async () => {
  const steps = Array.from({ length: 40 }, () => orm.em.fork().execute('select pg_sleep(0.2)'));
  await until('they wait in line', async () => (await poolState(orm)).waiting > 30);
  await Promise.all(steps); // the last of them takes four seconds
  expect(await poolState(orm)).toMatchObject({ waiting: 0, limit: 2 });
});

test('where no connection is given back, who waits is told that the database is away', async () => {
  const held = Promise.withResolvers<void>();
  const holders = [1, 2].map(() =>
    orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      await held.promise;
    }),
  );
  await setTimeout(100);
  const refused = await orm.em
    .fork()
    .execute('select 1')
    .catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  held.resolve();
  await Promise.all(holders);
  await orm.em.fork().execute('select 1');
});
