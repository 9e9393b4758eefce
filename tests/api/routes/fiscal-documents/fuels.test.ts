import { afterAll, beforeAll, expect, test } from 'vitest';
import { item, sale, startApi, type TestApi } from '../../fixture.ts';
import { newStore, type Store } from '../../store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
});
afterAll(() => api.close());

test('a fuel is shown complete, in the preview and in the document, as it goes on', async () => {
  const fuel = {
    anpCode: '320102001',
    biodieselPercent: 30,
    origins: [{ imported: false, state: 'SP', percent: '100' }],
  };
  const body = sale({
    items: [item({ unit: 'L', quantity: 100, unitValue: '6', icmsSituation: '15', fuel })],
    payments: null,
  });
  const { status, body: preview } = await store.preview(body);
  expect({ status, preview }).toMatchObject({ status: 200 });
  expect(preview).toMatchObject({
    // The ICMS of 30 litres of ethanol, at 1.57, is retained: 47.10.
    totalValue: '647.10',
    items: [
      {
        icms: { monoQuantity: '70.0000', monoRate: '1.5700', monoRetainedValue: '47.10' },
        fuel: { description: 'GASOLINA C COMUM', biodieselPercent: '30.0000', consumptionState: 'SP' },
        taxation: { icmsMonoRetainedRate: { value: '1.5700', source: 'TABLE' } },
      },
    ],
    taxTotals: { icmsMono: { retainedQuantity: '30.00', retainedValue: '47.10' } },
  });
  const created = await api.call('POST', '/v1/fiscal-documents', { key: store.key, body: { ...body, emit: false } });
  const kept = await api.call('GET', `/v1/fiscal-documents/${String(created.body.id)}`, { key: store.key });
  expect(kept.body).toMatchObject({
    items: [{ fuel: { ...fuel, biodieselPercent: '30.0000', origins: [{ imported: false, percent: '100.0000' }] } }],
  });
});
