import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { item, newCompany, sale, startApi, type TestApi } from '../../api/fixture.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await newCompany(api.orm));
});
afterAll(() => api.close());

test('fifty identical requests at the same moment are one document: one 201 and 49 replays', async () => {
  const { key, company } = await newCompany(api.orm);
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('venda-50', sale(), key)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const replays = answers.filter(({ status }) => status === 200);
  expect(replays).toHaveLength(49);
  expect(replays.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await acrossCompanies(api.orm).count(Document, { company: company.id })).toBe(1);
});

test('the order of fields makes no other request', async () => {
  const { body: first } = await create('ordem', sale());
  const turned = Object.fromEntries(Object.entries(sale()).reverse());
  const { status, body } = await create('ordem', turned);
  expect(status).toBe(200);
  expect(body.id).toBe(first.id);
});

test('a replay shows the document as it stands now', async () => {
  const { body: first } = await create('agora', sale());
  await acrossCompanies(api.orm).nativeUpdate(Document, { id: String(first.id) }, { status: 'REJECTED' });
  const { status, body } = await create('agora', sale());
  expect(status).toBe(200);
  expect(body).toEqual({ ...first, status: 'REJECTED' });
});

test('the same key with another body is 422 idempotency_key_mismatch', async () => {
  await create('outra', sale());
  const { status, body } = await create('outra', sale({ items: [item({ quantity: 5 })] }));
  expect(status).toBe(422);
  expect(body.code).toBe('idempotency_key_mismatch');
});

test('another company’s key of the same name is another key', async () => {
  await create('comum', sale());
  const other = await newCompany(api.orm);
  expect((await create('comum', sale(), other.key)).status).toBe(201);
});

test('a refused request leaves its key free', async () => {
  expect((await create('livre', sale({ items: [] }))).status).toBe(400);
  expect((await create('livre', sale())).status).toBe(201);
});

test.each(['', ' ', 'a b', 'ação', '"quoted"', 'x'.repeat(101), 'a,b'])('the key %j is malformed', async (text) => {
  const { status, body } = await create(Buffer.from(text, 'utf8').toString('latin1'), sale());
  expect(status).toBe(400);
  expect(body.code).toBe('invalid_idempotency_key');
});

test.each(['a', 'x'.repeat(100), 'A-z_0.9:b'])('the key %s is well formed', async (text) => {
  expect((await create(text, sale())).status).toBe(201);
});

function create(idempotencyKey: string, body: unknown, as = key) {
  return api.call('POST', '/v1/fiscal-documents', { key: as, body, headers: { 'idempotency-key': idempotencyKey } });
}
