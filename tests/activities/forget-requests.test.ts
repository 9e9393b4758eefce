import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logActivities } from '../../activities/retention.ts';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { operatorKey } from '../panel/admin/operator.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

let orm: Orm;
let workerOrm: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, workerOrm] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
});
afterAll(() => Promise.all([orm.close(), workerOrm.close()]));

test('what an operator’s program may repeat is forgotten after thirty days, and not before, by the worker’s login', async () => {
  const em = acrossCompanies(orm);
  const keys = [await operatorKey(orm), await operatorKey(orm)];
  for (const { id } of keys) {
    for (const [name, age] of [
      ['old', '30 days 1 minute'],
      ['young', '29 days 23 hours'],
    ]) {
      await em.execute(
        `insert into operator_request (key_id, idempotency_key, fingerprint, resource_id, created_at)
         values (?, ?, 'x', gen_random_uuid(), now() - ?::interval)`,
        [id, name, age],
      );
    }
  }
  const activities = logActivities({ orm: workerOrm });
  const run = () => new MockActivityEnvironment().run(() => activities.forgetOperatorRequests());
  expect([await run(), await run()]).toEqual([2, 0]);
  const left = await em.execute('select idempotency_key from operator_request');
  expect(left).toEqual([{ idempotency_key: 'young' }, { idempotency_key: 'young' }]);
  await expect(acrossCompanies(workerOrm).execute('delete from operator_request')).rejects.toThrow(/permission denied/);
});
