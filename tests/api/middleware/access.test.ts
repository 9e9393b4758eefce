import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiKey } from '../../../domain/access/api-key.entity.ts';
import { newApiKey } from '../../../domain/access/key.ts';
import type { CompanyScope } from '../../../domain/access/scopes.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import contract from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies } from '../../../operations/in-company.ts';
import { revokeKey } from '../../../operations/provisioning/keys.ts';
import { comparisonOf } from '../../support/rows/comparison.ts';
import { pastNoteOf } from '../../support/rows/past-note.ts';
import { payableOf, receivedNote } from '../../support/rows/received.ts';
import { newCompany, sale } from '../fixture.ts';
import { type OwnApi, startOwnApi } from '../own-api.ts';

/** The scope that each operation demands of a key; null if any key will do. A new operation without a row fails. */
const scopeOf: Record<string, CompanyScope | null> = {
  listFiscalDocuments: null,
  createFiscalDocument: 'documents:write',
  previewFiscalDocument: 'documents:write',
  getFiscalDocument: null,
  updateFiscalDocument: 'documents:write',
  deleteFiscalDocument: 'documents:write',
  emitFiscalDocument: 'documents:write',
  cancelFiscalDocument: 'documents:write',
  correctFiscalDocument: 'documents:write',
  getFiscalDocumentXml: null,
  getFiscalDocumentDanfe: null,
  registerFiscalDocumentReceipt: 'documents:write',
  removeFiscalDocumentReceipt: 'documents:write',
  registerFiscalDocumentEvent: 'documents:write',
  getFiscalDocumentEventXml: null,
  listFiscalDocumentMails: null,
  mailFiscalDocument: 'documents:write',
  listMailSuppressions: null,
  listPastNotes: null,
  getPastNoteXml: null,
  liftMailSuppression: 'documents:write',
  getFiscalDocumentEventProof: null,
  getFiscalDocumentCorrectionLetterPdf: null,
  listComparisons: null,
  createComparison: 'documents:write',
  getComparison: null,
  listInutilizations: null,
  createInutilization: 'documents:write',
  getInutilization: null,
  listReceivedDocuments: 'received-documents:read',
  getReceivedDocument: 'received-documents:read',
  getReceivedDocumentXml: 'received-documents:read',
  listReceivedDocumentEvents: 'received-documents:read',
  getReceivedDocumentEventXml: 'received-documents:read',
  getReceivedDocumentDanfe: 'received-documents:read',
  manifestReceivedDocument: 'received-documents:write',
  registerReceivedDocumentEvent: 'received-documents:write',
  getDistribution: 'received-documents:read',
  syncReceivedDocuments: 'received-documents:write',
  listPayables: 'received-documents:read',
  getPayable: 'received-documents:read',
  payPayable: 'received-documents:write',
  takePayablePaymentBack: 'received-documents:write',
  exportReceivedDocuments: 'received-documents:read',
  createReceivedDocumentsLink: 'received-documents:read',
  createPortalLink: 'portal-links:write',
  listClients: 'clients:read',
  createClient: 'clients:write',
  getClient: 'clients:read',
  updateClient: 'clients:write',
  deleteClient: 'clients:write',
  listProducts: 'products:read',
  createProduct: 'products:write',
  getProduct: 'products:read',
  updateProduct: 'products:write',
  deleteProduct: 'products:write',
  listTaxRules: 'tax-rules:read',
  createTaxRule: 'tax-rules:write',
  getTaxRule: 'tax-rules:read',
  updateTaxRule: 'tax-rules:write',
  deleteTaxRule: 'tax-rules:write',
  listFiscalTemplates: 'templates:read',
  createFiscalTemplate: 'templates:write',
  getFiscalTemplate: 'templates:read',
  updateFiscalTemplate: 'templates:write',
  deleteFiscalTemplate: 'templates:write',
  listCarriers: 'carriers:read',
  createCarrier: 'carriers:write',
  getCarrier: 'carriers:read',
  updateCarrier: 'carriers:write',
  deleteCarrier: 'carriers:write',
  listVehicles: 'carriers:read',
  createVehicle: 'carriers:write',
  getVehicle: 'carriers:read',
  updateVehicle: 'carriers:write',
  deleteVehicle: 'carriers:write',
  listWebhooks: 'webhooks:read',
  createWebhook: 'webhooks:write',
  getWebhook: 'webhooks:read',
  updateWebhook: 'webhooks:write',
  deleteWebhook: 'webhooks:write',
  rotateWebhookSecret: 'webhooks:write',
  testWebhook: 'webhooks:write',
  listWebhookDeliveries: 'webhooks:read',
  getWebhookDelivery: 'webhooks:read',
  redeliverWebhookDelivery: 'webhooks:write',
};
const bodies: Record<string, unknown> = {
  createFiscalDocument: sale(),
  previewFiscalDocument: sale(),
  updateFiscalDocument: {},
  cancelFiscalDocument: { justification: 'Pedido cancelado pelo cliente.' },
  registerFiscalDocumentReceipt: {
    deliveredAt: '2026-11-21T09:00:00-03:00',
    receiverName: 'Maria da Silva',
    receiverDocument: '52998224725',
    proof: { contentType: 'image/png', base64: 'iVBORw0KGgo=' },
  },
  correctFiscalDocument: { correction: 'Onde se lê Rua A, leia-se Rua B.' },
  createInutilization: { series: 1, startNumber: 1, endNumber: 2, justification: 'Falha na sequência do sistema.' },
  createComparison: { month: '2026-10' },
  createReceivedDocumentsLink: { year: 2026, month: 10 },
  manifestReceivedDocument: { type: 'CIENCIA' },
  registerFiscalDocumentEvent: { type: 'EFFECTIVE_PAYMENT' },
  mailFiscalDocument: { to: ['ana@example.com'] },
  registerReceivedDocumentEvent: { type: 'CREDIT_NOTE_ANSWER', accepted: true },
  payPayable: {},
  createClient: { name: 'Padaria Aurora' },
  updateClient: { name: 'Padaria Aurora' },
  createProduct: { name: 'Pão de queijo', code: 'P-001' },
  updateProduct: { name: 'Pão de queijo' },
  createTaxRule: { name: 'Vendas', model: 'NFE' },
  updateTaxRule: { name: 'Vendas' },
  createFiscalTemplate: { name: 'Venda', type: 'NFE' },
  updateFiscalTemplate: { name: 'Venda' },
  createCarrier: { name: 'Transportes Sul' },
  updateCarrier: { name: 'Transportes Sul' },
  createVehicle: { plate: 'ABC1D23', state: 'SP' },
  updateVehicle: { description: 'Baú' },
  createWebhook: { url: 'http://127.0.0.1:1/' },
  updateWebhook: { description: 'ERP' },
};

