import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredLetter } from '../../../domain/pages/correction-letter/registered-letter.ts';
import { authorizedXml } from '../../../domain/pages/danfe/authorized-xml.ts';
import { comparisonOf } from '../../../support/rows/comparison.ts';
import { pastNoteOf } from '../../../support/rows/past-note.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { manifest, receive } from '../../../support/rows/received-files.ts';
import { type Answer, newCompany, sale, type TestApi } from '../../fixture.ts';
import { becomes, keepEvent } from '../fiscal-documents/documents.ts';
import { type EventDesk, openEventDesk } from '../fiscal-documents/event-desk.ts';
import { nobody, officeOperations } from './rows.ts';

let desk: EventDesk;
let api: TestApi;
/** The company's own key and base path; `office` is the office's for the same company. */
let company: Reader;
let office: Reader;
let kept: Awaited<ReturnType<typeof keep>>;
beforeAll(async () => {
  desk = await openEventDesk();
  api = desk.api;
  const owner = await newCompany(api.orm);
  const accountant = await newOffice(api.orm);
  await linkOf(api.orm, accountant.office, owner.company, { issuingAllowed: true });
  company = { key: owner.key, base: '/v1' };
  office = { key: accountant.key, base: `/v1/accounting/companies/${owner.company.id}` };
  desk.answer({ status: 'REGISTERED', cStat: '135', reason: null });
  kept = await keep(owner.company);
});
afterAll(() => desk.close());

type Reader = { key: string; base: string };

/** Readings of existing records, below either base path. A new reading without a row fails. */
const readings: Record<string, () => string> = {
  listFiscalDocuments: () => '/fiscal-documents?environment=ALL',
  getFiscalDocument: () => `/fiscal-documents/${kept.document}`,
  getFiscalDocumentXml: () => `/fiscal-documents/${kept.document}/xml?download=true`,
  getFiscalDocumentDanfe: () => `/fiscal-documents/${kept.document}/danfe`,
  getFiscalDocumentCorrectionLetterPdf: () => `/fiscal-documents/${kept.document}/correction-letter/pdf`,
  getFiscalDocumentEventXml: () => `/fiscal-documents/${kept.document}/events/${kept.letter}/xml`,
  getFiscalDocumentEventProof: () => `/fiscal-documents/${kept.document}/events/${kept.receipt}/proof`,
  listFiscalDocumentMails: () => `/fiscal-documents/${kept.document}/mails`,
  listPastNotes: () => '/past-notes',
  getPastNoteXml: () => `/past-notes/${kept.past}/xml?download=true`,
  listComparisons: () => '/comparisons',
  getComparison: () => `/comparisons/${kept.comparison}`,
  listReceivedDocuments: () => '/received-documents',
  getReceivedDocument: () => `/received-documents/${kept.received}`,
  getReceivedDocumentXml: () => `/received-documents/${kept.received}/xml`,
  listReceivedDocumentEvents: () => `/received-documents/${kept.received}/events`,
  getReceivedDocumentEventXml: () => `/received-documents/${kept.received}/events/${kept.manifestation}/xml`,
  getReceivedDocumentDanfe: () => `/received-documents/${kept.received}/danfe`,
  getDistribution: () => '/received-documents/distribution',
  exportReceivedDocuments: () => '/received-documents/export?year=2026&month=10',
  listFiscalTemplates: () => '/fiscal-templates',
  listClients: () => '/clients?search=agua',
};

/** Bodies of the other operations. */
const bodies: Record<string, unknown> = {
  createFiscalDocument: sale(),
  previewFiscalDocument: sale(),
  cancelFiscalDocument: { justification: 'Pedido cancelado pelo cliente.' },
  correctFiscalDocument: { correction: 'Onde se lê Rua A, leia-se Rua B.' },
  registerFiscalDocumentReceipt: {
    deliveredAt: '2026-11-21T09:00:00-03:00',
    receiverName: 'Maria da Silva',
    receiverDocument: '52998224725',
    proof: { contentType: 'image/png', base64: 'iVBORw0KGgo=' },
  },
  createComparison: { month: '2026-09' },
  createReceivedDocumentsLink: { year: 2026, month: 10 },
  manifestReceivedDocument: { type: 'CIENCIA' },
  registerFiscalDocumentEvent: { type: 'EFFECTIVE_PAYMENT' },
  mailFiscalDocument: { to: ['ana@example.com'] },
  registerReceivedDocumentEvent: { type: 'CREDIT_NOTE_ANSWER', accepted: true },
};

const mountedEnd = 'OfCompany';
const counterparts = officeOperations
  .filter(({ id }) => id.endsWith(mountedEnd))
  .map(({ id, method, path }) => ({
    ...{ id: id.slice(0, -mountedEnd.length), method },
    path: path.replace('/v1/accounting/companies/{companyId}', ''),
  }));

test('every reading of offices has a row', () => {
  const ids = counterparts.filter(({ method }) => method === 'GET').map(({ id }) => id);
  expect(ids.toSorted()).toEqual(Object.keys(readings).toSorted());
});

test.each(Object.entries(readings))('%s answers an office as the company, but for paths', async (_id, path) => {
  const [own, answer] = await Promise.all([call(company, 'GET', path()), call(office, 'GET', path())]);
  expect([answer.status, own.status]).toEqual([200, 200]);
  expect(answer.text.length).toBeGreaterThan(2);
  expect(shown(answer)).toEqual(shown(own));
});

