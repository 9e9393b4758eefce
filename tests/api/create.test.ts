import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { acrossCompanies } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { item, newCompany, sale, startApi, type TestApi } from './fixture.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await newCompany(api.orm));
});
afterAll(() => api.close());

const create = (body: unknown, headers: Record<string, string> = {}) =>
  api.call('POST', '/v1/fiscal-documents', { key, body, headers });

test('a sale becomes a draft without number and without run', async () => {
  const { status, body } = await create(sale());
  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.any(String), type: 'NFE', status: 'DRAFT', number: 0, runId: null });
});
