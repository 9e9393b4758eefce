import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrm, type Orm } from '../../config/orm.ts';
import { isDatabaseAway } from '../../operations/database.ts';
import { poolState } from '../../operations/figures/pool.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';
import { until } from '../support/checks/until.ts';

const callers = 8;
const rounds = 40;

/** An ORM as processes open it; `admin` ends its sessions at PostgreSQL. */
let orm: Orm;
let admin: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, admin] = await Promise.all([createOrm(url), patientOrm(byLogin(url, 'admin'))]);
});
afterAll(() => Promise.all([orm.close(), admin.close()]));

test(`sessions that end at any moment of ${rounds} rounds of transactions cost no connection, and each tells that the database was away`, async () => {
  const broken: unknown[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const calls = Array.from({ length: callers }, (_, caller) => call(round * callers + caller));
    const ending = endSessions(round % 7);
    const results = await Promise.allSettled(calls);
    await ending;
    for (const result of results) if (result.status === 'rejected') broken.push(result.reason);
  }

  expect(broken.length).toBeGreaterThan(rounds / 2);
  expect(broken.filter((reason) => !isDatabaseAway(reason))).toEqual([]);
  await until('every connection is back', async () => {
    const { open, idle, waiting } = await poolState(orm);
    return open === idle && waiting === 0;
  });
  await Promise.all(Array.from({ length: 10 }, () => orm.em.fork().transactional((em) => em.execute('select 1'))));
});

/** The steps of a transaction, mixed differently for each number. */
async function call(number: number): Promise<void> {
  if (number % 5 === 0) return void (await orm.em.fork().execute('select pg_sleep(0.002)'));
  await orm.em.fork().transactional(async (em) => {
    for (let step = 0; step < number % 4; step += 1) await em.execute('select pg_sleep(0.001)');
    if (number % 3 === 0) {
      await em.transactional((inner) => inner.execute('select pg_sleep(0.001)'));
    }
    if (number % 11 === 0) await Promise.all([em.execute('select 1'), em.execute('select pg_sleep(0.002)')]);
  });
}

/** Ends all its sessions after so many statements of the administrator. */
async function endSessions(after: number): Promise<void> {
  for (let passed = 0; passed < after; passed += 1) await admin.em.fork().execute('select 1');
  await admin.em.fork().execute(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and usename <> current_user`,
  );
}
