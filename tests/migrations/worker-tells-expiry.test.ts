import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inTransaction } from '../../operations/outbox.ts';
import { tellExpiring } from '../../operations/waits/tell-notices.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

let worker: Orm;
beforeAll(async () => {
  worker = await patientOrm(byLogin(await testDatabase(), 'worker'));
});
afterAll(() => worker.close());

test('the worker’s login may note that the end of a certificate was reported, and change nothing else of it', async () => {
  const wake = (): Promise<void> => Promise.resolve();
  expect(await inTransaction(acrossCompanies(worker), wake, (tx) => tellExpiring(tx, new Date()))).toBe(0);
  const changed = acrossCompanies(worker).execute(`update certificate set is_active = false`);
  await expect(changed).rejects.toThrow(/permission denied/);
});
