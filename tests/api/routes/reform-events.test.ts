import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createValidator } from '../../../adapters/schemas/validator.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { eventSchemas } from '../../support/servers/event-schemas.ts';
import { openReformDesk, type ReformDesk } from './reform-desk.ts';

type Event = { id: string; code: string; sequence: number; status: string; protocol: string; content?: unknown };

let desk: ReformDesk;
beforeAll(async () => {
  desk = await openReformDesk();
});
afterAll(() => desk?.close());
afterEach(() => desk.installation.authority.control('DELETE', '/scenario'));

/** A field of an item in an XML, found without the product's code. */
function fieldOf(xml: string, nItem: number, name: string): string {
  const det = new RegExp(`<det nItem="${nItem}">.*?</det>`, 's').exec(xml)?.[0] ?? '';
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(det)?.[1] ?? '';
}

/** An event's item with all tax and quantity of the note's item. */
function wholeItem(xml: string, number: number) {
  const [, vCBS = ''] = new RegExp(`<det nItem="${number}">.*?<vCBS>([^<]*)<`, 's').exec(xml) ?? [];
  return {
    ...{ number, ibsValue: fieldOf(xml, number, 'vIBS'), cbsValue: vCBS },
    ...{ quantity: fieldOf(xml, number, 'qCom'), unit: fieldOf(xml, number, 'uCom') },
  };
}

const eventOf = (body: object): Event => (body as { event: Event }).event;

test('the issuer says that all is paid: registered at SVRS, shown in the detail, proven by its XML', async () => {
  const { note } = await desk.issued();
  const answer = await desk.bySeller(note, { type: 'EFFECTIVE_PAYMENT' });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: {
      ...{ success: true, message: 'Pagamento integral efetivo: evento registrado.' },
      event: {
        type: 'EFFECTIVE_PAYMENT',
        code: '112110',
        sequence: 1,
        status: 'REGISTERED',
        cStat: '135',
        content: {},
      },
    },
  });
  expect(await desk.atAuthority(note)).toEqual(['112110/1']);
  const { id, protocol } = eventOf(answer.body);
  const detail = await desk.read(`/v1/fiscal-documents/${note.id}`);
  expect(detail.body).toMatchObject({ status: 'AUTHORIZED', events: [{ id, type: 'EFFECTIVE_PAYMENT', protocol }] });
  const { text } = await desk.read(`/v1/fiscal-documents/${note.id}/events/${id}/xml`);
  expect(text).toContain('<cOrgao>92</cOrgao><tpAmb>2</tpAmb><CNPJ>11222333000181</CNPJ>');
  expect(text).toContain(`<nProt>${protocol}</nProt>`);
  expect(await officialFaults(text, '112110')).toEqual([]);
});

test('the recipient says what became of the goods, and the proof is as the official schema has it', async () => {
  const { note, xml, row } = await desk.received();
  const answer = await desk.byBuyer(row, { type: 'FIXED_ASSET', items: [wholeItem(xml, 1)] });
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { event: { type: 'FIXED_ASSET', code: '211130', content: { items: [wholeItem(xml, 1)] } } },
  });
  const second = await desk.byBuyer(row, {
    type: 'ACTIVITY_CREDIT',
    items: [{ number: 2, ibsValue: 0, cbsValue: fieldOf(xml, 2, 'vCBS') }],
  });
  expect(second.status, second.text).toBe(200);
  expect(await desk.atAuthority(note)).toEqual(['211130/1', '211150/2']);
  const events = await desk.read(`/v1/received-documents/${row.id}/events`, 'buyer');
  expect((events.body.data as Event[]).map(({ code }) => code)).toEqual(['211130', '211150']);
  const { text } = await desk.read(`/v1/received-documents/${row.id}/events/${eventOf(answer.body).id}/xml`, 'buyer');
  expect(await officialFaults(text, '211130')).toEqual([]);
  expect(text).toContain(`<qImobilizado>${fieldOf(xml, 1, 'qCom')}</qImobilizado>`);
});

