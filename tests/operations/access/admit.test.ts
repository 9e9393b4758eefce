import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { hashApiKey } from '../../../domain/access/key.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { admit } from '../../../operations/access/admit.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { createCompany, createKey } from '../../../operations/provisioning.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let owner: Orm;
let api: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  owner = await patientOrm(url);
  api = await patientOrm(byLogin(url, 'api'));
});
afterAll(() => Promise.all([owner.close(), api.close()]));

test('a login that reads no keys admits one by its hash, in one statement', async () => {
  const company = await createCompany(acrossCompanies(owner), demoCompany);
  const { key, secret } = await createKey(acrossCompanies(owner), {
    company,
    name: 'ERP',
    scopes: ['documents:write'],
    rateBurst: 2,
  });
  const admission = await admit(api, hashApiKey(secret));
  expect(admission).toMatchObject({
    kind: 'admitted',
    caller: { keyId: key.id, scopes: ['documents:write'], company: { id: company.id, taxId: demoCompany.taxId } },
    quota: { limit: 2, remaining: 1 },
  });
  expect(await admit(api, 'a'.repeat(64))).toEqual({ kind: 'unknown' });
  const reading = inCompany(api, company.id, (em) => em.execute('select hash from api_key'));
  await expect(reading).rejects.toThrow('permission denied for table api_key');
});
