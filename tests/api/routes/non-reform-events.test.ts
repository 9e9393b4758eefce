import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { proofHash } from '../../../domain/documents/events/delivery-receipts.ts';
import { openReformDesk, type ReformDesk } from './reform-desk.ts';

type Event = { id: string; code: string; sequence: number; status: string; protocol: string; content?: unknown };

let desk: ReformDesk;
beforeAll(async () => {
  desk = await openReformDesk();
});
afterAll(() => desk?.close());
afterEach(() => desk.installation.authority.control('DELETE', '/scenario'));

const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
const carrier = { taxId: '45.723.174/0001-10' };
const payment = { method: 'PIX', value: '70.00', paidOn: '2026-11-25' };
const eventOf = (body: object): Event => (body as { event: Event }).event;

/** A failed delivery of now, to the second, like the note's date. */
const failed = (more: object = {}) => ({
  type: 'DELIVERY_FAILURE',
  failedDelivery: {
    attemptedAt: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
    reason: 'RECEIVER_NOT_FOUND',
    proof: { contentType: 'image/png', base64: png },
    ...more,
  },
});

test('the issuer lets a carrier in: registered at the national environment, shown in the detail, never taken back', async () => {
  const { note } = await desk.issued();
  const answer = await desk.bySeller(note, { type: 'CARRIER_ACCESS', carrier });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: {
      message: 'Acesso do transportador à NF-e: evento registrado.',
      event: {
        ...{ type: 'CARRIER_ACCESS', code: '110150', sequence: 1, status: 'REGISTERED' },
        content: { carrier: { taxId: '45723174000110', mayAuthorizeOthers: false } },
      },
    },
  });
  expect(await desk.atAuthority(note)).toEqual(['110150/1']);
  const { id } = eventOf(answer.body);
  const { text } = await desk.read(`/v1/fiscal-documents/${note.id}/events/${id}/xml`);
  expect(text).toContain('<cOrgao>91</cOrgao>');
  expect(text).toContain('<autXML><CNPJ>45723174000110</CNPJ></autXML><tpAutorizacao>0</tpAutorizacao>');
  const other = { taxId: '529.982.247-25', mayAuthorizeOthers: true };
  expect(eventOf((await desk.bySeller(note, { type: 'CARRIER_ACCESS', carrier: other })).body).sequence).toBe(2);
  expect(await desk.bySeller(note, { type: 'EVENT_WITHDRAWAL', eventId: id })).toMatchObject({
    status: 422,
    body: { code: 'invalid_event', issues: [{ path: 'eventId', message: expect.stringContaining('não deixa') }] },
  });
});

test('a failed delivery keeps its proof, bars the cancellation, and is taken back by an event of its own', async () => {
  const { note } = await desk.issued();
  const body = failed({ attempt: 1 });
  const answer = await desk.bySeller(note, body);
  expect(answer.status, answer.text).toBe(200);
  const { id, content } = eventOf(answer.body);
  expect(content).toEqual({
    failedDelivery: {
      ...{ attemptedAt: body.failedDelivery.attemptedAt, attempt: 1, reason: 'RECEIVER_NOT_FOUND' },
      ...{ contentType: 'image/png', proofHash: proofHash(note.accessKey ?? '', png) },
    },
  });
  const proof = await desk.read(`/v1/fiscal-documents/${note.id}/events/${id}/proof`);
  expect(proof.status).toBe(200);
  const sends = await desk.sends();
  expect(eventOf((await desk.bySeller(note, body)).body).id).toBe(id);
  expect(await desk.sends()).toBe(sends);
  const second = await desk.bySeller(note, failed({ reason: 'REFUSED' }));
  expect(second).toMatchObject({ status: 422, body: { code: 'authority_rejected', cStat: '825' } });
  const taken = await desk.bySeller(note, { type: 'EVENT_WITHDRAWAL', eventId: id });
  expect({ status: taken.status, body: taken.body }).toMatchObject({
    status: 200,
    body: { event: { type: 'EVENT_WITHDRAWAL', code: '110193', sequence: 1, content: { eventId: id } } },
  });
  expect(await desk.bySeller(note, { type: 'EVENT_WITHDRAWAL', eventId: id })).toMatchObject({
    status: 422,
    body: { code: 'invalid_state' },
  });
  expect(eventOf((await desk.bySeller(note, failed({ reason: 'REFUSED' }))).body)).toMatchObject({ sequence: 2 });
  expect(await desk.atAuthority(note)).toEqual(['110192/1', '110193/1', '110192/2']);
});

