import { afterAll, beforeAll, expect, test } from 'vitest';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { proofHash } from '../../../../domain/documents/events/delivery-receipts.ts';
import { DocumentEvent } from '../../../../domain/documents/events/document-event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { newCompany, sale, type TestApi } from '../../fixture.ts';
import { becomes } from './documents.ts';
import { type EventDesk, openEventDesk } from './event-desk.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
const registered = { status: 'REGISTERED', cStat: '135', reason: null } as const;

let desk: EventDesk;
let api: TestApi;
let key: string;
beforeAll(async () => {
  desk = await openEventDesk();
  api = desk.api;
  ({ key } = await newCompany(api.orm));
});
afterAll(() => desk.close());

test('a receipt is answered with its event, and its proof is kept byte for byte', async () => {
  desk.answer(registered);
  const id = await authorized();
  const { status, body } = await post(id, receipt());
  expect(status).toBe(200);
  const { accessKey } = await acrossCompanies(api.orm).findOneOrFail(Document, { id });
  const delivery = {
    deliveredAt: '2026-11-21T11:30:00.000Z',
    receiverName: 'Maria da Silva',
    receiverDocument: '529.982.247-25',
    proofHash: proofHash(accessKey ?? '', png.toString('base64')),
    contentType: 'image/png',
  };
  expect(body).toMatchObject({
    success: true,
    event: { type: 'DELIVERY_RECEIPT', code: '110130', sequence: 1, delivery },
  });
  const { event } = body as { event: { id: string } };
  const path = `${api.url}/v1/fiscal-documents/${id}/events/${event.id}/proof`;
  const proof = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  expect(proof.headers.get('content-type')).toBe('image/png');
  expect(proof.headers.get('content-disposition')).toBe(`inline; filename="${accessKey}-110130-1.png"`);
  expect(Buffer.from(await proof.arrayBuffer())).toEqual(png);
  const stranger = await newCompany(api.orm);
  expect((await fetch(path, { headers: { authorization: `Bearer ${stranger.key}` } })).status).toBe(404);
});

test('while a receipt stands there is no second one and no cancellation; its removal frees both', async () => {
  desk.answer(registered);
  const id = await authorized();
  expect((await remove(id)).status).toBe(404);
  expect((await post(id, receipt())).status).toBe(200);
  for (const refused of [await post(id, receipt({ receiverName: 'Outra Pessoa' })), await cancel(id)]) {
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'delivery_receipt_registered',
      message: expect.stringMatching(/DELETE/),
    });
  }
  const removed = await remove(id);
  expect(removed.body).toMatchObject({ event: { type: 'DELIVERY_RECEIPT_REMOVAL', code: '110131', sequence: 1 } });
  expect((await remove(id)).status).toBe(404);
  expect((await post(id, receipt())).body).toMatchObject({ event: { type: 'DELIVERY_RECEIPT', sequence: 2 } });
  expect((await remove(id)).status).toBe(200);
  expect((await cancel(id)).status).toBe(200);
});

test('the same receipt sent again is the one that stands, and what differs in anything is another', async () => {
  desk.answer(registered);
  const id = await authorized();
  const first = await post(id, receipt());
  expect(first.status).toBe(200);
  const written = { deliveredAt: '2026-11-21T11:30:00Z', receiverName: 'Maria da Silva' };
  for (const again of [await post(id, receipt()), await post(id, receipt(written))]) {
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
  }
  for (const changes of [
    { deliveredAt: '2026-11-21T08:30:01-03:00' },
    { receiverName: 'Maria da Silvá' },
    { receiverDocument: '52998224725' },
    { proof: { contentType: 'image/png', base64: Buffer.concat([png, png]).toString('base64') } },
  ]) {
    const other = await post(id, receipt(changes));
    expect({ status: other.status, code: other.body.code }).toEqual({
      status: 422,
      code: 'delivery_receipt_registered',
    });
  }
  expect(desk.sent).toHaveLength(1);
  expect((await remove(id)).status).toBe(200);
  expect((await post(id, receipt())).body).toMatchObject({ event: { sequence: 2 } });
});

test('a receipt that is refused leaves its sequence and its place to the next try', async () => {
  desk.answer({ status: 'REJECTED', cStat: '823', reason: 'Rejeição: Data da entrega anterior à emissão' });
  const id = await authorized();
  expect((await post(id, receipt())).body).toMatchObject({
    ...{ code: 'authority_rejected', cStat: '823' },
    rejection: { code: '823', message: 'Rejeição: Data da entrega anterior à emissão', fix: expect.any(String) },
  });
  desk.answer(registered);
  const pdf = Buffer.from('%PDF-1.7 assinado');
  const other = receipt({ proof: { contentType: 'application/pdf', base64: pdf.toString('base64') } });
  const { body } = await post(id, other);
  expect(body).toMatchObject({ event: { sequence: 1, delivery: { contentType: 'application/pdf' } } });
  const { event } = body as { event: { id: string } };
  const proof = await api.call('GET', `/v1/fiscal-documents/${id}/events/${event.id}/proof?download=true`, { key });
  expect(proof.text).toBe(pdf.toString());
});

