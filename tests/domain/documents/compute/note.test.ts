import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { GoodsPayload } from '../../../../domain/documents/payload.ts';
import { taxFieldNames } from '../../../../domain/taxation/fields.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const taxed = { icmsSituation: '00', icmsRate: '18' };

test('everything wrong with a note is reported at once, each fault with its path', () => {
  const broken = item({ ncm: '6109', cest: '123', cfop: '6102', icmsSituation: '20', icmsRate: '180', quantity: '0' });
  const missing = item({ ncm: null, pisSituation: null, cofinsSituation: null });
  const refusal = refusalOf(() => compute({ payload: saleOf([broken, missing]) }));
  expect(new Set(refusal.paths)).toEqual(
    new Set([
      ...['quantity', 'ncm', 'cest', 'cfop', 'icmsRate', 'icmsRedBc'].map((field) => `items[0].${field}`),
      ...['ncm', 'icmsSituation', 'pisSituation', 'cofinsSituation'].map((field) => `items[1].${field}`),
    ]),
  );
});

test.each([
  { code: 'validation_error', fields: { quantity: '0', cest: '1', cfop: '1', icmsSituation: null } },
  { code: 'invalid_cest', fields: { cest: '1', cfop: '1', icmsSituation: null } },
  { code: 'invalid_cfop', fields: { cfop: '1', icmsSituation: null } },
  { code: 'invalid_taxation', fields: { icmsSituation: null } },
])('of several faults $code names the gravest', ({ code, fields }) => {
  expect(refusalOf(() => compute({ payload: saleOf([item({ ...taxed, ...fields })]) })).code).toBe(code);
});

test.each([
  {
    of: 'a CST on a company of Simples',
    regime: 'SIMPLES',
    fields: { icmsSituation: '00', icmsRate: '18' },
    at: 'icmsSituation',
  },
  {
    of: 'a CSOSN on a company of the normal regime',
    regime: 'NORMAL',
    fields: { icmsSituation: '102' },
    at: 'icmsSituation',
  },
  { of: 'CST 20 without its reduction', regime: 'NORMAL', fields: { ...taxed, icmsSituation: '20' }, at: 'icmsRedBc' },
  { of: 'CSOSN 101 without its credit', regime: 'SIMPLES', fields: { icmsSituation: '101' }, at: 'icmsSnCreditRate' },
  { of: 'single-phase fuel', regime: 'NORMAL', fields: { icmsSituation: '61' }, at: 'icmsSituation' },
  { of: 'an unknown situation', regime: 'NORMAL', fields: { icmsSituation: '99' }, at: 'icmsSituation' },
  { of: 'an unknown origin', regime: 'NORMAL', fields: { ...taxed, icmsOrigin: '9' }, at: 'icmsOrigin' },
  { of: 'PIS 01 without a rate', regime: 'NORMAL', fields: { ...taxed, pisSituation: '01' }, at: 'pisRate' },
  { of: 'PIS by quantity', regime: 'NORMAL', fields: { ...taxed, pisSituation: '03' }, at: 'pisSituation' },
  { of: 'IPI 50 without a rate', regime: 'NORMAL', fields: { ...taxed, ipiSituation: '50' }, at: 'ipiRate' },
  { of: 'an IPI rate without a situation', regime: 'NORMAL', fields: { ...taxed, ipiRate: '5' }, at: 'ipiSituation' },
] as const)('$of is refused with a sentence at its field', ({ regime, fields, at }) => {
  const refusal = refusalOf(() => compute({ issuer: issuerOf(regime), payload: saleOf([item(fields)]) }));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: [`items[0].${at}`] });
});

test('substitution without its mode, margin, rate and CEST lacks each of them by name', () => {
  const byMargin = refusalOf(() =>
    compute({ payload: saleOf([item({ ...taxed, icmsSituation: '10', icmsStModBc: '4' })]) }),
  );
  expect(byMargin.paths).toEqual(['items[0].icmsStMva', 'items[0].icmsStRate', 'items[0].cest']);
  const bare = refusalOf(() => compute({ payload: saleOf([item({ ...taxed, icmsSituation: '10' })]) }));
  expect(bare.paths).toEqual(['items[0].icmsStModBc', 'items[0].icmsStRate', 'items[0].cest']);
});

