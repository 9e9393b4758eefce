import { afterAll, beforeAll, expect, test } from 'vitest';
import { item, sale, startApi, type TestApi } from '../../fixture.ts';
import { newStore } from '../../store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const oversized = { path: 'items', message: expect.stringMatching(/de 990 itens, teria \d+ KB.*até 500 KB/) };

test('a note larger than the authority takes is refused before a 201, and kept as a draft with its size', async () => {
  const store = await newStore(api);
  const refused = { status: 400, body: { code: 'validation_error', issues: [oversized] } };
  expect(await store.call('POST', '/v1/fiscal-documents', saleOf(990, { emit: true }))).toMatchObject(refused);
  expect(await store.call('POST', '/v1/fiscal-documents/preview', saleOf(990))).toMatchObject(refused);

  const draft = await store.call('POST', '/v1/fiscal-documents', saleOf(990));
  expect(draft).toMatchObject({ status: 201, body: { status: 'DRAFT', warnings: [oversized] } });
  const path = `/v1/fiscal-documents/${String(draft.body.id)}`;
  const { items } = saleOf(990);
  expect(await store.call('PATCH', path, { items })).toMatchObject({ status: 200, body: { warnings: [oversized] } });
  expect(await store.call('POST', `${path}/emit`)).toMatchObject(refused);
  const smaller = await store.call('PATCH', path, { items: items.slice(0, 100), payments: payments(100) });
  expect(smaller).toMatchObject({ status: 200, body: { status: 'DRAFT', warnings: [] } });
});

function saleOf(count: number, changes: object = {}) {
  const items = Array.from({ length: count }, (_, at) => item({ code: `CAFE-${at}`, quantity: 1, unitValue: '1.00' }));
  return { ...sale(), items, payments: payments(count), ...changes };
}

function payments(count: number) {
  return [{ method: 'PIX', value: `${count}.00` }];
}
