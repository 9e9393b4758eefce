import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { service, serviceSettings } from '../../service.ts';
import { newStore, pathsOf, type Store } from '../../store.ts';
import { becomes, keepEvent, procXml, signedXml } from './documents.ts';
import { type EventDesk, openEventDesk } from './event-desk.ts';

let desk: EventDesk;
let store: Store;
beforeAll(async () => {
  desk = await openEventDesk();
  store = await newStore(desk.api, { settings: serviceSettings, environment: 'PRODUCTION' });
});
afterAll(() => desk.close());

const justification = 'O cliente desistiu antes do atendimento.';
const receipt = {
  ...{ deliveredAt: '2026-11-21T14:30:00-03:00', receiverName: 'Maria', receiverDocument: '529.982.247-25' },
  proof: { contentType: 'image/png', base64: 'iVBORw0KGgo=' },
};

type State = 'DRAFT' | 'REJECTED' | 'AUTHORIZED' | 'CANCELLED';
type Row = {
  operation: keyof typeof routes;
  of: State;
  /** The query after the operation's path. */
  query?: string;
  body?: unknown;
  status: number;
  /** Part of the answer. */
  answer?: unknown;
};

const routes = {
  listFiscalDocuments: 'GET /v1/fiscal-documents',
  createFiscalDocument: 'POST /v1/fiscal-documents',
  previewFiscalDocument: 'POST /v1/fiscal-documents/preview',
  getFiscalDocument: 'GET /v1/fiscal-documents/{id}',
  updateFiscalDocument: 'PATCH /v1/fiscal-documents/{id}',
  deleteFiscalDocument: 'DELETE /v1/fiscal-documents/{id}',
  emitFiscalDocument: 'POST /v1/fiscal-documents/{id}/emit',
  cancelFiscalDocument: 'POST /v1/fiscal-documents/{id}/cancel',
  correctFiscalDocument: 'POST /v1/fiscal-documents/{id}/correction-letter',
  getFiscalDocumentCorrectionLetterPdf: 'GET /v1/fiscal-documents/{id}/correction-letter/pdf',
  registerFiscalDocumentReceipt: 'POST /v1/fiscal-documents/{id}/delivery-receipt',
  removeFiscalDocumentReceipt: 'DELETE /v1/fiscal-documents/{id}/delivery-receipt',
  registerFiscalDocumentEvent: 'POST /v1/fiscal-documents/{id}/events',
  getFiscalDocumentEventProof: 'GET /v1/fiscal-documents/{id}/events/{eventId}/proof',
  getFiscalDocumentEventXml: 'GET /v1/fiscal-documents/{id}/events/{eventId}/xml',
  listFiscalDocumentMails: 'GET /v1/fiscal-documents/{id}/mails',
  mailFiscalDocument: 'POST /v1/fiscal-documents/{id}/mails',
  getFiscalDocumentXml: 'GET /v1/fiscal-documents/{id}/xml',
  getFiscalDocumentDanfe: 'GET /v1/fiscal-documents/{id}/danfe',
  createInutilization: 'POST /v1/fiscal-inutilizations',
} as const;

const unsupported = { status: 422, answer: { code: 'unsupported_document_type' } };
const wrongState = { status: 422, answer: { code: 'invalid_state' } };
const notThere = { status: 404, answer: { code: 'not_found' } };
const correction = 'Onde se lê Rua das Flores, leia-se Rua das Rosas.';

