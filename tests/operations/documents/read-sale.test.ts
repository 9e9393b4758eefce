import { afterAll, beforeAll, expect, test } from 'vitest';
import { item, newCompany, sale } from '../../api/fixture.ts';
import { startOwnApi, type OwnApi } from '../../api/own-api.ts';
import { issuesOf, newStore, pathsOf, type Store } from '../../api/store.ts';

let api: OwnApi;
let store: Store;
beforeAll(async () => {
  api = await startOwnApi();
  store = await newStore(api);
});
afterAll(() => api.close());

const ipi = { ncm: '22030000', ipiSituation: '50', ipiRate: 10 };

test('a sale may name only a product and a quantity', async () => {
  const productId = await store.product({ code: 'CAFE-500' });
  const { status, body } = await store.create({ items: [{ productId, quantity: 3 }] });
  expect(status).toBe(201);
  expect((await store.stored(body.id)).payload).toMatchObject({
    items: [
      {
        productId,
        quantity: '3',
        code: 'CAFE-500',
        description: 'Café torrado em grãos 500 g',
        unit: 'PCT',
        unitValue: '39.90',
        gtin: '7891000315507',
      },
    ],
  });
  expect(await store.detail(body.id)).toMatchObject({
    totalValue: '119.70',
    items: [{ code: 'CAFE-500', unit: 'PCT', unitValue: '39.90', totalValue: '119.70', taxation: null, taxedBy: null }],
  });
});

test('what the item says wins over the product', async () => {
  const productId = await store.product();
  const said = { code: 'X', description: 'Café em promoção', unit: 'KG', unitValue: '30.00', gtin: 'SEM GTIN' };
  const { body } = await store.create({ items: [{ productId, quantity: 1, ...said }] });
  expect((await store.stored(body.id)).payload.items).toEqual([{ productId, quantity: '1', ...said }]);
});

test('a service has no bar code, whatever its product has', async () => {
  const productId = await store.product();
  const issqn = { serviceCode: '14.01', rate: '5', municipalityCode: '3550308' };
  const { status, body } = await store.create({ items: [item(), { productId, quantity: 1, issqn }] });
  expect(status).toBe(201);
  expect((await store.stored(body.id)).payload.items[1]).not.toHaveProperty('gtin');
});

test('null on an item is what the product says', async () => {
  const productId = await store.product();
  const nothing = { code: null, description: null, unit: null, unitValue: null, gtin: null };
  const { body } = await store.create({ items: [{ productId, quantity: 1, ...nothing }] });
  expect(await store.detail(body.id)).toMatchObject({ items: [{ unit: 'PCT', unitValue: '39.90' }] });
});

test('without a product an item says for itself what it is', async () => {
  const { status, body } = await store.create({ items: [{ quantity: 1 }] });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(pathsOf(body)).toEqual(['items[0].code', 'items[0].description', 'items[0].unitValue']);
});

test('a product without price leaves the price to the item', async () => {
  const productId = await store.product({ salePrice: null });
  const { status, body } = await store.create({ items: [item(), { productId, quantity: 1 }] });
  expect(status).toBe(400);
  expect(issuesOf(body)).toEqual([{ path: 'items[1].unitValue', message: expect.stringContaining('salePrice') }]);
  expect((await store.create({ items: [{ productId, quantity: 1, unitValue: 5 }] })).status).toBe(201);
});

test('the nature of the operation may be the template’s, and is asked for where nobody says it', async () => {
  const templateId = await store.template();
  const { body } = await store.create({ operationNature: undefined, templateId });
  expect(await store.detail(body.id)).toMatchObject({ operationNature: 'Venda pelo modelo' });
  const said = await store.create({ operationNature: 'Venda ao balcão', templateId });
  expect(await store.detail(said.body.id)).toMatchObject({ operationNature: 'Venda ao balcão' });

  const silent = await store.template({ operationNature: null });
  for (const change of [{}, { templateId: silent }]) {
    const { status, body } = await store.create({ operationNature: null, ...change });
    expect(status).toBe(400);
    expect(pathsOf(body)).toEqual(['operationNature']);
  }
});

test('what a document took of its records stays when they are changed and removed', async () => {
  const productId = await store.product();
  const templateId = await store.template();
  const taxRuleId = await store.rule();
  const carrierId = await store.carrier({ document: '11.444.777/0001-61', city: 'Santos', state: 'SP' });
  const vehicle = await store.vehicle(carrierId);
  const names = { operationNature: null, templateId, taxRuleId, transport: { carrierId } };
  const { body } = await store.create({ ...names, items: [{ productId, quantity: 1 }] });
  const before = await store.detail(body.id);
  expect(before).toMatchObject({
    transport: {
      carrierId,
      carrierName: 'Transportes Andorinha Ltda',
      carrierDocument: '11444777000161',
      vehiclePlate: 'ABC1D23',
      vehicleState: 'SP',
    },
  });

  await store.call('PATCH', `/v1/products/${productId}`, { name: 'Outro', code: 'OUTRO', salePrice: 1, gtin: null });
  await store.call('PATCH', `/v1/carriers/${carrierId}`, { name: 'Outra Transportadora', document: null });
  await store.call('PATCH', `/v1/fiscal-templates/${templateId}`, { operationNature: 'Outra' });
  expect(await store.detail(body.id)).toEqual(before);
  for (const path of [
    `carriers/${carrierId}/vehicles/${vehicle}`,
    `carriers/${carrierId}`,
    `products/${productId}`,
    `tax-rules/${taxRuleId}`,
    `fiscal-templates/${templateId}`,
  ]) {
    expect(await store.call('DELETE', `/v1/${path}`)).toMatchObject({ status: 200 });
  }
  expect(await store.detail(body.id)).toEqual(before);
});

