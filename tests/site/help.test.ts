import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCompany, startApi, type TestApi } from '../api/fixture.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await newCompany(api.orm, {}));
});
afterAll(() => api.close());

test.each([
  ['GET', '/v1/fiscal-documents', undefined, 'missing_api_key'],
  ['GET', '/v1/fiscal-documents/019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b', 'key', 'not_found'],
  ['GET', '/v1/fiscal-documents?pageSize=x', 'key', 'validation_error'],
  ['GET', '/v1/accounting/office', 'key', 'office_key_required'],
])('%s %s is refused with the page that explains why', async (method, path, asks, code) => {
  const { body } = await api.call(method, path, asks ? { key } : {});
  expect(body).toMatchObject({ code, help: `/docs/erros/${code}` });
  const page = await api.call('GET', String(body.help));
  expect({ status: page.status, language: page.text.includes('<html lang="pt-BR"') }).toEqual({
    status: 200,
    language: true,
  });
});
