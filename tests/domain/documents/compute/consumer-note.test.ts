import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { GoodsPayload, ItemInput, PaymentInput } from '../../../../domain/documents/payload.ts';
import { compute, item, personIn, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const nobody: ClientSnapshot = {
  ...personIn('SP'),
  name: 'Consumidor',
  document: '',
  documentType: null,
  type: null,
  address: null,
};
const taxed = { icmsSituation: '00', icmsRate: '18' };
const cash = (value: string): PaymentInput => ({ method: 'CASH', value });
const pix = (value: string): PaymentInput => ({ method: 'PIX', value });

/** Ten pieces of 100.00, paid in cash, to an anonymous consumer. */
function consumerSale(fields: Partial<GoodsPayload> = {}, goods: Partial<ItemInput> = {}): GoodsPayload {
  return saleOf([item({ ...taxed, ...goods })], { type: 'NFCE', payments: [cash('1000.00')], ...fields });
}

const sold = (fields: Partial<GoodsPayload> = {}, client = nobody) =>
  compute({ client, payload: consumerSale(fields) });
const refused = (fields: Partial<GoodsPayload>, client = nobody) => refusalOf(() => sold(fields, client));

test('an NFC-e is an internal sale at the counter to a final consumer', () => {
  expect(sold()).toMatchObject({
    model: '65',
    destination: '1',
    finalConsumer: true,
    presence: '1',
    operationType: 'OUT',
    change: null,
    invoice: null,
    transport: { freightType: 'NO_FREIGHT', carrier: null, vehicle: null, volume: null },
  });
});

test('who lives in another state buys at the counter as anybody does', () => {
  const note = sold({}, personIn('BA'));
  expect(note).toMatchObject({ destination: '1', totals: { icmsDestination: null } });
  expect(note.items[0]).toMatchObject({ cfop: '5102', difal: null, icms: { rate: '18.0000' } });
});

test('a taxpayer who buys as a consumer is written as one', () => {
  expect(sold({}, taxpayerIn('SP')).recipient).toMatchObject({
    document: '11444777000161',
    taxpayerType: 'NAO_CONTRIBUINTE',
    stateRegistration: null,
  });
});

test.each([
  ['incomplete', { ...personIn('SP'), address: { state: 'SP' } }],
  ['abroad', { ...personIn('SP'), country: 'AR' }],
])('an address that is %s is left out, because the counter needs none', (_, client) => {
  expect(sold({}, client).recipient?.address).toBeNull();
});

test.each([
  { paid: [cash('1000.00')], change: null },
  { paid: [cash('1050.00')], change: '50.00' },
  { paid: [pix('900.00'), cash('120.00')], change: '20.00' },
  { paid: [cash('301000.00')], change: '300000.00' },
])('of $paid.length payments the change is $change', ({ paid, change }) => {
  expect(sold({ payments: paid }).change).toBe(change);
});

test.each([
  ['too little', [cash('999.99')]],
  ['too much, and none of it in cash', [pix('1000.01')]],
  ['more change than the authority takes', [cash('301000.01')]],
  ['more change than there was cash', [pix('1000.00'), cash('5.00'), pix('0.01')]],
])('payments of %s are refused', (_, payments) => {
  expect(refused({ payments })).toMatchObject({ code: 'invalid_payments', paths: ['payments'] });
});

test('an NF-e gives no change', () => {
  const payload = saleOf([item(taxed)], { payments: [cash('1050.00')] });
  expect(refusalOf(() => compute({ payload }))).toMatchObject({ code: 'invalid_payments' });
});

test.each([
  ['payments', { payments: null }, 'validation_error'],
  ['payments', { payments: [] }, 'validation_error'],
  ['payments', { payments: [{ method: 'NO_PAYMENT' as const, value: '0' }] }, 'invalid_payments'],
  ['duplicates', { duplicates: [{ dueDate: '2026-12-21', value: '1000.00' }] }, 'validation_error'],
  ['operationType', { operationType: 'IN' as const }, 'validation_error'],
  ['purpose', { purpose: 'ADJUSTMENT' as const }, 'validation_error'],
  ['finalConsumer', { finalConsumer: false }, 'validation_error'],
  ['presence', { presence: '2' }, 'validation_error'],
  ['transport', { transport: { freightType: 'SENDER' as const } }, 'validation_error'],
  ['referencedDocuments', { referencedDocuments: ['5'.repeat(44)] }, 'validation_error'],
])('%s that an NFC-e cannot have is refused: %j', (path, fields, code) => {
  const refusal = refused(fields);
  expect(refusal.code).toBe(code);
  expect(refusal.paths).toContain(path);
});

test('a home delivery says to whom and where', () => {
  expect(refused({ presence: '4' }).paths).toEqual(['client.document', 'client.street']);
  expect(sold({ presence: '4' }, personIn('SP')).presence).toBe('4');
});

test.each([
  { unitValue: '999.99', client: nobody, paths: [] },
  { unitValue: '1000.00', client: nobody, paths: ['client.document'] },
  { unitValue: '1000.00', client: personIn('SP'), paths: [] },
])('ten pieces of $unitValue to $client.name leave $paths.length thing(s) to say', ({ unitValue, client, paths }) => {
  const payload = consumerSale({ payments: [cash(`${Number(unitValue) * 10}`)] }, { unitValue });
  const run = () => compute({ client, payload });
  if (paths.length === 0) expect(run().recipient?.name).toBe(client.name);
  else expect(refusalOf(run)).toMatchObject({ code: 'validation_error', paths });
});

test.each([
  ['52', null],
  ['99', null],
  ['49', '0'],
])('IPI %s at %s, which charges nothing, is left out', (ipiSituation, ipiRate) => {
  const note = compute({ client: nobody, payload: consumerSale({}, { ipiSituation, ipiRate }) });
  expect(note.items[0]).toMatchObject({ ipi: null });
  expect(note.items[0]?.taxation).not.toHaveProperty('ipiSituation');
});

test('IPI that charges is refused', () => {
  const payload = consumerSale({}, { ipiSituation: '50', ipiRate: '5' });
  expect(refusalOf(() => compute({ client: nobody, payload }))).toMatchObject({
    code: 'invalid_taxation',
    paths: ['items[0].ipiSituation'],
  });
});

test('a class of IBS and CBS that goes with an NF-e alone is refused', () => {
  const goods = { ibsCbsSituation: '510', ibsCbsClassification: '510001' };
  const payload = consumerSale({}, goods);
  expect(refusalOf(() => compute({ client: nobody, payload })).paths).toEqual(['items[0].ibsCbsClassification']);
});

test('an NFC-e collects no substitution for others (766)', () => {
  const substitution = { icmsSituation: '10', icmsStModBc: '4', icmsStRate: '18', icmsStMva: '40', cest: '2806300' };
  const payload = consumerSale({ payments: [cash('1072.00')] }, substitution);
  expect(refusalOf(() => compute({ client: nobody, payload })).paths).toContain('items[0].icmsSituation');
});
