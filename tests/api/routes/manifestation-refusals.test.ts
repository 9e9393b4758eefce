import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { type ManifestationDesk, openManifestationDesk, unknownKey } from './manifestation-desk.ts';

const justification = 'Mercadoria recusada na entrega por avaria.';
const dayMs = 24 * 3_600_000;

let desk: ManifestationDesk;
beforeAll(async () => {
  desk = await openManifestationDesk();
});
afterAll(() => desk.close());
afterEach(() => desk.calm());

test('an awareness after a conclusion is refused in the authority’s words', async () => {
  const { row } = await desk.received();
  await desk.manifest(row, { type: 'CONFIRMADA' });
  const { status, body } = await desk.manifest(row, { type: 'CIENCIA' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'manifestation_failed',
    cStat: '655',
    message: expect.stringContaining('655 - '),
    rejection: { code: '655', fix: expect.any(String) },
  });
  expect((await desk.found(row)).manifestation).toBe('CONFIRMADA');
});

test.each([
  ['CIENCIA', 11, '596', /90 dias.* CONFIRMADA.* DESCONHECIDA ou NAO_REALIZADA/],
  ['CONFIRMADA', 91, '596', /não registra mais manifestação/],
])('%s after %i days is refused: %s, with what helps', async (type, days, cStat, fix) => {
  const { row } = await desk.received();
  const now = new Date(Date.now() + days * dayMs).toISOString();
  await desk.installation.authority.control('PUT', '/clock', { now });
  const { status, body } = await desk.manifest(row, { type });
  expect({ status, code: body.code, cStat: body.cStat }).toEqual({ status: 422, code: 'manifestation_failed', cStat });
  expect(body).toMatchObject({ rejection: { code: cStat, fix: expect.stringMatching(fix) } });
  const again = await desk.manifest(row, { type: 'CONFIRMADA' });
  expect(again.status).toBe(type === 'CIENCIA' ? 200 : 422);
});

test.each([
  ['CIENCIA', '650'],
  ['DESCONHECIDA', '651'],
])('%s of a note that its issuer has cancelled is refused: %s', async (type, cStat) => {
  const { note, row } = await desk.received();
  const cancelled = await desk.api.call('POST', `/v1/fiscal-documents/${note.id}/cancel`, {
    key: await desk.keyOf(desk.seller),
    body: { justification: 'Pedido desfeito pelo cliente' },
  });
  expect(cancelled.status).toBe(200);
  expect((await desk.manifest(row, { type })).body).toMatchObject({ code: 'manifestation_failed', cStat });
});

test('who is no recipient at the authority hears its 575', async () => {
  const note = await authorizedDocument(desk.installation, desk.seller);
  const other = await desk.installation.openCompany({ taxId: cnpjOf(71_234_567), name: 'Padaria Boa Vista Ltda' });
  const row = await receivedNote(desk.installation.orm, other.company, note);
  const { body } = await desk.manifest(row, { type: 'CIENCIA' }, other.key);
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
  const note = { accessKey: unknownKey() };
  const row = await receivedNote(desk.installation.orm, desk.buyer, note, changes);
  const before = await desk.sends();
  const { status, body } = await desk.manifest(row, { type: 'CIENCIA' });
  expect({ status, code: body.code }).toEqual({ status: 422, code });
  expect(body.message).toContain(words);
  expect(await desk.sends()).toBe(before);
  expect(await desk.eventsOf(row)).toEqual([]);
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
  const row = await receivedNote(desk.installation.orm, desk.buyer, { accessKey: unknownKey() });
  const answer = await desk.manifest(row, body);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'validation_error', issues: [{ path }] });
  expect(await desk.eventsOf(row)).toEqual([]);
});

test('without a certificate nothing is sent, and the answer says what is missing', async () => {
  const { company, key: own } = await desk.installation.openCompany({
    taxId: cnpjOf(87_654_321),
    name: 'Sem Certificado Ltda',
  });
  await acrossCompanies(desk.installation.orm).execute('delete from certificate where company_id = ?', [company.id]);
  const row = await receivedNote(desk.installation.orm, company, { accessKey: unknownKey() });
  const before = await desk.sends();
  const { status, body } = await desk.manifest(row, { type: 'CIENCIA' }, own);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'certificate_missing' });
  expect(await desk.sends()).toBe(before);
});

test('another company’s document is 404, and a key without the scope is 403', async () => {
  const row = await receivedNote(desk.installation.orm, desk.buyer, { accessKey: unknownKey() });
  expect((await desk.manifest(row, { type: 'CIENCIA' }, await desk.keyOf(desk.seller))).status).toBe(404);
  expect((await desk.manifest({ id: 'nada' }, { type: 'CIENCIA' })).status).toBe(404);
  const reader = await desk.keyOf(desk.buyer, ['received-documents:read']);
  expect((await desk.manifest(row, { type: 'CIENCIA' }, reader)).status).toBe(403);
  expect(await desk.eventsOf(row)).toEqual([]);
});
