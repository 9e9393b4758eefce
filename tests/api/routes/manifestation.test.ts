import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { companyScopes } from '../../../domain/access/scopes.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { Payable } from '../../../domain/payables/payable.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createKey } from '../../../operations/provisioning.ts';
import { authorizedDocument } from '../../support/authorized.ts';
import { type Installation, openInstallation } from '../../support/installation.ts';
import { receivedEvent, receivedNote } from '../../support/received.ts';
import { cnpjOf } from '../../support/tax-ids.ts';
import { until } from '../../support/until.ts';
import { startApi, type TestApi } from '../fixture.ts';

// Real workers on a busy machine take their time.
jest.setTimeout(180_000);

const justification = 'Mercadoria recusada na entrega por avaria.';
const dayMs = 24 * 3_600_000;

let installation: Installation;
let api: TestApi;
let seller: Company;
let buyer: Company;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company: seller } = await installation.openCompany());
  ({ company: buyer, key } = await installation.openCompany({
    taxId: '11444777000161',
    name: 'Mercado São João Ltda',
  }));
  api = await startApi({ temporal: installation.client, databaseUrl: installation.env.databaseUrl });
});
afterAll(async () => {
  await api.close();
  await installation.close();
});
afterEach(async () => {
  await installation.authority.control('DELETE', '/scenario');
  await installation.authority.control('DELETE', '/clock');
});

test('a recipient is aware of a note, then confirms it: two events of the company at the national environment', async () => {
  const { note, row } = await received();
  const aware = await manifest(row, { type: 'CIENCIA' });
  expect(aware.status).toBe(200);
  expect(aware.body).toMatchObject({
    success: true,
    message: 'Manifestação registrada: ciência da operação.',
    event: { type: 'MANIFESTATION', manifestation: 'CIENCIA', code: '210210', sequence: 1, status: 'REGISTERED' },
    manifestation: 'CIENCIA',
  });
  const confirmed = await manifest(row, { type: 'CONFIRMADA' });
  expect(confirmed.body).toMatchObject({ event: { code: '210200', sequence: 1 }, manifestation: 'CONFIRMADA' });
  expect(await atAuthority(note)).toEqual(['210210/1', '210200/1']);
  expect((await found(row)).manifestation).toBe('CONFIRMADA');
  const [event] = await eventsOf(row, ['signedXml', 'procXml']);
  expect(event?.signedXml).toContain(`<cOrgao>91</cOrgao><tpAmb>2</tpAmb><CNPJ>${buyer.taxId}</CNPJ>`);
  expect(event?.procXml).toContain(event?.signedXml);
});

test('what stands is found and not sent again, an earlier awareness too', async () => {
  const { note, row } = await received();
  const first = await manifest(row, { type: 'CIENCIA' });
  await manifest(row, { type: 'CONFIRMADA' });
  const before = await sends();
  const again = await manifest(row, { type: 'CIENCIA' });
  expect(again.body).toMatchObject({ event: first.body.event, manifestation: 'CONFIRMADA' });
  expect((await manifest(row, { type: 'CONFIRMADA' })).status).toBe(200);
  expect(await sends()).toBe(before);
  expect(await atAuthority(note)).toHaveLength(2);
});

test('a refusal cancels what is owed, a confirmation reopens it, and the authority takes no third conclusion', async () => {
  const { note, row } = await received();
  const owed = await payables(row);
  const refused = await manifest(row, { type: 'NAO_REALIZADA', justification: `  ${justification}\n` });
  expect(refused.body).toMatchObject({ event: { code: '210240', justification }, manifestation: 'NAO_REALIZADA' });
  expect(await statusesOf(owed)).toEqual(['CANCELLED', 'REVIEW']);
  expect((await manifest(row, { type: 'CONFIRMADA' })).body).toMatchObject({ manifestation: 'CONFIRMADA' });
  expect(await statusesOf(owed)).toEqual(['OPEN', 'PAID']);
  const third = await manifest(row, { type: 'DESCONHECIDA' });
  expect(third.status).toBe(422);
  expect(third.body).toMatchObject({ code: 'manifestation_failed', cStat: '573', rejection: { code: '573' } });
  expect(await atAuthority(note)).toEqual(['210240/1', '210200/1']);
  expect((await found(row)).manifestation).toBe('CONFIRMADA');
  expect(await statusesOf(owed)).toEqual(['OPEN', 'PAID']);
});