test('an event is taken back once, and can be said anew with the next sequence', async () => {
  const { note } = await desk.issued();
  const day = { type: 'DELIVERY_DATE_CHANGE', expectedDeliveryDate: '2027-02-10' };
  const first = eventOf((await desk.bySeller(note, day)).body);
  const withdrawal = { type: 'EVENT_WITHDRAWAL', eventId: first.id };
  const taken = await desk.bySeller(note, withdrawal);
  expect({ status: taken.status, body: taken.body }).toMatchObject({
    status: 200,
    body: { event: { code: '110001', sequence: 1, content: { eventId: first.id } } },
  });
  const again = await desk.bySeller(note, withdrawal);
  expect(again).toMatchObject({
    status: 422,
    body: { code: 'invalid_state', message: expect.stringMatching('já foi') },
  });
  expect(eventOf((await desk.bySeller(note, day)).body)).toMatchObject({ code: '112150', sequence: 2 });
  expect(await desk.atAuthority(note)).toEqual(['112150/1', '110001/1', '112150/2']);
  const letter = await desk.bySeller(note, { ...withdrawal, eventId: eventOf(taken.body).id });
  expect(letter).toMatchObject({ status: 422, body: { code: 'invalid_event', issues: [{ path: 'eventId' }] } });
  expect((await desk.bySeller(note, { ...withdrawal, eventId: note.id })).status).toBe(404);
});

test('the same event, sent again while it stands, is the one that is registered', async () => {
  const { note, xml } = await desk.issued();
  const loss = {
    type: 'LOSS_IN_SUPPLIER_TRANSPORT',
    items: [{ ...wholeItem(xml, 1), reversedIbsCredit: '0.03', reversedCbsCredit: 0.27 }],
  };
  const first = await desk.bySeller(note, loss);
  expect(first.status, first.text).toBe(200);
  const before = await desk.sends();
  expect((await desk.bySeller(note, loss)).body).toEqual(first.body);
  expect(await desk.sends()).toBe(before);
  const more = await desk.bySeller(note, { ...loss, items: [{ ...loss.items[0], quantity: '1' }] });
  expect(eventOf(more.body)).toMatchObject({ code: '112130', sequence: 2 });
});

test('what the note speaks against is refused with the field, and nothing is sent', async () => {
  const { note, xml, row } = await desk.received();
  const before = await desk.sends();
  const item = wholeItem(xml, 1);
  for (const [answer, path, words] of [
    [await desk.bySeller(note, { type: 'FIXED_ASSET', items: [item] }), 'type', 'só o destinatário'],
    [await desk.byBuyer(row, { type: 'EFFECTIVE_PAYMENT' }), 'type', 'só o emitente'],
    [await desk.byBuyer(row, { type: 'CREDIT_NOTE_ANSWER', accepted: true }), 'type', 'nota de crédito'],
    [await desk.byBuyer(row, { type: 'FIXED_ASSET', items: [{ ...item, number: 7 }] }), 'items[0].number', '1096'],
    [await desk.byBuyer(row, { type: 'FIXED_ASSET', items: [{ ...item, ibsValue: 99 }] }), 'items[0].ibsValue', '1097'],
    [await desk.byBuyer(row, { type: 'FIXED_ASSET', items: [{ ...item, quantity: 99 }] }), 'items[0].quantity', '1100'],
  ] as const) {
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_event', issues: [{ path, message: expect.stringContaining(words) }] },
    });
  }
  expect(await desk.sends()).toBe(before);
});

test('each type has fields of its own: one that is missing or too many is reported with its name', async () => {
  const { note, row } = await desk.received();
  const refused = async (send: Promise<{ status: number; body: Record<string, unknown> }>, ...paths: string[]) => {
    const { status, body } = await send;
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect((body.issues as { path: string }[]).map(({ path }) => path)).toEqual(paths);
  };
  const item = { number: 1, ibsValue: '0.01', cbsValue: '0.01' };
  await refused(desk.bySeller(note, { type: 'EFFECTIVE_PAYMENT', accepted: true }), 'accepted');
  await refused(desk.bySeller(note, { type: 'DELIVERY_DATE_CHANGE' }), 'expectedDeliveryDate');
  await refused(desk.byBuyer(row, { type: 'FIXED_ASSET', items: [item] }), 'items[0].quantity', 'items[0].unit');
  await refused(desk.byBuyer(row, { type: 'ACTIVITY_CREDIT', items: [{ ...item, unit: 'UN' }] }), 'items[0].unit');
  const credit = { number: 1, base: '10.00', creditCode: '01' };
  await refused(desk.byBuyer(row, { type: 'PRESUMED_CREDIT', items: [credit] }), 'items[0].ibs');
  await refused(desk.byBuyer(row, { type: 'EVENT_WITHDRAWAL' }), 'eventId');
});

test('with only the summary of a note the authority decides, and its refusal is reported with its code', async () => {
  const { note, xml, row } = await desk.received('summary');
  const asset = (number: number) => ({ type: 'FIXED_ASSET', items: [{ ...wholeItem(xml, 1), number }] });
  expect(await desk.byBuyer(row, asset(7))).toMatchObject({
    status: 422,
    body: { code: 'authority_rejected', cStat: '1096' },
  });
  const registered = await desk.byBuyer(row, asset(1));
  expect(eventOf(registered.body)).toMatchObject({ sequence: 1, status: 'REGISTERED' });
  expect(await desk.atAuthority(note)).toEqual(['211130/1']);
});

