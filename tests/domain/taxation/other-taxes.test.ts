import { expect, test } from 'vitest';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../documents/sale.ts';

const charged = {
  icmsSituation: '00',
  icmsRate: '18',
  pisSituation: '01',
  pisRate: '1.65',
  cofinsSituation: '01',
  cofinsRate: '7.6',
};

test('PIS and COFINS are computed on the operation without its ICMS where the company says so', () => {
  const { pis, cofins } = lineOf(charged);
  expect(pis).toEqual({ situation: '01', base: '820.00', rate: '1.6500', value: '13.53' });
  expect(cofins).toEqual({ situation: '01', base: '820.00', rate: '7.6000', value: '62.32' });
});

test('PIS and COFINS are computed on the whole operation where the company does not exclude ICMS', () => {
  const issuer = issuerOf('NORMAL', { pisCofinsExcludesIcms: false });
  const [line] = compute({ issuer, payload: saleOf([item(charged)]) }).items;
  expect(line?.pis?.value).toBe('16.50');
  expect(line?.cofins?.value).toBe('76.00');
});

test('COFINS follows PIS when only PIS is said, at the rate that goes with it', () => {
  const { pis, cofins } = lineOf({ ...charged, pisRate: '0.65', cofinsSituation: null, cofinsRate: null });
  expect(pis?.value).toBe('5.33');
  expect(cofins).toEqual({ situation: '01', base: '820.00', rate: '3.0000', value: '24.60' });
});

test.each(['04', '05', '06', '07', '08', '09'])('PIS and COFINS of situation %s have no amounts', (situation) => {
  const { pis, cofins } = lineOf({ ...charged, pisSituation: situation, cofinsSituation: situation });
  expect(pis).toEqual({ situation, base: null, rate: null, value: null });
  expect(cofins).toEqual({ situation, base: null, rate: null, value: null });
});

test('a company of Simples says other operations with zeros when nobody says anything', () => {
  const { pis, cofins } = lineOf({ icmsSituation: '102', pisSituation: null, cofinsSituation: null }, 'SIMPLES');
  expect(pis).toEqual({ situation: '49', base: '0.00', rate: '0.0000', value: '0.00' });
  expect(cofins).toEqual(pis);
});

test('IPI of a charged situation is a rate of the operation value and is added to the note', () => {
  const note = compute({
    payload: saleOf([item({ ...charged, ipiSituation: '50', ipiRate: '3.25', discount: '100' })]),
  });
  expect(note.items[0]?.ipi).toEqual({
    framework: '999',
    situation: '50',
    base: '900.00',
    rate: '3.2500',
    value: '29.25',
  });
  expect(note.totals.ipi).toBe('29.25');
  expect(note.totals.note).toBe('929.25');
});

test('IPI of an exempt situation has no amounts, and without a situation there is no IPI', () => {
  const exempt = lineOf({ ...charged, ipiSituation: '52', ipiRate: '5', ipiFramework: '301' });
  expect(exempt.ipi).toEqual({ framework: '301', situation: '52', base: null, rate: null, value: null });
  expect(exempt.taxation.ipiRate).toBeUndefined();
  expect(lineOf(charged).ipi).toBeNull();
});

test('a sale to a person in another state gives that state the difference of rates and its fund', () => {
  const fields = { ...charged, icmsRate: '7', fcpRate: '2' };
  const note = compute({ client: personIn('BA'), payload: saleOf([item(fields)]) });
  expect(note.items[0]?.difal).toEqual({
    base: '1000.00',
    fcpBase: '1000.00',
    fcpRate: '2.0000',
    fcpValue: '20.00',
    internalRate: '20.5000',
    interstateRate: '7.0000',
    destinationValue: '135.00',
    originValue: '0.00',
  });
  expect(note.items[0]?.icms?.fcpValue).toBeNull();
  expect(note.items[0]?.ibsCbs?.amounts?.base).toBe('688.97');
  expect(note.totals).toMatchObject({
    icmsDestination: '135.00',
    fcpDestination: '20.00',
    icmsOrigin: '0.00',
    note: '1000.00',
  });
  expect(note.additionalInfo).toContain('R$ 135,00');
});

test('no share is due to the state of a taxpayer, of the own state, or from a company of Simples', () => {
  const consumed = saleOf([item({ ...charged, icmsRate: '7' })], { finalConsumer: true });
  expect(compute({ client: taxpayerIn('BA'), payload: consumed }).items[0]?.difal).toBeNull();
  expect(
    compute({ client: taxpayerIn('BA'), payload: saleOf([item({ ...charged, icmsRate: '7' })]) }).items[0]?.difal,
  ).toBeNull();
  expect(compute({ client: personIn('SP'), payload: saleOf([item(charged)]) }).items[0]?.difal).toBeNull();
  const simples = compute({
    issuer: issuerOf('SIMPLES'),
    client: personIn('BA'),
    payload: saleOf([item({ icmsSituation: '102' })]),
  });
  expect(simples.items[0]?.difal).toBeNull();
  expect(simples.totals.icmsDestination).toBeNull();
});

test('IBS and CBS of 2026 are computed on the operation without ICMS, PIS and COFINS, and add nothing to the note', () => {
  const note = compute({ payload: saleOf([item(charged)]) });
  expect(note.items[0]?.ibsCbs).toMatchObject({
    situation: '000',
    classification: '000001',
    amounts: {
      base: '744.15',
      stateRate: '0.1000',
      stateReduction: null,
      stateValue: '0.74',
      municipalRate: '0.0000',
      municipalValue: '0.00',
      ibsValue: '0.74',
      cbsRate: '0.9000',
      cbsValue: '6.70',
    },
    itemTotal: '1000.00',
  });
  expect(note.totals.ibsCbs).toMatchObject({ base: '744.15', ibs: '0.74', cbs: '6.70', noteTotal: '1000.00' });
});

