import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { linkOf, newOffice } from '../../support/office.ts';
import { newCompany, sale, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('an office that may issue creates a document that is the company’s, with the same answers but for paths and issuer', async () => {
  const { office, key } = await newOffice(api.orm, { name: 'Contábil Aurora' });
  const { company, key: companyKey } = await newCompany(api.orm);
  await linkOf(api.orm, office, company, { issuingAllowed: true });
  const base = `/v1/accounting/companies/${company.id}/fiscal-documents`;
  const created = await api.call('POST', base, { key, body: sale() });
  expect(created.status).toBe(201);
  const path = String(created.body.id);
  const forOffice = await api.call('GET', `${base}/${path}`, { key });
  const forCompany = await api.call('GET', `/v1/fiscal-documents/${path}`, { key: companyKey });
  expect(forOffice.status).toBe(200);
  expect(forOffice.body).toEqual(forCompany.body);
  expect(forOffice.body.issuedBy).toEqual({ kind: 'OFFICE', name: 'Contábil Aurora' });
  const list = await api.call('GET', `${base}?environment=ALL`, { key });
  expect(list.body).toMatchObject({ meta: { total: 1 } });
});

test('refusals come in their order: kind of key, key, suspended, scope, link, permission', async () => {
  const { office, key } = await newOffice(api.orm, { scopes: ['documents:write'] });
  const { company, key: companyKey } = await newCompany(api.orm);
  const path = `/v1/accounting/companies/${company.id}/fiscal-documents`;
  const refusal = async (method: string, at: string, used?: string) => {
    const { status, body } = await api.call(method, at, {
      ...(used ? { key: used } : {}),
      body: method === 'POST' ? {} : undefined,
    });
    return [status, body.code];
  };
  expect(await refusal('POST', path)).toEqual([401, 'missing_api_key']);
  expect(await refusal('POST', path, companyKey)).toEqual([401, 'office_key_required']);
  expect(await refusal('GET', '/v1/fiscal-documents', key)).toEqual([401, 'invalid_api_key']);
  expect(await refusal('GET', path, key)).toEqual([403, 'insufficient_scope']);
  expect(await refusal('POST', path, key)).toEqual([403, 'company_not_in_portfolio']);
  expect(await refusal('POST', '/v1/accounting/companies/x/fiscal-documents', key)).toEqual([
    403,
    'company_not_in_portfolio',
  ]);
  const link = await linkOf(api.orm, office, company);
  expect(await refusal('POST', path, key)).toEqual([403, 'office_issuing_not_allowed']);
  expect(link.status).toBe('ACTIVE');
});