test('a presumed credit is asked for by either side, and a code that no table has is the authority’s to refuse', async () => {
  const { note, row } = await desk.received();
  const share = { rate: '1', value: '1.00' };
  const credit = (creditCode: string) => ({
    type: 'PRESUMED_CREDIT',
    items: [{ number: 1, base: '100.00', creditCode, ibs: share, cbs: share }],
  });
  expect(await desk.byBuyer(row, credit('99'))).toMatchObject({ status: 422, body: { cStat: '1055' } });
  expect(eventOf((await desk.byBuyer(row, credit('01'))).body)).toMatchObject({ code: '211110', sequence: 1 });
  // The buyer used the first sequence, which the seller cannot know: the first try is refused, and the next one has the second sequence.
  expect(await desk.bySeller(note, credit('01'))).toMatchObject({ status: 422, body: { cStat: '573' } });
  expect(eventOf((await desk.bySeller(note, credit('01'))).body)).toMatchObject({ sequence: 2, status: 'REGISTERED' });
});

test('an event whose answer got lost is looked up, and sent once', async () => {
  const { note } = await desk.issued();
  await desk.installation.authority.control('PUT', '/scenario', { drop: 'after', times: 1, service: 'RecepcaoEvento' });
  const answer = await desk.bySeller(note, { type: 'EFFECTIVE_PAYMENT' });
  expect(eventOf(answer.body)).toMatchObject({ status: 'REGISTERED', protocol: expect.any(String) });
  expect(await desk.atAuthority(note)).toEqual(['112110/1']);
});

test('of a note that is cancelled, and of one that somebody else received, nothing is said', async () => {
  const { note, row } = await desk.received();
  const { orm } = desk.installation;
  await acrossCompanies(orm).nativeUpdate(Document, { id: note.id }, { status: 'CANCELLED' });
  expect(await desk.bySeller(note, { type: 'EFFECTIVE_PAYMENT' })).toMatchObject({
    status: 422,
    body: { code: 'invalid_state' },
  });
  await acrossCompanies(orm).execute(`update received_document set role = 'TRANSPORTER' where id = ?`, [row.id]);
  const credit = { type: 'ACTIVITY_CREDIT', items: [{ number: 1, ibsValue: '0', cbsValue: '0' }] };
  expect(await desk.byBuyer(row, credit)).toMatchObject({ status: 422, body: { code: 'invalid_event' } });
  expect((await desk.byBuyer({ id: note.id }, credit)).status).toBe(404);
});

test('an office says for a company of its portfolio what the company would', async () => {
  const { note, xml, row } = await desk.received();
  const { api, seller, buyer } = desk;
  const { office, key } = await newOffice(api.orm);
  for (const company of [seller, buyer]) await linkOf(api.orm, office, company, { issuingAllowed: true });
  const post = (company: { id: string }, path: string, body: object) =>
    api.call('POST', `/v1/accounting/companies/${company.id}${path}/events`, { key, body });
  const payment = await post(seller, `/fiscal-documents/${note.id}`, { type: 'EFFECTIVE_PAYMENT' });
  expect(eventOf(payment.body)).toMatchObject({ code: '112110', status: 'REGISTERED' });
  const fuel = await post(buyer, `/received-documents/${row.id}`, { type: 'FUEL_CREDIT', items: [wholeItem(xml, 1)] });
  expect(eventOf(fuel.body)).toMatchObject({ code: '211140', status: 'REGISTERED' });
});

test('a month of received notes has the events of the reform that the company said', async () => {
  const { note, xml, row } = await desk.received();
  await desk.byBuyer(row, { type: 'LOSS_IN_BUYER_TRANSPORT', items: [wholeItem(xml, 2)] });
  const now = new Date(Date.now() - 3 * 3_600_000);
  const query = `year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`;
  const { status, text } = await desk.read(`/v1/received-documents/export?${query}`, 'buyer');
  expect(status).toBe(200);
  expect(text).toContain(`${note.accessKey}-211124-1.xml`);
});

async function officialFaults(procEvento: string, code: string) {
  const [detail = ''] = /<detEvento .*?<\/detEvento>/s.exec(procEvento) ?? [];
  const alone = detail.replace('<detEvento ', '<detEvento xmlns="http://www.portalfiscal.inf.br/nfe" ');
  return createValidator(await eventSchemas()).validate(`e${code}_v1.00.xsd`, alone);
}