test('an internal rate on an interstate sale is refused with the rate that belongs there', () => {
  const refusal = refusalOf(() => compute({ client: taxpayerIn('BA'), payload: saleOf([item(taxed)]) }));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].icmsRate'] });
  expect(refusal.message).toContain('7%');
});

test('a CFOP that the caller wrote must fit the route; one from the defaults follows it', () => {
  const written = item({ icmsSituation: '00', cfop: '5102' });
  const refusal = refusalOf(() => compute({ client: taxpayerIn('BA'), payload: saleOf([written]) }));
  expect(refusal).toMatchObject({ code: 'invalid_cfop', paths: ['items[0].cfop'] });
  expect(refusal.message).toContain('6102');
  const followed = compute({ client: taxpayerIn('BA'), payload: saleOf([item({ icmsSituation: '00' })]) });
  expect(followed.items[0]?.taxation.cfop).toEqual({ value: '6102', source: 'COMPANY' });
});

test('levels between item and company win over the company, and the trace names them', () => {
  const noCfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const fields = { icmsSituation: '20', icmsRedBc: '50', icmsRate: '12' };
  const product = { id: 'p1', name: 'Camiseta', taxation: { cfops: noCfops, fields } };
  const records = { items: [{ taxRule: null, product }], template: null };
  const issuer = issuerOf('NORMAL', { taxDefaults: { icmsSituation: '00', icmsRate: '18', icmsOrigin: '2' } });
  const note = compute({ issuer, records, payload: saleOf([item({ icmsRate: '7' })]) });
  expect(note.items[0]?.icms?.value).toBe('35.00');
  expect(note.items[0]?.taxation).toMatchObject({
    icmsSituation: { value: '20', source: 'PRODUCT' },
    icmsRate: { value: '7', source: 'ITEM' },
    icmsOrigin: { value: '2', source: 'COMPANY' },
  });
  expect(note.items[0]?.taxedBy).toEqual({ taxRule: null, product: { id: 'p1', name: 'Camiseta' }, template: null });
});

test('a fault of what a record said names the record', () => {
  const noCfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const subRule = { states: [], clientTypes: [], cfops: [], fields: { icmsSituation: '00', icmsRate: '18' } };
  const records = {
    items: [
      {
        taxRule: { id: 'r1', name: 'Vendas', subRules: [subRule] },
        product: { id: 'p1', name: 'Camiseta', taxation: { cfops: noCfops, fields: { cest: '123' } } },
      },
    ],
    template: { id: 't1', name: 'Bonificação', fields: { cfop: '1910' } },
  };
  const { issues } = refusalOf(() => compute({ client: taxpayerIn('BA'), records, payload: saleOf([item()]) }));
  const told = new Map(issues.map(({ path, message }) => [path, message]));
  expect(told.get('items[0].icmsRate')).toMatch(/7%.* da regra de tributação "Vendas", sub-regra 1\.$/);
  expect(told.get('items[0].cest')).toMatch(/ do produto "Camiseta"\.$/);
  expect(told.get('items[0].cfop')).toMatch(/ do modelo fiscal "Bonificação"\.$/);
});

test('a parameter that the chosen situation does not use leaves no trace', () => {
  const fields = { icmsSituation: '40', icmsRate: '18', icmsStMva: '40', fcpRate: '2', pisRate: '1.65' };
  const taxation = compute({ payload: saleOf([item(fields)]) }).items[0]?.taxation ?? {};
  expect(Object.keys(taxation)).not.toEqual(expect.arrayContaining([expect.stringMatching(/Rate|Mva/)]));
});

test('the recipient decides destination and final consumer', () => {
  const sale = saleOf([item({ icmsSituation: '40' })]);
  expect(compute({ client: taxpayerIn('SP'), payload: sale })).toMatchObject({
    destination: '1',
    finalConsumer: false,
  });
  expect(compute({ client: personIn('BA'), payload: sale })).toMatchObject({ destination: '2', finalConsumer: true });
  const foreigner = {
    ...personIn('SP'),
    documentType: 'FOREIGN',
    document: 'AB12345',
    type: 'FOREIGN',
    country: 'US',
  } as const;
  const places = { export: { exitState: 'SP', exitPlace: 'Porto de Santos' } };
  const exported = saleOf([item({ icmsSituation: '41' })], places);
  expect(compute({ client: foreigner, payload: exported }).destination).toBe('3');
  const anonymous = { ...personIn('SP'), documentType: null, document: '', type: null, address: null };
  expect(compute({ client: anonymous, payload: sale })).toMatchObject({ destination: '1', finalConsumer: true });
});