/** Operations without a key: their caller has a link. */
const keyless = ['downloadReceivedDocuments'];

const paths: Record<string, Record<string, { operationId: string }>> = contract.paths;
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v1/') && !path.startsWith('/v1/accounting/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ path, method, operationId })),
  )
  .filter(({ operationId }) => !keyless.includes(operationId))
  .map(({ path, method, operationId }): [string, string, string] => [operationId, method.toUpperCase(), path]);

let api: OwnApi;
beforeAll(async () => {
  api = await startOwnApi();
});
afterAll(() => api.close());

test.each(operations)('%s without a key is 401 missing_api_key', async (id, method, path) => {
  expect(scopeOf).toHaveProperty(id);
  const { status, body, headers } = await api.call(method, about(path, 'x'), { body: bodies[id] });
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'missing_api_key' });
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test.each(operations)('%s asks for its scope literally', async (id, method, path) => {
  const scope = scopeOf[id];
  const others = Object.values(scopeOf).filter((other): other is CompanyScope => other !== null && other !== scope);
  const { key } = await newCompany(api.orm, { scopes: scope ? others : [] });
  const { status, body } = await api.call(method, about(path, 'x'), { key, body: bodies[id] });
  if (scope) expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' });
  else expect(status).not.toBe(403);
});

