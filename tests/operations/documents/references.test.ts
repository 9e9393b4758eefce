import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { service } from '../../api/service.ts';
import { issuesOf, newStore, pathsOf, sharedTemplate, type Store } from '../../api/store.ts';

let api: TestApi;
let store: Store;
let rival: Store;
beforeAll(async () => {
  api = await startApi();
  [store, rival] = [await newStore(api), await newStore(api)];
});
afterAll(() => api.close());

const nobody = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';
const line = { quantity: 2, code: 'A', description: 'Café', unitValue: '10.00', ncm: '09012100' };

type Kind = {
  code: string;
  path: string;
  body: (id: string) => Record<string, unknown>;
  make: (of: Store) => Promise<string>;
  resource: string;
};
const kinds: Record<string, Kind> = {
  template: {
    code: 'invalid_template',
    path: 'templateId',
    body: (templateId) => ({ templateId }),
    make: (of) => of.template(),
    resource: 'fiscal-templates',
  },
  'tax rule of the document': {
    code: 'invalid_tax_rule',
    path: 'taxRuleId',
    body: (taxRuleId) => ({ taxRuleId }),
    make: (of) => of.rule(),
    resource: 'tax-rules',
  },
  'tax rule of an item': {
    code: 'invalid_tax_rule',
    path: 'items[1].taxRuleId',
    body: (taxRuleId) => ({ items: [line, { ...line, taxRuleId }] }),
    make: (of) => of.rule(),
    resource: 'tax-rules',
  },
  product: {
    code: 'invalid_product',
    path: 'items[0].productId',
    body: (productId) => ({ items: [{ quantity: 1, productId }] }),
    make: (of) => of.product(),
    resource: 'products',
  },
  carrier: {
    code: 'invalid_carrier',
    path: 'transport.carrierId',
    body: (carrierId) => ({ transport: { carrierId } }),
    make: (of) => of.carrier(),
    resource: 'carriers',
  },
};

test.each(Object.entries(kinds))('a %s of the company is accepted, however its id is written', async (_what, kind) => {
  const id = await kind.make(store);
  for (const written of [id, id.toUpperCase()]) {
    expect(await store.create(kind.body(written))).toMatchObject({ status: 201 });
  }
});

const refusals = Object.entries(kinds).flatMap(([what, kind]) =>
  ['another company’s', 'nobody’s', 'a removed', 'a malformed'].map((whose): [string, string, Kind] => [
    whose,
    what,
    kind,
  ]),
);

test.each(refusals)('%s %s is refused with its code and path, at creation and preview', async (whose, _what, kind) => {
  const body = kind.body(await idOf(whose, kind));
  for (const answer of [await store.create(body), await store.preview(body)]) {
    expect(answer).toMatchObject({ status: 422, body: { code: kind.code } });
    expect(pathsOf(answer.body)).toEqual([kind.path]);
  }
});

test('everything that cannot be used is reported at once', async () => {
  const { status, body } = await store.create({
    templateId: nobody,
    taxRuleId: 'x',
    transport: { carrierId: await rival.carrier() },
    items: [
      { quantity: 1, productId: await rival.product(), taxRuleId: nobody },
      { quantity: 1, productId: nobody },
    ],
  });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_template' });
  expect(pathsOf(body)).toEqual([
    'templateId',
    'taxRuleId',
    'transport.carrierId',
    'items[0].productId',
    'items[0].taxRuleId',
    'items[1].productId',
  ]);
});

test('a template of services is not for an NF-e', async () => {
  const templateId = await store.template({ type: 'NFSE', operationNature: null });
  const { status, body } = await store.create({ templateId });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'template_type_mismatch' });
  expect(issuesOf(body)).toEqual([{ path: 'templateId', message: expect.stringContaining('de NFS-e') }]);
});

test('a template that all companies share is accepted', async () => {
  expect(await store.create({ templateId: await sharedTemplate(api) })).toMatchObject({ status: 201 });
});

test.each([
  ['an inactive', { isActive: false }, 'está inativa'],
  ['an NFS-e', { model: 'NFSE', nfeTaxRules: undefined }, 'é de NFS-e'],
])('%s tax rule is refused, saying so', async (_what, fields, reason) => {
  const { status, body } = await store.create({ taxRuleId: await store.rule(fields) });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_tax_rule' });
  expect(body.message).toContain(`"Revenda" ${reason}`);
});

test('a tax rule of goods is refused on a service, saying so', async () => {
  const asked = service({ taxRuleId: await store.rule() });
  const { status, body } = await store.call('POST', '/v1/fiscal-documents', asked);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_tax_rule' });
  expect(body.message).toContain('"Revenda" é de NF-e');
});

test('a rule of goods that a product has is nothing to a service', async () => {
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId: await store.rule() } });
  const { body } = await store.create({ type: 'NFSE', items: [{ quantity: 1, productId }] });
  expect(body.code).not.toBe('invalid_tax_rule');
});

test.each([
  ['removed', 'DELETE', undefined, 'foi removida'],
  ['deactivated', 'PATCH', { isActive: false }, 'está inativa'],
])('a product whose rule was %s is refused, naming both', async (_what, method, change, reason) => {
  const rule = await store.rule({ name: 'Cesta básica' });
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId: rule } });
  await store.call(method, `/v1/tax-rules/${rule}`, change);
  const items = [{ quantity: 1, productId }];
  const { status, body } = await store.create({ items });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_tax_rule' });
  const [issue] = issuesOf(body);
  expect(issue?.path).toBe('items[0].productId');
  expect(issue?.message).toContain(`"Cesta básica" do produto "Café torrado em grãos 500 g" ${reason}`);

  const other = await store.rule();
  expect(await store.create({ items, taxRuleId: other })).toMatchObject({ status: 201 });
  expect(await store.create({ items: [{ ...items[0], taxRuleId: other }] })).toMatchObject({ status: 201 });
});

async function idOf(whose: string, kind: Kind): Promise<string> {
  switch (whose) {
    case 'another company’s':
      return kind.make(rival);
    case 'nobody’s':
      return nobody;
    case 'a malformed':
      return "1' or '1'='1";
    default: {
      const id = await kind.make(store);
      const { status } = await store.call('DELETE', `/v1/${kind.resource}/${id}`);
      expect(status).toBe(200);
      return id;
    }
  }
}