test.each(counterparts)(
  '$id refuses an office what is not there as it refuses the company',
  async ({ id, method, path }) => {
    const of = path.replaceAll(/\{\w+\}/g, nobody);
    const own = await call(company, method, of, bodies[id]);
    // Only one of two requests at once may ask a source: this lets the office's request be the first again.
    await api.orm.em.fork().execute('update distribution set sync_asked_at = null');
    const answer = await call(office, method, of, bodies[id]);
    expect([answer.status, alike(answer.text)]).toEqual([own.status, alike(own.text)]);
  },
);

test('the paths of an answer are those of the route that was called, and lead to the files', async () => {
  for (const reader of [company, office]) {
    const { body } = await call(reader, 'GET', `/fiscal-documents/${kept.document}`);
    const { body: list } = await call(reader, 'GET', '/fiscal-documents?environment=ALL');
    const [listed] = (list.data as Record<string, unknown>[]).filter(({ id }) => id === kept.document);
    const paths = [body.pdfUrl, body.xmlUrl].map(String);
    expect(paths).toEqual(['danfe', 'xml'].map((file) => `${reader.base}/fiscal-documents/${kept.document}/${file}`));
    expect([listed?.pdfUrl, listed?.xmlUrl]).toEqual(paths);
    for (const path of paths) expect((await api.call('GET', path, { key: reader.key })).status).toBe(200);
  }
});

test('an Idempotency-Key is the company’s, whoever sends it', async () => {
  const create = (reader: Reader, body: unknown = sale()) =>
    call(reader, 'POST', '/fiscal-documents', body, { 'idempotency-key': 'venda-1' });
  const first = await create(office);
  expect(first.status).toBe(201);
  for (const again of [await create(company), await create(office)]) {
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
  }
  const other = await create(company, sale({ operationNature: 'Outra venda' }));
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_mismatch']);
});

test('documents are emitted, corrected, delivered and cancelled alike, and tell who issued them', async () => {
  const [own, answers] = [await issueAndChange(company), await issueAndChange(office)];
  expect(own.map(({ status }) => status)).toEqual([201, 202, 200, 200, 200, 200]);
  expect(answers.map(({ status, text }) => [status, alike(text)])).toEqual(
    own.map(({ status, text }) => [status, alike(text)]),
  );
  const [issuers] = await Promise.all([Promise.all([own, answers].map(issuerOf))]);
  expect(issuers).toEqual([
    { kind: 'COMPANY', name: 'Padaria São José Ltda' },
    { kind: 'OFFICE', name: 'Contábil Horizonte' },
  ]);
});

async function issueAndChange(reader: Reader): Promise<Answer[]> {
  const created = await call(reader, 'POST', '/fiscal-documents', sale());
  const path = `/fiscal-documents/${String(created.body.id)}`;
  const emitted = await call(reader, 'POST', `${path}/emit`, {});
  await becomes(api.orm, created.body.id, 'AUTHORIZED');
  return [
    created,
    emitted,
    await call(reader, 'POST', `${path}/correction-letter`, bodies.correctFiscalDocument),
    await call(reader, 'POST', `${path}/delivery-receipt`, bodies.registerFiscalDocumentReceipt),
    await call(reader, 'DELETE', `${path}/delivery-receipt`),
    await call(reader, 'POST', `${path}/cancel`, bodies.cancelFiscalDocument),
  ];
}

async function issuerOf([created]: Answer[]): Promise<unknown> {
  const { body } = await call(company, 'GET', `/fiscal-documents/${String(created?.body.id)}`);
  return body.issuedBy;
}

/** Writes a document with every kind of file, and a received note. */
async function keep(of: Awaited<ReturnType<typeof newCompany>>['company']) {
  const created = await call(office, 'POST', '/fiscal-documents', sale());
  const document = String(created.body.id);
  await becomes(api.orm, document, 'AUTHORIZED', authorizedXml());
  const procXml = registeredLetter('Leia-se Rua B');
  const letter = await keepEvent(api.orm, document, { type: 'CORRECTION_LETTER', sequence: 1, procXml });
  const path = `/fiscal-documents/${document}/delivery-receipt`;
  const { body } = await call(office, 'POST', path, bodies.registerFiscalDocumentReceipt);
  const receipt = (body as { event: { id: string } }).event.id;
  const note = await receive(api.orm, of, { content: authorizedXml() });
  const { id: manifestation } = await manifest(api.orm, of, note);
  await call(company, 'POST', '/fiscal-templates', { name: 'Venda', type: 'NFE' });
  const [past, comparison] = [await pastNoteOf(api.orm, of), await comparisonOf(api.orm, of)];
  return { document, letter, receipt, received: note.id, manifestation, past, comparison };
}

function call({ key, base }: Reader, method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  return api.call(method, `${base}${path}`, { key, body, ...(headers ? { headers } : {}) });
}

/** The parts of an answer that must not differ. */
function shown({ status, headers, text }: Answer) {
  const told = ['content-type', 'content-disposition', 'cache-control', 'x-document-count', 'x-pending-summaries'];
  // A source that was not asked yet may be asked now, a moment that differs between the two.
  const body = text.replaceAll(office.base, company.base).replaceAll(/(?<="nextSyncAllowedAt":")[^"]+/g, '<moment>');
  return { status, headers: told.map((name) => headers.get(name)), body };
}

/** An answer about another record, without ids, moments and tokens. */
function alike(text: string): string {
  return text
    .replaceAll(office.base, company.base)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/token=[\w-]+/g, '<token>')
    .replaceAll(/"proofHash":"[^"]+"/g, '<hash>');
}