test.each(operations.filter(([, , path]) => path.includes('{id}')))(
  '%s answers 404 for another company’s id, for nobody’s and for what is no id',
  async (id, method, path) => {
    const owner = await newCompany(api.orm);
    const stranger = await newCompany(api.orm);
    const theirs = await recordOf(owner, path);
    for (const subject of [theirs, nobody, 'x', '%00', '%E0%A4%A', "'--", '1e999']) {
      const { status, body, text } = await api.call(method, about(path, subject), {
        key: stranger.key,
        body: bodies[id],
      });
      expect({ subject, status, code: body.code }).toEqual({ subject, status: 404, code: 'not_found' });
      expect(text).not.toContain('Água Boa');
    }
  },
);

test('a vehicle is reached through its own carrier alone', async () => {
  const { key } = await newCompany(api.orm);
  const post = (path: string, body: unknown) => api.call('POST', path, { key, body });
  const [one, other] = [await post('/v1/carriers', { name: 'Um' }), await post('/v1/carriers', { name: 'Outro' })];
  const vehicle = await post(`/v1/carriers/${String(one.body.id)}/vehicles`, bodies.createVehicle);
  const path = `/v1/carriers/${String(other.body.id)}/vehicles/${String(vehicle.body.id)}`;
  for (const [method, body] of [['GET'], ['PATCH', { isDefault: true }], ['DELETE']] as const) {
    expect((await api.call(method, path, { key, body })).status).toBe(404);
  }
});

const nobody = '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b';

/** The path of an operation with this id for the record, and an unknown id for whatever is below the record. */
function about(path: string, id: string): string {
  return path.replace('{id}', id).replaceAll(/\{\w+\}/g, nobody);
}

/** A note that the company has received, from a supplier by this name. */
function noteOf(company: Company): Promise<ReceivedDocument> {
  return receivedNote(api.orm, company, { accessKey: '3'.repeat(44) }, { issuerName: 'Água Boa Ltda' });
}

/** Makes a record of the owner, of the kind in the path. @returns its id */
async function recordOf({ company, key }: { company: Company; key: string }, path: string): Promise<string> {
  const collection = path.slice(0, path.indexOf('/{id}'));
  if (collection === '/v1/fiscal-inutilizations') return nobody;
  if (collection === '/v1/webhooks') return webhookOf(company);
  if (collection === '/v1/received-documents') return (await noteOf(company)).id;
  if (collection === '/v1/comparisons') return comparisonOf(api.orm, company);
  if (collection === '/v1/past-notes') return pastNoteOf(api.orm, company);
  if (collection === '/v1/payables') return (await payableOf(api.orm, await noteOf(company))).id;
  const [create] = operations.find((operation) => operation[1] === 'POST' && operation[2] === collection) ?? [];
  const { status, body } = await api.call('POST', collection, { key, body: bodies[create ?? ''] });
  expect(status).toBe(201);
  return String(body.id);
}

/** Makes a webhook, without the ping that a registration sends. */
async function webhookOf({ id: company }: Company): Promise<string> {
  const em = acrossCompanies(api.orm);
  const sealedSecret = { version: 1, masterKeyId: '', wrappedKey: '', data: '' } as const;
  const { id } = em.create(WebhookEndpoint, { company, url: 'http://127.0.0.1:1/', events: [], sealedSecret });
  await em.flush();
  return id;
}