test('payments are reconciled and taken back, beside events of the reform, each counted for itself', async () => {
  const { note } = await desk.issued();
  await desk.bySeller(note, { type: 'EFFECTIVE_PAYMENT' });
  const card = {
    ...{ method: 'CREDIT_CARD', value: 30, paidOn: '2026-11-26', term: 'BY_TERM', brand: 'Visa' },
    ...{ acquirer: '01.027.058/0001-91', authorization: 'A1B2C3', receiver: { taxId: '11222333000181', state: 'sp' } },
  };
  const answer = await desk.bySeller(note, { type: 'PAYMENT_RECONCILIATION', payments: [payment, card] });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: {
      event: {
        ...{ code: '110750', sequence: 1 },
        content: {
          payments: [
            { method: 'PIX', value: '70.00', paidOn: '2026-11-25' },
            {
              ...{ method: 'CREDIT_CARD', value: '30.00', brand: '01', acquirer: '01027058000191' },
              receiver: { taxId: '11222333000181', state: 'SP' },
            },
          ],
        },
      },
    },
  });
  const { id } = eventOf(answer.body);
  const taken = await desk.bySeller(note, { type: 'EVENT_WITHDRAWAL', eventId: id });
  expect(eventOf(taken.body)).toMatchObject({ code: '110751', sequence: 1, status: 'REGISTERED' });
  expect(await desk.atAuthority(note)).toEqual(['112110/1', '110750/1', '110751/1']);
});

test('what the note speaks against is refused with the field, and nothing is sent', async () => {
  const { note, row } = await desk.received();
  const before = await desk.sends();
  for (const [answer, path, words] of [
    [
      await desk.bySeller(note, { type: 'CARRIER_ACCESS', carrier: { taxId: desk.seller.taxId } }),
      'carrier.taxId',
      '421',
    ],
    [
      await desk.bySeller(note, { type: 'CARRIER_ACCESS', carrier: { taxId: desk.buyer.taxId } }),
      'carrier.taxId',
      '422',
    ],
    [await desk.byBuyer(row, { type: 'CARRIER_ACCESS', carrier }), 'type', '449'],
    [await desk.byBuyer(row, failed()), 'type', 'só o emitente'],
    [await desk.byBuyer(row, { type: 'PAYMENT_RECONCILIATION', payments: [payment] }), 'type', 'só o emitente'],
    [
      await desk.bySeller(note, failed({ attemptedAt: '2026-01-05T10:00:00-03:00' })),
      'failedDelivery.attemptedAt',
      '823',
    ],
  ] as const) {
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 422,
      body: { code: 'invalid_event', issues: [{ path, message: expect.stringContaining(words) }] },
    });
  }
  expect(await desk.sends()).toBe(before);
});

test('each type has fields of its own, and a field that is wrong is reported with its name', async () => {
  const { note } = await desk.issued();
  const refused = async (body: object, ...paths: string[]) => {
    const answer = await desk.bySeller(note, body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect((answer.body.issues as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  };
  const payments = (more: object) => ({ type: 'PAYMENT_RECONCILIATION', payments: [{ ...payment, ...more }] });
  await refused({ type: 'CARRIER_ACCESS' }, 'carrier');
  await refused({ type: 'CARRIER_ACCESS', carrier, payments: [payment] }, 'payments');
  await refused({ type: 'CARRIER_ACCESS', carrier: { taxId: '45723174000111' } }, 'carrier.taxId');
  await refused({ type: 'DELIVERY_FAILURE' }, 'failedDelivery');
  await refused(failed({ attemptedAt: '2099-01-01T00:00:00Z' }), 'failedDelivery.attemptedAt');
  await refused(failed({ reason: 'OTHER' }), 'failedDelivery.justification');
  await refused(failed({ justification: 'Não havia ninguém em casa' }), 'failedDelivery.justification');
  await refused(failed({ latitude: -23.5 }), 'failedDelivery.longitude');
  await refused(failed({ proof: { contentType: 'image/jpeg', base64: png } }), 'failedDelivery.proof.base64');
  await refused({ type: 'PAYMENT_RECONCILIATION' }, 'payments');
  await refused(payments({ paidOn: '2099-01-01' }), 'payments[0].paidOn');
  await refused(payments({ method: 'OTHERS' }), 'payments[0].description');
  await refused(payments({ acquirer: '11222333000182' }), 'payments[0].acquirer');
  await refused(payments({ brand: '77' }), 'payments[0].brand');
  await refused(payments({ receiver: { taxId: '11222333000182', state: 'SP' } }), 'payments[0].receiver.taxId');
  await refused(payments({ processedBy: { taxId: '11222333000181', state: 'XX' } }), 'payments[0].processedBy.state');
});

test('an event at the national environment whose answer got lost is looked up, and sent once', async () => {
  const { note } = await desk.issued();
  await desk.installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const answer = await desk.bySeller(note, { type: 'CARRIER_ACCESS', carrier });
  expect(eventOf(answer.body)).toMatchObject({ status: 'REGISTERED', protocol: expect.any(String) });
  expect(await desk.atAuthority(note)).toEqual(['110150/1']);
});
