import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { keepFile } from '../../support/rows/received-files.ts';
import { receivedNote } from '../../support/rows/received.ts';
import { processingService } from '../../support/samples/service.ts';
import { openReformDesk, type ReformDesk } from './reform-desk.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfse');

let desk: ReformDesk;
beforeAll(async () => {
  desk = await openReformDesk();
});
afterAll(() => desk?.close());
afterEach(() => desk.installation.authority.control('DELETE', '/scenario'));

type Nfse = { xml: string; events: { tpEvento: string }[] };
const atSefin = (chNFSe: string) => desk.installation.authority.control<Nfse>('GET', `/nfse/${chNFSe}`);
const eventsAt = async (chNFSe: string) => (await atSefin(chNFSe)).events.map(({ tpEvento }) => tpEvento);
const eventOf = (body: object) => (body as { event: { id: string; code: string; protocol: string } }).event;

/** Has SEFIN generate an NFS-e from the seller to the buyer. */
async function generated(parties: object = {}): Promise<string> {
  const { seller, buyer, installation } = desk;
  const nfse = [{ issuer: { taxId: seller.taxId }, taker: { taxId: buyer.taxId }, ...parties }];
  const loaded = await installation.authority.control<{ nfse: { chNFSe: string }[] }>('POST', '/distribution', {
    nfse,
  });
  return loaded.nfse[0]?.chNFSe ?? '';
}

/** Writes the same NFS-e as the buyer received it. */
async function received(chNFSe: string, changes: object = {}) {
  const { orm } = desk.installation;
  const of = { model: 'NFSE', schemaType: 'NFSE', hasFullXml: true, ...changes } as const;
  const row = await receivedNote(orm, desk.buyer, { accessKey: chNFSe }, of);
  const content = (await atSefin(chNFSe).catch(() => null))?.xml ?? '<NFSe/>';
  await keepFile(orm, row, Number(row.nsu), { schemaType: 'NFSE', content });
  return row;
}

/** Writes the same NFS-e as the seller's document. */
async function issued(chNFSe: string): Promise<Document> {
  const { orm } = desk.installation;
  const { id } = await processingService(orm, desk.seller);
  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id });
  document.accessKey = chNFSe;
  document.authorize({ protocol: '135260000000001', authorizedAt: new Date(), cStat: '100', alerts: [] });
  await em.flush();
  return document;
}

test('the taker confirms a received NFS-e: registered at SEFIN, shown with the note, proven by its XML', async () => {
  const chNFSe = await generated();
  const row = await received(chNFSe);
  const answer = await desk.byBuyer(row, { type: 'SERVICE_CONFIRMATION' });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: {
      ...{ success: true, message: 'Manifestação de NFS-e - Confirmação do Tomador: evento registrado.' },
      event: { type: 'SERVICE_CONFIRMATION', code: '203202', sequence: 1, status: 'REGISTERED' },
    },
  });
  expect(await eventsAt(chNFSe)).toEqual(['203202']);
  const { id } = eventOf(answer.body);
  const path = `/v1/received-documents/${row.id}`;
  expect((await desk.read(path, 'buyer')).body).toMatchObject({ status: 'AUTHORIZED', events: [{ id }] });
  const { text, headers } = await desk.read(`${path}/events/${id}/xml?download=true`, 'buyer');
  expect(headers.get('content-disposition')).toContain(`${chNFSe}-203202-1-eventoNFSe.xml`);
  expect(text).toContain('<CNPJAutor>11444777000161</CNPJAutor>');
  expect(validator.validate('evento_v1.01.xsd', text)).toEqual([]);

  expect(eventOf((await desk.byBuyer(row, { type: 'SERVICE_CONFIRMATION' })).body).id).toBe(id);
  expect(await desk.byBuyer(row, { type: 'SERVICE_REJECTION', reason: '1' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_state' },
  });
  expect(await eventsAt(chNFSe)).toEqual(['203202']);
});