test('a person is a final consumer even as a registered producer, and so is whoever gives no document', () => {
  const sale = saleOf([item({ icmsSituation: '40' })]);
  const producer = { ...personIn('SP'), stateRegistration: '110042490114', taxpayerType: 'CONTRIBUINTE' } as const;
  expect(compute({ client: producer, payload: sale }).finalConsumer).toBe(true);
  const unnamed = {
    ...taxpayerIn('SP'),
    document: '',
    documentType: null,
    stateRegistration: null,
    taxpayerType: 'ISENTO',
  } as const;
  expect(compute({ client: unnamed, payload: sale }).finalConsumer).toBe(true);
});

test('the caller may say that a taxpayer consumes, but not that a non-taxpayer resells', () => {
  const sale = saleOf([item({ icmsSituation: '40' })]);
  expect(compute({ payload: { ...sale, finalConsumer: true } }).finalConsumer).toBe(true);
  const refusal = refusalOf(() => compute({ client: personIn('SP'), payload: { ...sale, finalConsumer: false } }));
  expect(refusal.paths).toEqual(['finalConsumer']);
});

test('an address of which only a part was given names what is missing', () => {
  const client = { ...personIn('SP'), address: { street: 'Rua A', state: 'SP' } };
  const refusal = refusalOf(() => compute({ client, payload: saleOf([item({ icmsSituation: '40' })]) }));
  expect(refusal.paths).toEqual(
    ['number', 'neighborhood', 'municipalityCode', 'city'].map((field) => `client.${field}`),
  );
});

test('a note without payments or installments has no payment', () => {
  expect(paymentsWith({})).toEqual([
    { method: 'NO_PAYMENT', term: null, description: null, value: '0.00', card: null },
  ]);
});

test('installments without payments are one payment by term, numbered 001 on', () => {
  const duplicates = [
    { dueDate: '2026-12-21', value: '400' },
    { dueDate: '2027-01-21', value: '600.00' },
  ];
  const note = compute({ payload: saleOf([item({ icmsSituation: '40' })], { duplicates }) });
  expect(note.payments).toEqual([
    { method: 'OTHERS', term: '1', description: 'Pagamento a prazo', value: '1000.00', card: null },
  ]);
  expect(note.invoice).toMatchObject({ original: '1000.00', discount: '0.00', net: '1000.00' });
  expect(note.invoice?.installments).toEqual([
    { number: '001', dueDate: '2026-12-21', value: '400.00' },
    { number: '002', dueDate: '2027-01-21', value: '600.00' },
  ]);
});

test('payments are at sight, and those by card say how the card was taken', () => {
  const payments = [
    { method: 'PIX', value: '300' },
    { method: 'CREDIT_CARD', value: '700' },
  ] as const;
  const [pix, card] = paymentsWith({ payments: [...payments] });
  expect(pix).toEqual({ method: 'PIX', term: '0', description: null, value: '300.00', card: null });
  expect(card?.card).toEqual({ integration: '2', acquirer: null, brand: null, authorization: null });
});

test('payments beside installments are by term', () => {
  const duplicates = [{ dueDate: '2026-12-21', value: '1000' }];
  const [payment] = paymentsWith({ duplicates, payments: [{ method: 'BANK_SLIP', value: '1000' }] });
  expect(payment).toMatchObject({ method: 'BANK_SLIP', term: '1', value: '1000.00' });
});