test('ten receipts at the same moment are one event, and the others hear of it', async () => {
  desk.answer(registered);
  const id = await authorized();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => post(id, receipt({ receiverName: `Maria ${at % 2}` }))),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['delivery_receipt_registered']));
  expect(desk.sent).toHaveLength(1);
  expect(await acrossCompanies(api.orm).count(DocumentEvent, { document: id })).toBe(1);
});

test.each([
  ['DRAFT', 'NFE', 'invalid_state'],
  ['REJECTED', 'NFE', 'invalid_state'],
  ['CANCELLED', 'NFE', 'invalid_state'],
  ['AUTHORIZED', 'NFCE', 'unsupported_document_type'],
  ['AUTHORIZED', 'NFSE', 'unsupported_document_type'],
])('a %s %s takes no receipt', async (status, type, code) => {
  const id = await authorized();
  await api.orm.em.fork().execute('update document set status = ?, type = ? where id = ?', [status, type, id]);
  for (const answer of [await post(id, receipt()), await remove(id)]) {
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code });
  }
});

const base64 = (content: string) => Buffer.from(content).toString('base64');
test.each<[string, string, Record<string, unknown>]>([
  ['deliveredAt', 'a moment to come', { deliveredAt: '2099-01-01T00:00:00Z' }],
  ['deliveredAt', 'a moment of another century', { deliveredAt: '1926-01-01T00:00:00Z' }],
  ['deliveredAt', 'a day', { deliveredAt: '2026-11-21' }],
  ['receiverName', 'spaces', { receiverName: '    ' }],
  ['receiverName', '61 letters', { receiverName: 'x'.repeat(61) }],
  ['receiverName', 'letters that the authority has not', { receiverName: 'Maria 😀' }],
  ['receiverDocument', 'one digit', { receiverDocument: '1' }],
  ['receiverDocument', '21 digits', { receiverDocument: '1'.repeat(21) }],
  ['proof.contentType', 'a type that is none', { proof: { contentType: 'image/gif', base64: base64('GIF89a') } }],
  ['proof.base64', 'another file', { proof: { contentType: 'image/png', base64: base64('%PDF-1.7') } }],
  ['proof.base64', 'no base64', { proof: { contentType: 'image/png', base64: 'não é base64' } }],
  ['proof.base64', 'base64 with breaks', { proof: { contentType: 'image/png', base64: 'iVBORw0K\nGgo=' } }],
  ['proof.base64', 'a data URL', { proof: { contentType: 'image/png', base64: 'data:image/png;base64,iVBORw0KGgo=' } }],
  ['proof.base64', 'nothing', { proof: { contentType: 'image/png', base64: '' } }],
])('a receipt whose %s is %s is 400', async (path, _what, changes) => {
  const { status, body } = await post(await authorized(), receipt(changes));
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_error', issues: [{ path }] });
});

test('a proof of 3 MB is taken, one byte more is 400, and a body over 5 MB is 413', async () => {
  desk.answer(registered);
  const whole = Buffer.concat([png, Buffer.alloc(3 * 1024 * 1024 - png.length)]);
  const sized = (content: Buffer) =>
    receipt({ proof: { contentType: 'image/png', base64: content.toString('base64') } });
  expect((await post(await authorized(), sized(whole))).status).toBe(200);
  const id = await authorized();
  const larger = await post(id, sized(Buffer.concat([whole, Buffer.alloc(1)])));
  expect(larger).toMatchObject({ status: 400, body: { message: expect.stringContaining('mais de 3 MB') } });
  expect((await post(id, sized(Buffer.alloc(4 * 1024 * 1024)))).status).toBe(413);
});

function receipt(changes: Record<string, unknown> = {}) {
  return {
    deliveredAt: '2026-11-21T08:30:00-03:00',
    receiverName: '  Maria da  Silva ',
    receiverDocument: '529.982.247-25',
    proof: { contentType: 'image/png', base64: png.toString('base64') },
    ...changes,
  };
}

const at = (id: string) => `/v1/fiscal-documents/${id}/delivery-receipt`;
const post = (id: string, body: unknown) => api.call('POST', at(id), { key, body });
const remove = (id: string) => api.call('DELETE', at(id), { key });

function cancel(id: string) {
  const justification = 'Pedido cancelado pelo cliente antes do envio.';
  return api.call('POST', `/v1/fiscal-documents/${id}/cancel`, { key, body: { justification } });
}

async function authorized(): Promise<string> {
  const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale() });
  await becomes(api.orm, body.id, 'AUTHORIZED');
  return String(body.id);
}