test('an intermediary rejects with a reason, and with another one in words', async () => {
  const { seller, buyer } = desk;
  const chNFSe = await generated({ taker: { taxId: '52998224725' }, intermediary: { taxId: buyer.taxId } });
  expect(seller.taxId).not.toBe(buyer.taxId);
  const row = await received(chNFSe);
  const justification = 'A intermediação não foi contratada';
  const answer = await desk.byBuyer(row, { type: 'SERVICE_REJECTION', reason: '9', justification });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { event: { type: 'SERVICE_REJECTION', code: '204207', reason: '9', justification } },
  });
  expect(await eventsAt(chNFSe)).toEqual(['204207']);
});

test('an answer that was lost is asked for, and found', async () => {
  const chNFSe = await generated();
  const row = await received(chNFSe);
  await desk.installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'NfseEvento' });
  expect(await desk.byBuyer(row, { type: 'SERVICE_CONFIRMATION' })).toMatchObject({ status: 200 });
  expect(await eventsAt(chNFSe)).toEqual(['203202']);
});

test('the issuer asks for a fiscal analysis of an issued NFS-e, once', async () => {
  const chNFSe = await generated();
  const note = await issued(chNFSe);
  const asked = {
    ...{ type: 'FISCAL_ANALYSIS_REQUEST', reason: '2' },
    justification: 'O serviço não foi prestado, e o prazo passou',
  };
  const answer = await desk.bySeller(note, asked);
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { event: { type: 'FISCAL_ANALYSIS_REQUEST', code: '101103', status: 'REGISTERED', reason: '2' } },
  });
  expect(await eventsAt(chNFSe)).toEqual(['101103']);
  const detail = await desk.read(`/v1/fiscal-documents/${note.id}`);
  expect(detail.body).toMatchObject({ status: 'AUTHORIZED', events: [{ code: '101103' }] });
  expect(await desk.bySeller(note, { ...asked, reason: '1' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_state' },
  });
});

test('what the note speaks against is not sent', async () => {
  const chNFSe = await generated();
  const [row, note] = [await received(chNFSe), await issued(await generated())];
  const analysis = { type: 'FISCAL_ANALYSIS_REQUEST', reason: '1', justification: 'Emitida com valor errado' };
  const strange = await received(await generated({ taker: { taxId: '52998224725' } }));
  for (const answer of [
    await desk.byBuyer(row, analysis),
    await desk.bySeller(note, { type: 'SERVICE_CONFIRMATION' }),
    await desk.byBuyer(strange, { type: 'SERVICE_CONFIRMATION' }),
  ]) {
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status: 422, code: 'invalid_event' });
    expect(answer.body['message']).toMatch(/E0813.*Nada foi enviado/);
  }
  expect(await eventsAt(chNFSe)).toEqual([]);
  const { note: goods } = await desk.issued();
  expect(await desk.bySeller(goods, analysis)).toMatchObject({
    status: 422,
    body: { code: 'unsupported_document_type' },
  });
  expect(await desk.byBuyer(row, { type: 'FUEL_CREDIT', items: [] })).toMatchObject({ status: 400 });
});

test.each([
  [{ type: 'SERVICE_CONFIRMATION', reason: '1' }, 'reason'],
  [{ type: 'SERVICE_CONFIRMATION', items: [{ number: 1 }] }, 'items'],
  [{ type: 'SERVICE_REJECTION' }, 'reason'],
  [{ type: 'SERVICE_REJECTION', reason: '7' }, 'reason'],
  [{ type: 'SERVICE_REJECTION', reason: '9' }, 'justification'],
  [{ type: 'SERVICE_REJECTION', reason: '9', justification: 'curta' }, 'justification'],
  [{ type: 'FISCAL_ANALYSIS_REQUEST', reason: '1' }, 'justification'],
  [{ type: 'EFFECTIVE_PAYMENT', reason: '1' }, 'reason'],
])('%j is refused at %s', async (body, path) => {
  const answer = await desk.byBuyer({ id: uuid() }, body);
  expect(answer.status).toBe(400);
  expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toContain(path);
});