test('a conclusion said again after another is a new event, of which the authority judges the sequence', async () => {
  const { row } = await received();
  await manifest(row, { type: 'CONFIRMADA' });
  await manifest(row, { type: 'DESCONHECIDA' });
  const third = await manifest(row, { type: 'CONFIRMADA' });
  expect(third.body).toMatchObject({ code: 'manifestation_failed', cStat: '573' });
  const events = await eventsOf(row);
  expect(events.map(({ code, sequence, status }) => [code, sequence, status])).toEqual([
    ['210200', 1, 'REGISTERED'],
    ['210220', 1, 'REGISTERED'],
    ['210200', 2, 'REJECTED'],
  ]);
});

test('an awareness after a conclusion is refused in the authority’s words', async () => {
  const { row } = await received();
  await manifest(row, { type: 'CONFIRMADA' });
  const { status, body } = await manifest(row, { type: 'CIENCIA' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'manifestation_failed',
    cStat: '655',
    message: expect.stringContaining('655 - '),
    rejection: { code: '655', fix: expect.any(String) },
  });
  expect((await found(row)).manifestation).toBe('CONFIRMADA');
});

test.each([
  ['CIENCIA', 11, '596'],
  ['CONFIRMADA', 91, '596'],
])('%s after %i days is refused: %s', async (type, days, cStat) => {
  const { row } = await received();
  const now = new Date(Date.now() + days * dayMs).toISOString();
  await installation.authority.control('PUT', '/clock', { now });
  const { status, body } = await manifest(row, { type });
  expect({ status, code: body.code, cStat: body.cStat }).toEqual({ status: 422, code: 'manifestation_failed', cStat });
});

test.each([
  ['CIENCIA', '650'],
  ['DESCONHECIDA', '651'],
])('%s of a note that its issuer has cancelled is refused: %s', async (type, cStat) => {
  const { note, row } = await received();
  const cancelled = await api.call('POST', `/v1/fiscal-documents/${note.id}/cancel`, {
    key: await keyOf(seller),
    body: { justification: 'Pedido desfeito pelo cliente' },
  });
  expect(cancelled.status).toBe(200);
  expect((await manifest(row, { type })).body).toMatchObject({ code: 'manifestation_failed', cStat });
});

test('who is no recipient at the authority hears its 575', async () => {
  const note = await authorizedDocument(installation, seller);
  const other = await installation.openCompany({ taxId: cnpjOf(71_234_567), name: 'Padaria Boa Vista Ltda' });
  const row = await receivedNote(installation.orm, other.company, note);
  const { body } = await manifest(row, { type: 'CIENCIA' }, other.key);
  expect(body).toMatchObject({ code: 'manifestation_failed', cStat: '575' });
});

test.each([
  ['a note of which the company is the transporter', { role: 'TRANSPORTER' }, 'manifestation_failed', '575'],
  ['an NFS-e', { model: 'NFSE', schemaType: 'NFSE' }, 'unsupported_document_type', 'NFS-e'],
  [
    'an event',
    { eventCode: '110111', eventSequence: 1, schemaType: 'RES_EVENTO' },
    'unsupported_document_type',
    'evento',
  ],
] as const)('%s is refused without asking', async (_what, changes, code, words) => {
  const note = { accessKey: randomKey() };
  const row = await receivedNote(installation.orm, buyer, note, changes);
  const before = await sends();
  const { status, body } = await manifest(row, { type: 'CIENCIA' });
  expect({ status, code: body.code }).toEqual({ status: 422, code });
  expect(body.message).toContain(words);
  expect(await sends()).toBe(before);
  expect(await eventsOf(row)).toEqual([]);
});

test.each([
  ['without a justification', { type: 'NAO_REALIZADA' }, 'justification'],
  ['with a justification of 14', { type: 'NAO_REALIZADA', justification: 'x'.repeat(14) }, 'justification'],
  ['of spaces', { type: 'NAO_REALIZADA', justification: ' '.repeat(20) }, 'justification'],
  ['of a letter and spaces', { type: 'NAO_REALIZADA', justification: `x${' '.repeat(20)}` }, 'justification'],
  ['of 256', { type: 'NAO_REALIZADA', justification: 'x'.repeat(256) }, 'justification'],
  [
    'of letters that the authority does not take',
    { type: 'NAO_REALIZADA', justification: `${justification} 😀` },
    'justification',
  ],
  ['where the event has none', { type: 'CONFIRMADA', justification }, 'justification'],
  ['of another type', { type: 'ACEITA' }, 'type'],
  ['of no type', {}, 'type'],
])('a manifestation %s is 400', async (_what, body, path) => {
  const row = await receivedNote(installation.orm, buyer, { accessKey: randomKey() });
  const answer = await manifest(row, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'validation_error', issues: [{ path }] });
  expect(await eventsOf(row)).toEqual([]);
});

