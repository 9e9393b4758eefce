import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { item, sale, startApi, type TestApi } from '../../fixture.ts';
import { issuesOf, newStore, type Store } from '../../store.ts';

let api: TestApi;
let store: Store;
beforeAll(async () => {
  api = await startApi();
  store = await newStore(api);
});
afterAll(() => api.close());

const person = { name: 'Maria de Souza', document: '529.982.247-25', state: 'RJ', city: 'Rio de Janeiro' };
const carioca = {
  ...person,
  street: 'Rua das Laranjeiras',
  number: '7',
  neighborhood: 'Laranjeiras',
  municipalityCode: '3304557',
  zipCode: '22240003',
};

const paulista = { ...carioca, state: 'SP', city: 'Campinas', municipalityCode: '3509502', zipCode: '13010000' };

test('what is issued and may not be meant is warned of', async () => {
  const rule = await store.rule({ nfeTaxRules: [{ states: ['BA'], icmsCst: '40' }] });
  const { body } = await store.preview({
    client: carioca,
    items: [item({ taxRuleId: rule, cfop: '6108' })],
    transport: { vehiclePlate: 'ABC1D23', vehicleState: 'SP' },
  });
  expect(body).toMatchObject({ transport: { vehiclePlate: 'ABC1D23' } });
  const warnings = issuesOf({ issues: body.warnings });
  expect(warnings.map(({ path }) => path)).toEqual(['items[0].taxRuleId', 'transport.vehiclePlate', 'payments']);
  expect(warnings[0]?.message).toContain('(NAO_CONTRIBUINTE, CONSUMIDOR_FINAL, RJ, CFOP 6108)');

  const paid = { payments: [{ method: 'PIX', value: '100.00' }] };
  expect((await store.preview(paid)).body.warnings).toEqual([
    { path: 'client', message: expect.stringContaining('recusa um inventado (181): teste com um CPF') },
  ]);
  expect((await store.preview({ ...paid, client: paulista })).body.warnings).toEqual([]);
});

test('a gift that the table taxes as a sale is warned of in the preview, in the 201 and in a change, and issued all the same', async () => {
  const { key } = await newStore(api);
  const body = { ...sale(), items: [item({ cfop: '5910' })] };
  const asked = async (method: string, path: string, sent: object) => {
    const answer = await api.call(method, path, { key, body: sent, headers: { 'idempotency-key': 'brinde' } });
    const warned = z.object({
      id: z.string().optional(),
      warnings: z.array(z.object({ path: z.string(), doubt: z.boolean().optional() })),
    });
    const { id, warnings } = warned.parse(answer.body);
    return {
      status: answer.status,
      id,
      doubted: warnings.map(({ path }) => path).includes('items[0].ibsCbsClassification'),
    };
  };
  expect(await asked('POST', '/v1/fiscal-documents/preview', body)).toMatchObject({ status: 200, doubted: true });
  const kept = await asked('POST', '/v1/fiscal-documents', body);
  expect(kept).toMatchObject({ status: 201, doubted: true });
  expect(await asked('POST', '/v1/fiscal-documents', body)).toMatchObject({ status: 200, doubted: true });
  const document = `/v1/fiscal-documents/${kept.id}`;
  const { warnings } = (await api.call('POST', '/v1/fiscal-documents', { key, body })).body as {
    warnings: { doubt?: boolean }[];
  };
  expect(warnings.map(({ doubt }) => doubt)).toEqual(warnings.map(() => true));
  expect(await asked('PATCH', document, { additionalInfo: 'Brinde' })).toMatchObject({ status: 200, doubted: true });
  const said = { items: [item({ cfop: '5910', ibsCbsClassification: '410001' })] };
  expect(await asked('PATCH', document, said)).toMatchObject({ status: 200, doubted: false });
});

test('a silent rule is warned of where it was named', async () => {
  const rule = await store.rule({ nfeTaxRules: [{ states: ['BA'], icmsCst: '40' }] });
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId: rule } });
  const warned = async (changes: Record<string, unknown>) =>
    issuesOf({ issues: (await store.preview(changes)).body.warnings })[0]?.path;
  expect(await warned({ items: [{ productId, quantity: 1 }] })).toBe('items[0].productId');
  expect(await warned({ taxRuleId: rule })).toBe('taxRuleId');
});
