import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Payable } from '../../../domain/received/payable.entity.ts';
import type { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { receivedEvent, receivedNote } from '../../support/rows/received.ts';
import { until } from '../../support/checks/until.ts';
import { startApi } from '../fixture.ts';
import { type ManifestationDesk, openManifestationDesk, unknownKey } from './manifestation-desk.ts';

const justification = 'Mercadoria recusada na entrega por avaria.';

let desk: ManifestationDesk;
beforeAll(async () => {
  desk = await openManifestationDesk();
});
afterAll(() => desk.close());
afterEach(() => desk.calm());

test('a recipient is aware of a note, then confirms it: two events of the company at the national environment', async () => {
  const { note, row } = await desk.received();
  const aware = await desk.manifest(row, { type: 'CIENCIA' });
  expect(aware.status).toBe(200);
  expect(aware.body).toMatchObject({
    success: true,
    message: 'Manifestação registrada: ciência da operação.',
    event: { type: 'MANIFESTATION', manifestation: 'CIENCIA', code: '210210', sequence: 1, status: 'REGISTERED' },
    manifestation: 'CIENCIA',
  });
  const confirmed = await desk.manifest(row, { type: 'CONFIRMADA' });
  expect(confirmed.body).toMatchObject({ event: { code: '210200', sequence: 1 }, manifestation: 'CONFIRMADA' });
  expect(await desk.atAuthority(note)).toEqual(['210210/1', '210200/1']);
  expect((await desk.found(row)).manifestation).toBe('CONFIRMADA');
  const [event] = await desk.eventsOf(row, ['signedXml', 'procXml']);
  expect(event?.signedXml).toContain(`<cOrgao>91</cOrgao><tpAmb>2</tpAmb><CNPJ>${desk.buyer.taxId}</CNPJ>`);
  expect(event?.procXml).toContain(event?.signedXml);
});

test('what was said is listed with its protocol and code, and each proof is the registered event with its authority’s protocol', async () => {
  const { row } = await desk.received();
  await desk.manifest(row, { type: 'CIENCIA' });
  await desk.manifest(row, { type: 'CONFIRMADA' });
  await desk.manifest(row, { type: 'DESCONHECIDA' });
  await desk.manifest(row, { type: 'CONFIRMADA' });
  await desk.manifest(row, { type: 'NAO_REALIZADA', justification });
  const path = `/v1/received-documents/${row.id}/events`;
  const { status, body } = await desk.read(path);
  expect(status).toBe(200);
  const events = body.data as Record<string, unknown>[];
  expect(events.map(({ code, sequence, status, cStat }) => [code, sequence, status, cStat])).toEqual([
    ['210210', 1, 'REGISTERED', '135'],
    ['210200', 1, 'REGISTERED', '135'],
    ['210220', 1, 'REGISTERED', '135'],
    ['210200', 2, 'REJECTED', '573'],
    ['210240', 1, 'REJECTED', '573'],
  ]);
  for (const { id, code, protocol, registeredAt } of events.slice(0, 3)) {
    expect(Number.isNaN(Date.parse(String(registeredAt)))).toBe(false);
    const proof = await desk.read(`${path}/${String(id)}/xml`);
    expect(proof.text).toMatch(
      new RegExp(`<procEventoNFe .*<tpEvento>${String(code)}</tpEvento>.*</Signature>.*<retEvento .*<nProt>${String(protocol)}</nProt>`, 's'), // oxfmt-ignore
    );
  }
  expect((await desk.read(`${path}/${String(events.at(-1)?.id)}/xml`)).status).toBe(404);
  expect((await desk.read(`/v1/received-documents/${row.company}/events`)).status).toBe(404);
});

test('what stands is found and not sent again, an earlier awareness too', async () => {
  const { note, row } = await desk.received();
  const first = await desk.manifest(row, { type: 'CIENCIA' });
  await desk.manifest(row, { type: 'CONFIRMADA' });
  const before = await desk.sends();
  const again = await desk.manifest(row, { type: 'CIENCIA' });
  expect(again.body).toMatchObject({ event: first.body.event, manifestation: 'CONFIRMADA' });
  expect((await desk.manifest(row, { type: 'CONFIRMADA' })).status).toBe(200);
  expect(await desk.sends()).toBe(before);
  expect(await desk.atAuthority(note)).toHaveLength(2);
});

test('a refusal cancels what is owed, a confirmation reopens it, and the authority takes no third conclusion', async () => {
  const { note, row } = await desk.received();
  const owed = await payables(row);
  const refused = await desk.manifest(row, { type: 'NAO_REALIZADA', justification: `  ${justification}\n` });
  expect(refused.body).toMatchObject({ event: { code: '210240', justification }, manifestation: 'NAO_REALIZADA' });
  expect(await statusesOf(owed)).toEqual(['CANCELLED', 'REVIEW']);
  expect((await desk.manifest(row, { type: 'CONFIRMADA' })).body).toMatchObject({ manifestation: 'CONFIRMADA' });
  expect(await statusesOf(owed)).toEqual(['OPEN', 'PAID']);
  const third = await desk.manifest(row, { type: 'DESCONHECIDA' });
  expect(third.status).toBe(422);
  expect(third.body).toMatchObject({ code: 'manifestation_failed', cStat: '573', rejection: { code: '573' } });
  expect(await desk.atAuthority(note)).toEqual(['210240/1', '210200/1']);
  expect((await desk.found(row)).manifestation).toBe('CONFIRMADA');
  expect(await statusesOf(owed)).toEqual(['OPEN', 'PAID']);
});

test('a conclusion repeated after another one is a new event, whose sequence the authority checks', async () => {
  const { row } = await desk.received();
  await desk.manifest(row, { type: 'CONFIRMADA' });
  await desk.manifest(row, { type: 'DESCONHECIDA' });
  const third = await desk.manifest(row, { type: 'CONFIRMADA' });
  expect(third.body).toMatchObject({ code: 'manifestation_failed', cStat: '573' });
  const events = await desk.eventsOf(row);
  expect(events.map(({ code, sequence, status }) => [code, sequence, status])).toEqual([
    ['210200', 1, 'REGISTERED'],
    ['210220', 1, 'REGISTERED'],
    ['210200', 2, 'REJECTED'],
  ]);
});

test('fifty at once, and one afterwards, are one event', async () => {
  const { note, row } = await desk.received();
  const answers = await Promise.all(Array.from({ length: 50 }, () => desk.manifest(row, { type: 'CONFIRMADA' })));
  answers.push(await desk.manifest(row, { type: 'CONFIRMADA' }));
  expect(answers.map(({ status, body }) => [status, body.event])).toEqual(
    answers.map(() => [200, answers[0]?.body.event]),
  );
  expect(await desk.atAuthority(note)).toEqual(['210200/1']);
});

test('different ones at once are registered one after the other', async () => {
  const { note, row } = await desk.received();
  const answers = await Promise.all([
    desk.manifest(row, { type: 'DESCONHECIDA' }),
    desk.manifest(row, { type: 'CONFIRMADA' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const kept = await desk.eventsOf(row);
  expect(await desk.atAuthority(note)).toEqual(kept.map(({ code, sequence }) => `${code}/${sequence}`));
  expect((await desk.found(row)).manifestation).toBe(kept.at(-1)?.code === '210200' ? 'CONFIRMADA' : 'DESCONHECIDA');
});

test('an answer that got lost is looked up at the authorizer of the key, and the event is sent once', async () => {
  const { note, row } = await desk.received();
  await desk.installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const before = await desk.sends();
  expect((await desk.manifest(row, { type: 'CIENCIA' })).status).toBe(200);
  expect(await desk.sends()).toBe(before + 1);
  const [event] = await desk.eventsOf(row, ['procXml']);
  expect(event).toMatchObject({ status: 'REGISTERED', protocol: expect.stringMatching(/^891/) });
  expect(event?.procXml).toContain('<tpEvento>210210</tpEvento>');
  expect(await desk.atAuthority(note)).toEqual(['210210/1']);
});

test('what another system registered is found by its duplicate, and counts', async () => {
  const { note, row } = await desk.received();
  await desk.manifest(row, { type: 'CONFIRMADA' });
  const em = acrossCompanies(desk.installation.orm);
  await em.execute('delete from document_event where received_document_id = ?', [row.id]);
  await em.execute(`delete from authority_call where subject like ?`, [`%${note.accessKey}%`]);
  await em.execute('update received_document set manifestation = null where id = ?', [row.id]);
  const { status, body } = await desk.manifest(row, { type: 'CONFIRMADA' });
  expect({ status, manifestation: body.manifestation }).toEqual({ status: 200, manifestation: 'CONFIRMADA' });
  expect(body.event).toMatchObject({ status: 'REGISTERED', protocol: expect.stringMatching(/^891/) });
});

test('what the distribution brought from another system stands: the same is not sent', async () => {
  const note = { accessKey: unknownKey() };
  const row = await receivedNote(desk.installation.orm, desk.buyer, note);
  await receivedEvent(desk.installation.orm, desk.buyer, note, { code: '210200', eventProtocol: '891260000000001' });
  const before = await desk.sends();
  const { status, body } = await desk.manifest(row, { type: 'CONFIRMADA' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event: { code: '210200', status: 'REGISTERED', protocol: '891260000000001' },
    manifestation: 'CONFIRMADA',
  });
  expect(await desk.sends()).toBe(before);
  expect((await desk.found(row)).manifestation).toBe('CONFIRMADA');
});

test('the issuer’s document shows what its recipient said, and what was registered here once', async () => {
  const { note } = await desk.received();
  const { installation, api, seller } = desk;
  const key = await desk.keyOf(seller);
  const path = `/v1/fiscal-documents/${note.id}`;
  const correction = 'Onde se lê Rua das Flores, 100, leia-se Rua das Flores, 110.';
  const letter = await api.call('POST', `${path}/correction-letter`, { key, body: { correction } });
  const later = (minutes: number) => ({
    eventAuthor: desk.buyer.taxId,
    eventProtocol: '891260000000002',
    at: new Date(Date.now() + minutes * 60_000),
  });
  await receivedEvent(installation.orm, seller, note, { code: '210200', ...later(1) });
  await receivedEvent(installation.orm, seller, note, { code: '110110', eventText: correction });
  await receivedEvent(installation.orm, seller, note, { code: '990000', eventName: 'Evento novo', ...later(2) });
  await receivedEvent(installation.orm, desk.buyer, note, { code: '210220' });
  const { body } = await api.call('GET', path, { key });
  expect(body.events).toEqual([
    letter.body.event,
    expect.objectContaining({
      ...{ type: 'MANIFESTATION', manifestation: 'CONFIRMADA', code: '210200', status: 'REGISTERED' },
      ...{ author: desk.buyer.taxId, protocol: '891260000000002' },
      description: 'Confirmação da operação: evento registrado',
    }),
    expect.objectContaining({ type: 'OTHER', code: '990000', description: 'Evento novo: evento registrado' }),
  ]);
});

test('while the authority is away the answer is 503, and the manifestation goes on by itself', async () => {
  const { row } = await desk.received();
  await desk.installation.authority.control('PUT', '/scenario', { paused: { cStat: 108 } });
  const hasty = await startApi({
    temporal: desk.installation.client,
    databaseUrl: desk.installation.env.databaseUrl,
    patienceMs: 2_000,
  });
  const path = `/v1/received-documents/${row.id}/manifestation`;
  const key = await desk.keyOf(desk.buyer);
  const { status, body, headers } = await hasty.call('POST', path, { key, body: { type: 'CIENCIA' } });
  await hasty.close();
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'authority_unavailable' });
  expect(body.message).toContain('Ciência da operação');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await desk.installation.authority.control('DELETE', '/scenario');
  await until('it is registered', async () => (await desk.found(row)).manifestation === 'CIENCIA');
});

/** Two installments of a received note, of which the second is paid. */
async function payables({ id }: ReceivedDocument): Promise<string[]> {
  const { buyer, seller } = desk;
  const em = acrossCompanies(desk.installation.orm);
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
  const rows = await acrossCompanies(desk.installation.orm).find(
    Payable,
    { id: { $in: ids } },
    { orderBy: { position: 1 } },
  );
  return rows.map(({ status }) => status);
}
