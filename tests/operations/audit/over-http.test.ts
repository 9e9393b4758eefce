import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { MailSuppression } from '../../../domain/documents/mails/document-mail.entity.ts';
import { acrossCompanies, inCompany, inOffice } from '../../../operations/in-company.ts';
import { type Answer, sale, startApi, type TestApi } from '../../api/fixture.ts';
import { openReceiver, type Receiver } from '../../api/receiver.ts';
import { becomes, keepEvent } from '../../api/routes/fiscal-documents/documents.ts';
import { newStore, type Store } from '../../api/store.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { receive } from '../../support/rows/received-files.ts';
import { payableOf, receivedNote } from '../../support/rows/received.ts';
import { actionsOf, operations } from './audited.ts';

/** Temporal is away: requests that wait for the authority are withdrawn, and both steps are audited. */
let api: TestApi;
let store: Store;
let stranger: Store;
let accountant: Awaited<ReturnType<typeof newOffice>>;
let receiver: Receiver;
beforeAll(async () => {
  api = await startApi();
  receiver = await openReceiver();
  [store, stranger] = [await newStore(api), await newStore(api)];
  accountant = await newOffice(api.orm);
  await linkOf(api.orm, accountant.office, store.company, { issuingAllowed: true });
});
afterAll(async () => {
  receiver.close();
  await api.close();
});

const ofOffice = (method: string, path: string, body?: unknown) =>
  api.call(method, `/v1/accounting${path}`, { key: accountant.key, body });
const idOf = async (answer: Promise<Answer>): Promise<string> => String((await answer).body.id);
const draft = () => idOf(store.create());
const webhook = () => idOf(store.call('POST', '/v1/webhooks', { url: receiver.url }));
const officeWebhook = () => idOf(ofOffice('POST', '/webhooks', { url: receiver.url }));
const delivery = async (id: string) => String((await store.call('POST', `/v1/webhooks/${id}/test`)).body.deliveryId);
const noteOf = ({ company }: { company: Company }, at: number) =>
  receivedNote(api.orm, company, { accessKey: String(at).padStart(44, '3') });

async function authorized(): Promise<string> {
  const id = await draft();
  await becomes(api.orm, id, 'AUTHORIZED');
  return id;
}

async function delivered(): Promise<string> {
  const id = await authorized();
  await keepEvent(api.orm, id, { type: 'DELIVERY_RECEIPT', sequence: 1, procXml: '<procEventoNFe/>' });
  return id;
}

