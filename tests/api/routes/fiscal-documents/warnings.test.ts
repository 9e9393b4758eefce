import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { item, sale, startApi, type TestApi } from '../../fixture.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { issuesOf, newStore, type Store, taxDefaults } from '../../store.ts';

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

test('a company that has doubts refused keeps the draft, warns in the preview, and issues only what is mended', async () => {
  const defaults = { ...taxDefaults, benefitCode: 'SEM CBENEF' };
  const { key } = await newStore(api, { settings: { ...issuer.settings, taxDefaults: defaults, doubts: 'REFUSE' } });
  const ask = (path: string, body: object) => api.call('POST', path, { key, body });
  const items = [item({ cfop: '5910' }), item({ cfop: '5102' }), item({ cfop: '5911' })];
  const gift = { ...sale(), items };
  const refused = {
    code: 'doubtful_document',
    message: expect.stringMatching(/^items\[0\]\.icmsSituation: O CFOP 5910 .* informe icmsSituation no item/),
    issues: ['items[0]', 'items[2]'].flatMap((at) =>
      ['icmsSituation', 'pisSituation', 'cofinsSituation', 'ibsCbsClassification'].map((field) => ({
        ...{ code: 'doubtful_document', doubtCode: 'taxed_as_sale' },
        ...{ path: `${at}.${field}`, message: expect.stringContaining('no item') },
      })),
    ),
  };
  expect(await ask('/v1/fiscal-documents', { ...gift, emit: true })).toMatchObject({ status: 422, body: refused });
  const preview = await ask('/v1/fiscal-documents/preview', gift);
  expect(preview).toMatchObject({
    status: 200,
    body: { warnings: expect.arrayContaining([expect.objectContaining({ doubtCode: 'taxed_as_sale' })]) },
  });
  const kept = await ask('/v1/fiscal-documents', gift);
  const { issues } = refused;
  expect(kept).toMatchObject({ status: 201, body: { warnings: issues.map((issue) => ({ ...issue, doubt: true })) } });
  const { id } = z.object({ id: z.string() }).parse(kept.body);
  expect(await ask(`/v1/fiscal-documents/${id}/emit`, {})).toMatchObject({ status: 422, body: refused });
  expect((await api.call('GET', `/v1/fiscal-documents/${id}`, { key })).body).toMatchObject({ status: 'DRAFT' });

  const said = { icmsSituation: '41', pisSituation: '08', cofinsSituation: '08', ibsCbsClassification: '410001' };
  const mended = { items: [item({ cfop: '5910', ...said }), item({ cfop: '5102' }), item({ cfop: '5911', ...said })] };
  const changed = await api.call('PATCH', `/v1/fiscal-documents/${id}`, { key, body: mended });
  expect(changed).toMatchObject({ status: 200, body: { warnings: [] } });
  // Without Temporal the emission fails at the queue: nothing before it refuses the document any more.
  expect((await ask(`/v1/fiscal-documents/${id}/emit`, {})).body.code).toBe('service_unavailable');
});

test('a silent rule is warned of where it was named', async () => {
  const rule = await store.rule({ nfeTaxRules: [{ states: ['BA'], icmsCst: '40' }] });
  const productId = await store.product({ nfeConfig: { ncm: '09012100', taxRuleId: rule } });
  const warned = async (changes: Record<string, unknown>) =>
    issuesOf({ issues: (await store.preview(changes)).body.warnings })[0]?.path;
  expect(await warned({ items: [{ productId, quantity: 1 }] })).toBe('items[0].productId');
  expect(await warned({ taxRuleId: rule })).toBe('taxRuleId');
});