test('fifty at once, and one afterwards, are one event', async () => {
  const { note, row } = await received();
  const answers = await Promise.all(Array.from({ length: 50 }, () => manifest(row, { type: 'CONFIRMADA' })));
  answers.push(await manifest(row, { type: 'CONFIRMADA' }));
  expect(answers.map(({ status, body }) => [status, body.event])).toEqual(
    answers.map(() => [200, answers[0]?.body.event]),
  );
  expect(await atAuthority(note)).toEqual(['210200/1']);
});

test('different ones at once are registered one after the other', async () => {
  const { note, row } = await received();
  const answers = await Promise.all([manifest(row, { type: 'DESCONHECIDA' }), manifest(row, { type: 'CONFIRMADA' })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const kept = await eventsOf(row);
  expect(await atAuthority(note)).toEqual(kept.map(({ code, sequence }) => `${code}/${sequence}`));
  expect((await found(row)).manifestation).toBe(kept.at(-1)?.code === '210200' ? 'CONFIRMADA' : 'DESCONHECIDA');
});

test('an answer that got lost is looked up at the authorizer of the key, and the event is sent once', async () => {
  const { note, row } = await received();
  await installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const before = await sends();
  expect((await manifest(row, { type: 'CIENCIA' })).status).toBe(200);
  expect(await sends()).toBe(before + 1);
  const [event] = await eventsOf(row, ['procXml']);
  expect(event).toMatchObject({ status: 'REGISTERED', protocol: expect.stringMatching(/^891/) });
  expect(event?.procXml).toContain('<tpEvento>210210</tpEvento>');
  expect(await atAuthority(note)).toEqual(['210210/1']);
});

test('what another system registered is found by its duplicate, and counts', async () => {
  const { note, row } = await received();
  await manifest(row, { type: 'CONFIRMADA' });
  const em = acrossCompanies(installation.orm);
  await em.execute('delete from document_event where received_document_id = ?', [row.id]);
  await em.execute(`delete from authority_call where subject like ?`, [`%${note.accessKey}%`]);
  await em.execute('update received_document set manifestation = null where id = ?', [row.id]);
  const { status, body } = await manifest(row, { type: 'CONFIRMADA' });
  expect({ status, manifestation: body.manifestation }).toEqual({ status: 200, manifestation: 'CONFIRMADA' });
  expect(body.event).toMatchObject({ status: 'REGISTERED', protocol: expect.stringMatching(/^891/) });
});

test('what the distribution brought from another system stands: the same is not sent', async () => {
  const note = { accessKey: randomKey() };
  const row = await receivedNote(installation.orm, buyer, note);
  await receivedEvent(installation.orm, buyer, note, { code: '210200', eventProtocol: '891260000000001' });
  const before = await sends();
  const { status, body } = await manifest(row, { type: 'CONFIRMADA' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event: { code: '210200', status: 'REGISTERED', protocol: '891260000000001' },
    manifestation: 'CONFIRMADA',
  });
  expect(await sends()).toBe(before);
  expect((await found(row)).manifestation).toBe('CONFIRMADA');
});

test('while the authority is away the answer is 503, and the manifestation goes on by itself', async () => {
  const { row } = await received();
  await installation.authority.control('PUT', '/scenario', { paused: { cStat: 108 } });
  const hasty = await startApi({
    temporal: installation.client,
    databaseUrl: installation.env.databaseUrl,
    patienceMs: 2_000,
  });
  const path = `/v1/received-documents/${row.id}/manifestation`;
  const { status, body, headers } = await hasty.call('POST', path, { key, body: { type: 'CIENCIA' } });
  await hasty.close();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'authority_unavailable' });
  expect(body.message).toContain('Ciência da operação');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await installation.authority.control('DELETE', '/scenario');
  await until('it is registered', async () => (await found(row)).manifestation === 'CIENCIA', 120_000);
});