test('the list shows nothing of another company', async () => {
  const [owner, stranger] = [await newCompany(api.orm), await newCompany(api.orm)];
  await api.call('POST', '/v1/fiscal-documents', { key: owner.key, body: sale() });
  const { body } = await api.call('GET', '/v1/fiscal-documents?environment=ALL', { key: stranger.key });
  expect(body).toEqual({ data: [], meta: { inOtherEnvironment: 0, page: 1, pageSize: 20, total: 0, totalPages: 0 } });
});

test.each([
  ['unknown', async () => newApiKey('ck')],
  ['mistyped', async () => `${(await newCompany(api.orm)).key.slice(0, -1)}!`],
  ['not a key', async () => 'secret'],
  ['revoked', revoked],
  ['expired', expired],
  ['a closed company’s', closed],
])('a key that is %s is 401 invalid_api_key', async (_what, key) => {
  const { status, body } = await api.call('GET', '/v1/fiscal-documents', { key: await key() });
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_api_key' });
});

test.each([
  ['without the word Bearer', (key: string) => ({ authorization: key }), 'invalid_api_key', /falta a palavra Bearer/],
  [
    'after another word',
    (key: string) => ({ authorization: `Token ${key}` }),
    'invalid_api_key',
    /falta a palavra Bearer/,
  ],
  ['in another header', (key: string) => ({ 'x-api-key': key }), 'missing_api_key', /não em X-Api-Key/],
])('a key %s is refused with what is missing', async (_how, headers, code, message) => {
  const { key } = await newCompany(api.orm);
  const { status, body } = await api.call('GET', '/v1/fiscal-documents', { headers: headers(key) });
  expect({ status, code: body.code, message: body.message }).toEqual({
    ...{ status: 401, code, message: expect.stringMatching(message) },
  });
  expect(body.message).not.toContain(key);
});

test.each([
  ['/v1/fiscal-documents', /abaixo de \/v1\/accounting\/companies\/\{companyId\}\.$/],
  ['/v1/webhooks', /não a de um escritório\.$/],
])('an office’s key at the companies’ %s is told where it belongs', async (path, message) => {
  const { status, body } = await api.call('GET', path, { key: newApiKey('ok') });
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_api_key' });
  expect(body.message).toMatch(message);
});

test('another scheme than Bearer is no key', async () => {
  const headers = { authorization: `Basic ${(await newCompany(api.orm)).key}` };
  const { status, body } = await api.call('GET', '/v1/fiscal-documents', { headers });
  expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_api_key' });
});

test('health asks for no key', async () => {
  const { body: health } = await api.call('GET', '/health');
  expect(health).toEqual({ status: 'ok', version: '0.0.0-test', uptime: expect.any(Number) });
  // Temporal is away, and documents are accepted nevertheless.
  const { status, body } = await api.call('GET', '/health/ready');
  expect({ status, body }).toEqual({ status: 200, body: { status: 'ok', database: 'up', temporal: 'away' } });
});

test('who stops says so to the balancer and on every answer', async () => {
  const other = await startOwnApi();
  other.stopping.abort();
  const { status, body, headers } = await other.call('GET', '/health/ready');
  expect({ status, body }).toEqual({ status: 503, body: { status: 'error', database: 'up', temporal: 'away' } });
  expect(headers.get('connection')).toBe('close');
  await other.close();
});

async function revoked(): Promise<string> {
  const { key, keyRow } = await newCompany(api.orm);
  await revokeKey(acrossCompanies(api.orm), keyRow.id);
  return key;
}

async function expired(): Promise<string> {
  const { key, keyRow } = await newCompany(api.orm);
  await acrossCompanies(api.orm).nativeUpdate(ApiKey, { id: keyRow.id }, { expiresAt: new Date(Date.now() - 1) });
  return key;
}

async function closed(): Promise<string> {
  const own = await newCompany(api.orm);
  await acrossCompanies(api.orm).nativeUpdate(Company, { id: own.company.id }, { isActive: false });
  return own.key;
}
