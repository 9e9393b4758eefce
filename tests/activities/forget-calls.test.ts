import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logActivities } from '../../activities/retention.ts';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { newCompany } from '../api/fixture.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

let orm: Orm;
let workerOrm: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, workerOrm] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
});
afterAll(() => Promise.all([orm.close(), workerOrm.close()]));

test('calls are forgotten after seven days, and not before, by the worker’s login, which reads none', async () => {
  const em = acrossCompanies(orm);
  for (const { company } of [await newCompany(orm), await newCompany(orm)]) {
    for (const [path, age] of [
      ['/old', '7 days 1 minute'],
      ['/young', '6 days 23 hours'],
    ]) {
      await em.execute(
        `insert into api_call (id, company_id, key_id, at, method, path, operation, status, duration_ms, request_id, request_bytes, response_bytes)
         values (gen_random_uuid(), ?, gen_random_uuid(), now() - ?::interval, 'GET', ?, 'x', 200, 1, 'r', 0, 0)`,
        [company.id, age, path],
      );
    }
  }
  const activities = logActivities({ orm: workerOrm });
  const run = () => new MockActivityEnvironment().run(() => activities.forgetApiCalls());
  expect([await run(), await run()]).toEqual([2, 0]);
  expect(await em.execute('select path from api_call')).toEqual([{ path: '/young' }, { path: '/young' }]);
  for (const sql of ['delete from api_call', 'select * from api_call']) {
    await expect(acrossCompanies(workerOrm).execute(sql)).rejects.toThrow(/permission denied/);
  }
});