test('without a certificate nothing is sent, and the answer says what is missing', async () => {
  const { company, key: own } = await installation.openCompany({
    taxId: cnpjOf(87_654_321),
    name: 'Sem Certificado Ltda',
  });
  await acrossCompanies(installation.orm).execute('delete from certificate where company_id = ?', [company.id]);
  const row = await receivedNote(installation.orm, company, { accessKey: randomKey() });
  const before = await sends();
  const { status, body } = await manifest(row, { type: 'CIENCIA' }, own);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'certificate_missing' });
  expect(await sends()).toBe(before);
});

test('another company’s document is 404, and a key without the scope is 403', async () => {
  const row = await receivedNote(installation.orm, buyer, { accessKey: randomKey() });
  expect((await manifest(row, { type: 'CIENCIA' }, await keyOf(seller))).status).toBe(404);
  expect((await manifest({ id: 'nada' }, { type: 'CIENCIA' })).status).toBe(404);
  const reader = await createKey(installation.orm, {
    ...{ company: buyer, name: 'leitura', scopes: ['received-documents:read'] },
    ...{ ratePerSecond: 1_000, rateBurst: 1_000 },
  });
  expect((await manifest(row, { type: 'CIENCIA' }, reader.secret)).status).toBe(403);
  expect(await eventsOf(row)).toEqual([]);
});

/** A note that the seller has issued to the buyer, and the summary of it that the buyer has received. */
async function received(): Promise<{ note: Document; row: ReceivedDocument }> {
  const note = await authorizedDocument(installation, seller);
  return { note, row: await receivedNote(installation.orm, buyer, note) };
}

function manifest({ id }: { id: string }, body: object, by = key) {
  return api.call('POST', `/v1/received-documents/${id}/manifestation`, { key: by, body });
}

function found({ id }: ReceivedDocument): Promise<ReceivedDocument> {
  return acrossCompanies(installation.orm).findOneOrFail(ReceivedDocument, { id });
}

function eventsOf({ id }: ReceivedDocument, populate: ('signedXml' | 'procXml')[] = []): Promise<DocumentEvent[]> {
  return acrossCompanies(installation.orm).find(
    DocumentEvent,
    { receivedDocument: id },
    { populate, orderBy: { createdAt: 'asc' } },
  );
}

/** `<tpEvento>/<nSeqEvento>` of what the authority has registered about the note, in order. */
async function atAuthority({ accessKey }: Document): Promise<string[]> {
  type Known = { tpEvento: string; nSeqEvento: number };
  const events = await installation.authority.control<Known[]>('GET', `/documents/${accessKey}/events`);
  return events.map(({ tpEvento, nSeqEvento }) => `${tpEvento}/${nSeqEvento}`);
}

/** How many events have arrived at the authority. */
async function sends(): Promise<number> {
  return (await installation.authority.control<object[]>('GET', '/exchanges?service=RecepcaoEvento')).length;
}

/** Two installments of a received note, of which the second is paid. */
async function payables({ id }: ReceivedDocument): Promise<string[]> {
  const em = acrossCompanies(installation.orm);
  const rows = ([null, '2026-11-20'] as const).map((paidOn, at) =>
    em.create(Payable, {
      ...{ company: buyer.id, environment: buyer.environment, receivedDocument: id, position: at + 1, paidOn },
      ...{ dueDate: '2026-12-10', amount: '75.00', status: paidOn ? 'PAID' : 'OPEN' },
      ...{ supplierTaxId: seller.taxId, supplierName: seller.name },
    }),
  );
  await em.flush();
  return rows.map((row) => row.id);
}

async function statusesOf(ids: string[]): Promise<string[]> {
  const rows = await acrossCompanies(installation.orm).find(
    Payable,
    { id: { $in: ids } },
    { orderBy: { position: 1 } },
  );
  return rows.map(({ status }) => status);
}

async function keyOf(company: Company): Promise<string> {
  const common = { ratePerSecond: 1_000, rateBurst: 1_000 };
  return (await createKey(installation.orm, { company, name: 'outra', scopes: companyScopes, ...common })).secret;
}

/** The form of a key; no note has it. */
function randomKey(): string {
  const number = String(Math.floor(Math.random() * 1e9)).padStart(9, '0');
  return `3526111122233300018155001${number}1${number.slice(0, 8)}0`;
}