const rows: Row[] = [
  { operation: 'listFiscalDocuments', of: 'DRAFT', query: '?type=NFSE', status: 200, answer: { meta: { total: 1 } } },
  { operation: 'listFiscalDocuments', of: 'DRAFT', query: '?type=NFE', status: 200, answer: { meta: { total: 0 } } },
  { operation: 'createFiscalDocument', of: 'DRAFT', body: service(), status: 201, answer: { type: 'NFSE' } },
  { operation: 'previewFiscalDocument', of: 'DRAFT', body: service(), status: 200, answer: { totalValue: '100.00' } },
  { operation: 'getFiscalDocument', of: 'DRAFT', status: 200, answer: { status: 'DRAFT', accessKey: null } },
  {
    ...{ operation: 'getFiscalDocument', of: 'AUTHORIZED', status: 200 },
    answer: {
      status: 'AUTHORIZED',
      accessKey: expect.stringMatching(/^\d{50}$/),
      xmlUrl: expect.stringMatching('xml'),
    },
  },
  {
    ...{ operation: 'updateFiscalDocument', of: 'DRAFT', body: { discount: '10.00' }, status: 200 },
    answer: { totalValue: '90.00', warnings: [] },
  },
  { operation: 'updateFiscalDocument', of: 'REJECTED', body: {}, status: 200, answer: { status: 'REJECTED' } },
  { operation: 'updateFiscalDocument', of: 'AUTHORIZED', body: { discount: '10.00' }, ...wrongState },
  {
    ...{ operation: 'updateFiscalDocument', of: 'DRAFT', body: { transport: { freightType: 'SENDER' } }, status: 400 },
    answer: { issues: [{ path: 'transport' }] },
  },
  { operation: 'deleteFiscalDocument', of: 'DRAFT', status: 200, answer: { success: true } },
  { operation: 'deleteFiscalDocument', of: 'REJECTED', ...wrongState },
  { operation: 'deleteFiscalDocument', of: 'AUTHORIZED', ...wrongState },
  { operation: 'emitFiscalDocument', of: 'DRAFT', status: 202, answer: { status: 'PROCESSING' } },
  { operation: 'emitFiscalDocument', of: 'REJECTED', status: 202, answer: { runId: expect.any(String) } },
  { operation: 'emitFiscalDocument', of: 'AUTHORIZED', ...wrongState },
  { operation: 'cancelFiscalDocument', of: 'AUTHORIZED', body: { justification }, status: 200 },
  { operation: 'cancelFiscalDocument', of: 'AUTHORIZED', body: { justification, reason: '2' }, status: 200 },
  {
    ...{ operation: 'cancelFiscalDocument', of: 'AUTHORIZED', body: { justification, reason: '3' }, status: 400 },
    answer: { issues: [{ path: 'reason' }] },
  },
  {
    ...{ operation: 'cancelFiscalDocument', of: 'AUTHORIZED', status: 400 },
    body: { justification, substituteDocumentId: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b' },
    answer: { issues: [{ path: 'substituteDocumentId', message: expect.stringContaining('replaces') }] },
  },
  { operation: 'cancelFiscalDocument', of: 'DRAFT', body: { justification }, ...wrongState },
  { operation: 'cancelFiscalDocument', of: 'CANCELLED', body: { justification }, ...wrongState },
  { operation: 'correctFiscalDocument', of: 'AUTHORIZED', body: { correction }, ...unsupported },
  { operation: 'getFiscalDocumentCorrectionLetterPdf', of: 'AUTHORIZED', ...notThere },
  { operation: 'registerFiscalDocumentReceipt', of: 'AUTHORIZED', body: receipt, ...unsupported },
  { operation: 'removeFiscalDocumentReceipt', of: 'AUTHORIZED', ...unsupported },
  {
    ...{ operation: 'registerFiscalDocumentEvent', of: 'AUTHORIZED', body: { type: 'EFFECTIVE_PAYMENT' } },
    ...unsupported,
  },
  { operation: 'getFiscalDocumentEventProof', of: 'CANCELLED', ...notThere },
  { operation: 'getFiscalDocumentEventXml', of: 'CANCELLED', status: 200, answer: '<evento/>' },
  { operation: 'listFiscalDocumentMails', of: 'AUTHORIZED', status: 200, answer: { data: [] } },
  {
    ...{ operation: 'mailFiscalDocument', of: 'AUTHORIZED', body: { to: ['ana@example.com'] }, status: 202 },
    answer: { data: [{ kind: 'ISSUED', status: 'PENDING' }] },
  },
  { operation: 'mailFiscalDocument', of: 'DRAFT', body: {}, ...wrongState },
  { operation: 'getFiscalDocumentXml', of: 'DRAFT', ...notThere },
  { operation: 'getFiscalDocumentXml', of: 'AUTHORIZED', status: 200, answer: procXml },
  { operation: 'getFiscalDocumentXml', of: 'REJECTED', query: '?type=signed', status: 200, answer: signedXml },
  { operation: 'getFiscalDocumentDanfe', of: 'DRAFT', ...notThere },
  {
    ...{ operation: 'createInutilization', of: 'DRAFT', status: 400, answer: { issues: [{ path: 'model' }] } },
    body: { series: 1, startNumber: 1, endNumber: 2, justification, model: 'NFSE' },
  },
];

test('the table has every operation on documents', () => {
  const paths: Record<string, Record<string, { operationId: string }>> = contract.paths;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/v1/fiscal-documents') ? Object.values(methods).map(({ operationId }) => operationId) : [],
  );
  expect([...new Set(rows.map(({ operation }) => operation))]).toEqual(expect.arrayContaining(operations));
});