test('a plate that is sent wins over the fleet', async () => {
  const carrierId = await store.carrier();
  await store.vehicle(carrierId, { rntc: '12345678' });
  const plate = { vehiclePlate: 'xyz-9876', vehicleState: 'rj' };
  const { body } = await store.create({ transport: { carrierId, ...plate } });
  expect((await store.stored(body.id)).payload).toMatchObject({
    transport: { vehiclePlate: 'XYZ9876', vehicleState: 'RJ' },
  });
  expect((await store.stored(body.id)).payload).not.toHaveProperty('transport.vehicleRntc');
});

test('a carrier without vehicles leaves the plate empty', async () => {
  const { body } = await store.create({ transport: { carrierId: await store.carrier(), freightType: 'SENDER' } });
  expect(await store.detail(body.id)).toMatchObject({
    transport: { freightType: 'SENDER', carrierName: 'Transportes Andorinha Ltda', vehiclePlate: null },
  });
});

test('the snapshot of a carrier is nothing that a caller may send', async () => {
  const { status, body } = await store.create({ transport: { carrier: { name: 'X' }, vehicleRntc: '1' } });
  expect(status).toBe(400);
  expect(pathsOf(body)).toEqual(['transport.carrier', 'transport.vehicleRntc']);
});

test('taxes that records add are in the total, in installments and in payments from the start', async () => {
  const productId = await store.product({ salePrice: '100.00', nfeConfig: ipi });
  const items = [{ productId, quantity: 2 }];
  const { status, body } = await store.create({ items, payments: [{ method: 'PIX', value: '220.00' }] });
  expect(status).toBe(201);
  expect((await store.stored(body.id)).totalValue).toBe('220.00');

  const short = await store.create({ items, duplicates: [{ dueDate: '2030-01-31', value: '200.00' }] });
  expect(short).toMatchObject({ status: 400, body: { code: 'invalid_duplicates' } });
  expect(short.body.message).toContain('R$ 20,00 a menos');
  const over = await store.create({ items, payments: [{ method: 'PIX', value: '220.01' }] });
  expect(over).toMatchObject({ status: 422, body: { code: 'invalid_payments' } });
});

test('installments that are due before today are still a draft, and add up', async () => {
  const productId = await store.product({ salePrice: '100.00', nfeConfig: ipi });
  const duplicates = [{ dueDate: '2020-01-31', value: '110.00' }];
  const { status, body } = await store.create({ items: [{ productId, quantity: 1 }], duplicates });
  expect(status).toBe(201);
  expect((await store.stored(body.id)).totalValue).toBe('110.00');
});

test('a draft whose taxes cannot be resolved yet is kept at the value before them', async () => {
  const productId = await store.product({ salePrice: '100.00', nfeConfig: { ...ipi, ncm: null } });
  const { status, body } = await store.create({ items: [{ productId, quantity: 1 }] });
  expect(status).toBe(201);
  expect((await store.stored(body.id)).totalValue).toBe('100.00');
});

test('a company without fiscal settings keeps drafts of its products', async () => {
  const bare = await newStore(api, { settings: null });
  const productId = await bare.product();
  expect(await bare.create({ items: [{ productId, quantity: 1 }] })).toMatchObject({ status: 201 });
});

test('a sale that names no record asks the database for none', async () => {
  const { key } = await newCompany(api.orm);
  const plain = { key, body: sale({ client: { name: 'Consumidor', document: '' } }) };
  const statements = await statementsOf(() => api.call('POST', '/v1/fiscal-documents', plain));
  expect(statements.filter((sql) => /product|tax_rule|fiscal_template|carrier|vehicle/.test(sql))).toEqual([]);
});

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const logger = api.apiOrm.config.getLogger();
  logger.setDebugMode(['query']);
  const log = logger.logQuery.bind(logger);
  logger.logQuery = (context) => void statements.push(context.query ?? '');
  try {
    await work();
  } finally {
    logger.logQuery = log;
    logger.setDebugMode(false);
  }
  expect(statements.length).toBeGreaterThan(0);
  return statements;
}

test('equal numbers are kept alike, however they are written', async () => {
  const line = { code: 'X', description: 'Café', ncm: '09012100', cfop: '5102' };
  const ways = [
    { quantity: '0001', unitValue: '0010.00', discount: '01', icmsRate: '18' },
    { quantity: 1, unitValue: 10, discount: 1, icmsRate: 18 },
    { quantity: '1.000', unitValue: '10.0', discount: '1.0', icmsRate: '18.0' },
  ];
  for (const way of ways) {
    const { body } = await store.create({
      items: [{ ...line, ...way }],
      payments: [{ method: 'PIX', value: '09.00' }],
    });
    const { items } = (await store.stored(body.id)).payload;
    const kept = { quantity: '1', unitValue: '10.00', discount: '1.00', icmsRate: '18.0000' };
    expect(items).toEqual([{ ...line, ...kept }]);
    expect(await store.detail(body.id)).toMatchObject({ items: [{ quantity: '1', unitValue: '10.00' }] });
  }
});