test('sums that miss the total with its taxes are refused, saying by how much', () => {
  const fields = { ...taxed, ipiSituation: '50', ipiRate: '10' };
  const duplicates = [{ dueDate: '2026-12-21', value: '1000.00' }];
  const short = refusalOf(() => compute({ payload: saleOf([item(fields)], { duplicates }) }));
  expect(short).toMatchObject({ code: 'invalid_duplicates', paths: ['duplicates'] });
  expect(short.message).toContain('R$ 100,00 a menos');
  const payments = [{ method: 'PIX' as const, value: '1100.01' }];
  const excess = refusalOf(() => compute({ payload: saleOf([item(fields)], { payments }) }));
  expect(excess).toMatchObject({ code: 'invalid_payments', paths: ['payments'] });
  expect(excess.message).toContain('R$ 0,01 a mais');
});

test('the plate of an interstate note stays out of it', () => {
  const transport = {
    freightType: 'SENDER',
    vehiclePlate: 'abc-1d23',
    vehicleState: 'SP',
    volumeGrossWeight: '10.5',
  } as const;
  const payload = saleOf([item({ icmsSituation: '40' })], { transport });
  expect(compute({ payload }).transport).toMatchObject({
    freightType: 'SENDER',
    vehicle: { plate: 'ABC1D23', state: 'SP' },
    volume: { grossWeight: '10.500', quantity: null },
  });
  expect(compute({ client: taxpayerIn('BA'), payload }).transport.vehicle).toBeNull();
});

test('the credit of Simples is told to the recipient with its value and rate, once for each rate', () => {
  const at = (icmsSnCreditRate: string) => item({ icmsSituation: '101', icmsSnCreditRate });
  const payload = saleOf([at('2.56'), at('2.56'), at('1.25')], { additionalInfo: 'Pedido 77.' });
  const text = compute({ issuer: issuerOf('SIMPLES'), payload }).additionalInfo ?? '';
  expect(text).toMatch(/^Pedido 77\. DOCUMENTO EMITIDO POR ME OU EPP/);
  expect(text).toContain('R$ 51,20, CORRESPONDENTE À ALÍQUOTA DE 2,56%');
  expect(text).toContain('R$ 12,50, CORRESPONDENTE À ALÍQUOTA DE 1,25%');
});

test('what the law wants printed and the text sent share the room that there is', () => {
  const credited = item({ icmsSituation: '101', icmsSnCreditRate: '2.56' });
  const issuer = issuerOf('SIMPLES');
  const textOf = (additionalInfo: string) => compute({ issuer, payload: saleOf([credited], { additionalInfo }) });
  const law = (textOf('x').additionalInfo ?? '').length - 1;
  expect(textOf('x'.repeat(5000 - law)).additionalInfo).toHaveLength(5000);
  const refusal = refusalOf(() => textOf('x'.repeat(5003 - law)));
  expect(refusal).toMatchObject({ code: 'validation_error', paths: ['additionalInfo'] });
  expect(refusal.message).toContain('abrevie-o em 3');
});

test('quantities print four places and unit values as many as they need', () => {
  const [line] = compute({
    payload: saleOf([item({ icmsSituation: '40', quantity: '1.5', unitValue: '0.3333333333' })]),
  }).items;
  expect(line).toMatchObject({ quantity: '1.5000', unitValue: '0.3333333333', total: '0.50' });
});

test('a total beyond the layout is refused', () => {
  const huge = item({ icmsSituation: '40', quantity: '99999999', unitValue: '99999' });
  const refusal = refusalOf(() => compute({ payload: saleOf([huge, huge]) }));
  expect(refusal).toMatchObject({ code: 'validation_error', paths: ['items'] });
});

test('whatever is written in its fields, a sale ends in a note or in a refusal that names a field', () => {
  const fields = ['quantity', 'unitValue', 'discount', 'freight', 'insurance', 'otherCosts', 'gtin', ...taxFieldNames];
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^-?\d{0,22}(\.\d{0,12})?(e\d)?$/),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), text), fc.option(text), text, (written, discount, value) => {
      const payload = saleOf([item({ ...taxed, ...written })], { discount, duplicates: [{ dueDate: value, value }] });
      expect(refusalOf(() => compute({ payload })).paths).not.toEqual([]);
    }),
    { numRuns: 300 },
  );
});

function paymentsWith(fields: Partial<GoodsPayload>) {
  return compute({ payload: saleOf([item({ icmsSituation: '40' })], fields) }).payments;
}