test.each(
  rows.map((row): [string, State, string, number, Row] => [
    ...([routes[row.operation], row.of, wordsOf(row), row.status, row] as const),
  ]),
)('%s of a service that is %s, with %s, is %i', async (route, of, _what, status, { query = '', body, answer }) => {
  const place = of === 'DRAFT' && route.endsWith('fiscal-documents') ? await ownStore() : store;
  const { id, eventId } = await inState(place, of);
  const [method = '', path = ''] = route.replace('{id}', id).replace('{eventId}', eventId).split(' ');
  const answered = await place.call(method, path + query, body);
  expect({ status: answered.status, text: answered.text }).toMatchObject({ status });
  if (typeof answer === 'string') expect(answered.text).toBe(answer);
  else if (answer) expect(answered.body).toMatchObject(answer);
});

test('files are named after the key, the signed one as a DPS', async () => {
  const { id, eventId } = await inState(store, 'CANCELLED');
  const { accessKey } = await store.detail(id);
  const nameOf = async (path: string) => {
    const { headers } = await store.call('GET', `/v1/fiscal-documents/${id}/${path}`);
    return headers.get('content-disposition');
  };
  expect(await nameOf('xml?download=true')).toBe(`attachment; filename=${String(accessKey)}-nfse.xml`);
  expect(await nameOf('xml?type=signed&download=true')).toBe(`attachment; filename=${String(accessKey)}-dps.xml`);
  expect(await nameOf(`events/${eventId}/xml?download=true`)).toBe(
    `attachment; filename=${String(accessKey)}-101101-1-eventoNFSe.xml`,
  );
});

test.each([
  [undefined, '9'],
  ['1', '1'],
])('a cancellation that gives the reason %s says %s to the authority, and shows it', async (reason, said) => {
  const { id } = await inState(store, 'AUTHORIZED');
  await store.call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification, reason });
  const event = await acrossCompanies(desk.api.orm).findOneOrFail(DocumentEvent, { document: id });
  expect(event).toMatchObject({ code: '101101', reasonCode: said, justification });
  expect((await store.detail(id)).events).toMatchObject([{ type: 'CANCELLATION', code: '101101', reason: said }]);
});

test('a note of goods is cancelled for no reason', async () => {
  const { body } = await store.create();
  await becomes(desk.api.orm, body.id, 'AUTHORIZED');
  const cancel = (fields: object) =>
    store.call('POST', `/v1/fiscal-documents/${String(body.id)}/cancel`, { justification, ...fields });
  const refused = await cancel({ reason: '1' });
  expect({ status: refused.status, paths: pathsOf(refused.body) }).toEqual({ status: 400, paths: ['reason'] });
  expect(await cancel({ reason: null })).toMatchObject({ status: 200 });
});

/** A short description of what a row sends. */
function wordsOf({ body, query }: Row): string {
  return body ? JSON.stringify(body).slice(0, 80) : (query ?? 'nothing');
}

function ownStore(): Promise<Store> {
  return newStore(desk.api, { settings: serviceSettings, environment: 'PRODUCTION' });
}

/** A service in this state; a CANCELLED one has a registered cancellation. */
async function inState(place: Store, state: State): Promise<{ id: string; eventId: string }> {
  const { body } = await place.call('POST', '/v1/fiscal-documents', service());
  const id = String(body.id);
  if (state === 'DRAFT') return { id, eventId: 'x' };
  await becomes(desk.api.orm, id, state);
  if (state !== 'CANCELLED') return { id, eventId: 'x' };
  const eventId = await keepEvent(desk.api.orm, id, { type: 'CANCELLATION', sequence: 1, procXml: '<evento/>' });
  return { id, eventId };
}