test('a class with a reduction lowers each rate by what the table says, the zero rate of the municipality, too', () => {
  const amounts = lineOf({ ...charged, ibsCbsClassification: '200034' }).ibsCbs?.amounts;
  expect(amounts).toMatchObject({
    stateReduction: '60.0000',
    stateEffectiveRate: '0.0400',
    stateValue: '0.30',
    municipalReduction: '60.0000',
    municipalEffectiveRate: '0.0000',
    cbsEffectiveRate: '0.3600',
    cbsValue: '2.68',
  });
});

test('a class at zero rate charges nothing and says so', () => {
  const amounts = lineOf({ ...charged, ibsCbsClassification: '200003' }).ibsCbs?.amounts;
  expect(amounts).toMatchObject({
    stateReduction: '100.0000',
    stateEffectiveRate: '0.0000',
    ibsValue: '0.00',
    cbsValue: '0.00',
  });
});

test('a class of deferral defers the whole of each tax', () => {
  const amounts = lineOf({ ...charged, ibsCbsClassification: '515001' }).ibsCbs?.amounts;
  expect(amounts).toMatchObject({
    stateDeferralRate: '100.0000',
    stateDeferredValue: '0.30',
    stateValue: '0.00',
    cbsDeferredValue: '2.68',
    cbsValue: '0.00',
  });
});

test('an immune class has a group without amounts', () => {
  expect(lineOf({ ...charged, ibsCbsClassification: '410004' }).ibsCbs).toEqual({
    situation: '410',
    classification: '410004',
    amounts: null,
    itemTotal: '1000.00',
  });
});

test('companies of Simples, above its limit and MEI carry no IBS and CBS group', () => {
  const csosn = { icmsSituation: '102' };
  expect(lineOf(csosn, 'SIMPLES').ibsCbs).toBeNull();
  expect(lineOf(csosn, 'MEI').ibsCbs).toBeNull();
  expect(lineOf(charged, 'SIMPLES_EXCESS').ibsCbs).toBeNull();
});

test.each([
  { of: 'a class the table does not have', fields: { ibsCbsClassification: '999999' } },
  { of: 'a class of another situation', fields: { ibsCbsSituation: '200', ibsCbsClassification: '000001' } },
  { of: 'a situation without its class', fields: { ibsCbsSituation: '200' }, at: 'ibsCbsClassification' },
  { of: 'a class that NF-e does not take', fields: { ibsCbsClassification: '200025' } },
  { of: 'single-phase fuels', fields: { ibsCbsClassification: '620001' } },
])('IBS and CBS refuse $of', ({ fields }) => {
  const refusal = refusalOf(() => lineOf({ ...charged, ...fields }));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].ibsCbsClassification'] });
});

test('a class that shows the regular taxation asks for it, and no other class has it', () => {
  const regular = { ibsCbsRegularClassification: '000001' };
  for (const fields of [{ ibsCbsClassification: '550001' }, regular, { ibsCbsClassification: '200034', ...regular }]) {
    const refusal = refusalOf(() => lineOf({ ...charged, ...fields }));
    expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].ibsCbsRegularClassification'] });
  }
  for (const code of ['999999', '550001', '620006']) {
    const suspended = { ibsCbsClassification: '550001', ibsCbsRegularClassification: code };
    expect(refusalOf(() => lineOf({ ...charged, ...suspended }))).toMatchObject({
      paths: ['items[0].ibsCbsRegularClassification'],
    });
  }
});

test('the regular taxation of a company’s own class is not that of another class', () => {
  const taxDefaults = { ibsCbsClassification: '550001', ibsCbsRegularClassification: '000001' };
  const issuer = issuerOf('NORMAL', { taxDefaults });
  const ofItem = (fields: Partial<ItemInput>) =>
    compute({ issuer, payload: saleOf([item({ ...charged, ...fields })]) });
  expect(ofItem({}).items[0]?.ibsCbs?.amounts?.regular?.classification).toBe('000001');
  expect(ofItem({ ibsCbsClassification: '200034' }).items[0]?.ibsCbs?.amounts?.regular).toBeUndefined();
  const another = refusalOf(() => ofItem({ ibsCbsClassification: '550003' }));
  expect(another.paths).toEqual(['items[0].ibsCbsRegularClassification']);
});

test('a day whose IBS and CBS rates the law has not set is refused instead of guessed', () => {
  const refusal = refusalOf(() => compute({ on: new Date('2027-01-01T03:00:00Z'), payload: saleOf([item(charged)]) }));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].ibsCbsSituation'] });
});

test('the day is the one of the issuer: the last hour of the year is still of its year', () => {
  const note = compute({ on: new Date('2027-01-01T02:59:59Z'), payload: saleOf([item(charged)]) });
  expect(note.totals.ibsCbs?.cbs).toBe('6.70');
});

function lineOf(fields: Partial<ItemInput>, regime: TaxRegime = 'NORMAL') {
  const [line] = compute({ issuer: issuerOf(regime), payload: saleOf([item(fields)]) }).items;
  if (!line) throw new TypeError('A sale of one item gives one line');
  return line;
}