const justification = 'Venda desfeita a pedido do cliente.';
const receipt = {
  deliveredAt: '2026-11-21T08:30:00-03:00',
  receiverName: 'Maria da Silva',
  receiverDocument: '529.982.247-25',
  proof: { contentType: 'image/png', base64: Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64') },
};

/** One call of each operation that changes something; other calls create what it needs. */
const calls: Record<string, () => Promise<Answer>> = {
  createFiscalDocument: () => store.create(),
  updateFiscalDocument: async () =>
    store.call('PATCH', `/v1/fiscal-documents/${await draft()}`, { operationNature: 'Outra' }),
  deleteFiscalDocument: async () => store.call('DELETE', `/v1/fiscal-documents/${await draft()}`),
  emitFiscalDocument: async () => store.call('POST', `/v1/fiscal-documents/${await draft()}/emit`),
  cancelFiscalDocument: async () =>
    store.call('POST', `/v1/fiscal-documents/${await authorized()}/cancel`, { justification }),
  correctFiscalDocument: async () =>
    store.call('POST', `/v1/fiscal-documents/${await authorized()}/correction-letter`, {
      correction: 'O bairro do destinatário é Centro.',
    }),
  registerFiscalDocumentReceipt: async () =>
    store.call('POST', `/v1/fiscal-documents/${await authorized()}/delivery-receipt`, receipt),
  removeFiscalDocumentReceipt: async () =>
    store.call('DELETE', `/v1/fiscal-documents/${await delivered()}/delivery-receipt`),
  registerFiscalDocumentEvent: async () =>
    store.call('POST', `/v1/fiscal-documents/${await authorized()}/events`, { type: 'EFFECTIVE_PAYMENT' }),
  mailFiscalDocument: async () =>
    store.call('POST', `/v1/fiscal-documents/${await authorized()}/mails`, { to: ['ana@example.com'] }),
  liftMailSuppression: async () => {
    const em = acrossCompanies(api.orm);
    em.create(MailSuppression, { company: store.company.id, email: 'ana@example.com', reason: '550' });
    await em.flush();
    return store.call('DELETE', '/v1/mail-suppressions/ana@example.com');
  },
  createInutilization: () =>
    store.call('POST', '/v1/fiscal-inutilizations', { series: 7, startNumber: 10, endNumber: 12, justification }),
  createComparison: () => store.call('POST', '/v1/comparisons', { month: '2026-10' }),
  syncReceivedDocuments: () => store.call('POST', '/v1/received-documents/sync'),
  createPortalLink: () => store.call('POST', '/v1/portal-links', { personName: 'Maria', role: 'READER' }),
  createReceivedDocumentsLink: async () => {
    await receive(api.orm, store.company, { emissionDate: new Date() });
    return store.call('POST', '/v1/received-documents/export/link', thisMonth());
  },
  manifestReceivedDocument: async () =>
    store.call('POST', `/v1/received-documents/${(await noteOf(store, 2)).id}/manifestation`, { type: 'CIENCIA' }),
  registerReceivedDocumentEvent: async () =>
    store.call('POST', `/v1/received-documents/${(await noteOf(store, 5)).id}/events`, {
      type: 'ACTIVITY_CREDIT',
      items: [{ number: 1, ibsValue: '0.10', cbsValue: '0.90' }],
    }),
  payPayable: async () => {
    const { id } = await payableOf(api.orm, await noteOf(store, 3));
    return store.call('POST', `/v1/payables/${id}/payment`);
  },
  takePayablePaymentBack: async () => {
    const { id } = await payableOf(api.orm, await noteOf(store, 4));
    return store.call('DELETE', `/v1/payables/${id}/payment`);
  },
  createClient: () => store.call('POST', '/v1/clients', { name: 'Ana' }),
  updateClient: async () => store.call('PATCH', `/v1/clients/${await store.client()}`, { name: 'Ana Lima' }),
  deleteClient: async () => store.call('DELETE', `/v1/clients/${await store.client()}`),
  createFiscalTemplate: () =>
    store.call('POST', '/v1/fiscal-templates', { name: 'Venda', type: 'NFE', operationNature: 'Venda' }),
  updateFiscalTemplate: async () =>
    store.call('PATCH', `/v1/fiscal-templates/${await store.template()}`, { name: 'Outra' }),
  deleteFiscalTemplate: async () => store.call('DELETE', `/v1/fiscal-templates/${await store.template()}`),
  createCarrier: () => store.call('POST', '/v1/carriers', { name: 'Andorinha' }),
  updateCarrier: async () => store.call('PATCH', `/v1/carriers/${await store.carrier()}`, { name: 'Gaivota' }),
  deleteCarrier: async () => store.call('DELETE', `/v1/carriers/${await store.carrier()}`),
  createVehicle: async () =>
    store.call('POST', `/v1/carriers/${await store.carrier()}/vehicles`, { plate: 'ABC-1D23', state: 'SP' }),
  updateVehicle: async () => store.call('PATCH', await vehicle(), { state: 'RJ' }),
  deleteVehicle: async () => store.call('DELETE', await vehicle()),
  createProduct: () => store.call('POST', '/v1/products', { ...product, code: 'NOVO-1' }),
  updateProduct: async () => store.call('PATCH', `/v1/products/${await store.product()}`, { salePrice: '41.00' }),
  deleteProduct: async () => store.call('DELETE', `/v1/products/${await store.product()}`),
  createTaxRule: () =>
    store.call('POST', '/v1/tax-rules', { name: 'Revenda', model: 'NFE', nfeTaxRules: [{ icmsCst: '40' }] }),
  updateTaxRule: async () => store.call('PATCH', `/v1/tax-rules/${await store.rule()}`, { name: 'Outra' }),
  deleteTaxRule: async () => store.call('DELETE', `/v1/tax-rules/${await store.rule()}`),
  createWebhook: () => store.call('POST', '/v1/webhooks', { url: receiver.url }),
  updateWebhook: async () => store.call('PATCH', `/v1/webhooks/${await webhook()}`, { description: 'ERP' }),
  deleteWebhook: async () => store.call('DELETE', `/v1/webhooks/${await webhook()}`),
  rotateWebhookSecret: async () => store.call('POST', `/v1/webhooks/${await webhook()}/rotate-secret`),
  testWebhook: async () => store.call('POST', `/v1/webhooks/${await webhook()}/test`),
  redeliverWebhookDelivery: async () => {
    const id = await webhook();
    return store.call('POST', `/v1/webhooks/${id}/deliveries/${await delivery(id)}/redeliver`);
  },
  requestOfficeLink: () => ofOffice('POST', '/links', { taxId: stranger.company.taxId }),
  createPortfolioLink: async () => {
    await receive(api.orm, store.company, { emissionDate: new Date() });
    return ofOffice('POST', '/received-documents/export/link', thisMonth());
  },
  createClosings: async () => {
    const { company, create } = await newStore(api, { environment: 'PRODUCTION' });
    await linkOf(api.orm, accountant.office, company);
    await becomes(api.orm, await idOf(create()), 'AUTHORIZED');
    return ofOffice('POST', '/closings', thisMonth());
  },
  createOfficeWebhook: () => ofOffice('POST', '/webhooks', { url: receiver.url }),
  deleteOfficeWebhook: async () => ofOffice('DELETE', `/webhooks/${await officeWebhook()}`),
  rotateOfficeWebhookSecret: async () => ofOffice('POST', `/webhooks/${await officeWebhook()}/rotate-secret`),
};

const product = { name: 'Café', salePrice: '39.90', commercialUnit: 'PCT - PACOTE', nfeConfig: { ncm: '09012100' } };
const vehicle = async () => {
  const carrier = await store.carrier();
  return `/v1/carriers/${carrier}/vehicles/${await store.vehicle(carrier)}`;
};
const thisMonth = () => ({ year: new Date().getUTCFullYear(), month: new Date().getUTCMonth() + 1 });

const changing = Object.entries(operations).flatMap(([id, row]) => {
  const [action] = actionsOf(row);
  return action ? [[id, action] as const] : [];
});

test.each(changing)('%s writes %s in the name of the key, with the request', async (id, action) => {
  const { status, headers, text } = await calls[id]!();
  // Without Temporal, a request that waits for an answer is refused after it was committed, and withdrawn.
  expect([200, 201, 202, 204, 503], text).toContain(status);
  const written = await entries({ requestId: headers.get('x-request-id') ?? '' });
  expect(written.map((entry) => entry.action)).toEqual(
    status === 503 || action === 'CLOSINGS_REQUESTED' ? [action, 'REQUEST_WITHDRAWN'] : [action],
  );
  const byOffice = /Office|Portfolio|Closings/.test(id);
  expect(written[0]).toMatchObject({
    actorKind: byOffice ? 'OFFICE_KEY' : 'COMPANY_KEY',
    actorName: 'teste',
    actorId: expect.any(String),
    office: byOffice ? accountant.office.id : null,
    company: byOffice ? (action === 'LINK_REQUESTED' ? stranger.company.id : null) : store.company.id,
  });
});

test('what an office does for a company is the company’s to see, with the office that did it', async () => {
  const path = `/companies/${store.company.id}/fiscal-documents`;
  const created = await ofOffice('POST', path, sale({ externalId: 'pedido-1' }));
  const id = String(created.body.id);
  await ofOffice('PATCH', `${path}/${id}`, { operationNature: 'Outra' });
  await ofOffice('DELETE', `${path}/${id}`);
  const seen = {
    actorKind: 'OFFICE_KEY',
    actorId: accountant.keyId,
    office: accountant.office.id,
    company: store.company.id,
  };
  expect(await entries({ subject: id })).toEqual(
    ['DOCUMENT_CREATED', 'DOCUMENT_CHANGED', 'DOCUMENT_REMOVED'].map((action) =>
      expect.objectContaining({ ...seen, action }),
    ),
  );
  expect((await entries({ subject: id })).map(({ details }) => details?.externalId)).toEqual(Array(3).fill('pedido-1'));
  const ofCompany = await inCompany(api.orm, store.company.id, (em) => em.count(AuditEntry, { subject: id }));
  const ofTheOffice = await inOffice(api.orm, accountant.office.id, (em) => em.count(AuditEntry, { subject: id }));
  expect([ofCompany, ofTheOffice]).toEqual([3, 3]);
});

test('a request that is repeated or refused writes nothing more', async () => {
  const headers = { 'idempotency-key': 'uma-vez' };
  const post = () => api.call('POST', '/v1/fiscal-documents', { key: store.key, body: sale(), headers });
  const first = await post();
  expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
  expect(await entries({ subject: String(first.body.id) })).toHaveLength(1);
  const refused = await store.create({ items: [] });
  expect(refused.status).toBe(400);
  expect(await entries({ requestId: refused.headers.get('x-request-id') ?? '' })).toEqual([]);
});

test('a secret is named, and held nowhere', async () => {
  const { body } = await store.call('POST', '/v1/webhooks', { url: `${receiver.url}?token=s3cret` });
  const rotated = await store.call('POST', `/v1/webhooks/${String(body.id)}/rotate-secret`);
  const all = JSON.stringify(await acrossCompanies(api.orm).execute('select * from audit_entry'));
  for (const secret of ['s3cret', String(body.secret), String(rotated.body.secret), store.key, accountant.key]) {
    expect(all).not.toContain(secret);
  }
  expect(all).toContain('WEBHOOK_SECRET_ROTATED');
});

test('a company sees its own entries alone', async () => {
  await stranger.client();
  const seen = await inCompany(api.orm, stranger.company.id, (em) => em.find(AuditEntry, {}));
  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen.map(({ company }) => company))).toEqual(new Set([stranger.company.id]));
  const byHand = await inCompany(api.orm, stranger.company.id, (em) =>
    em.execute<unknown[]>('select from audit_entry where company_id is distinct from ?', [stranger.company.id]),
  );
  expect(byHand).toEqual([]);
});

function entries(where: { requestId: string } | { subject: string }): Promise<AuditEntry[]> {
  return acrossCompanies(api.orm).find(AuditEntry, where, { orderBy: { at: 'asc' } });
}
