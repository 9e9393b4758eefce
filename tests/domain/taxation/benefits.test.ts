import { expect, test } from 'vitest';
import type { Issuer } from '../../../domain/companies/settings.ts';
import { computeNote } from '../../../domain/documents/compute/note.ts';
import { noteWarnings } from '../../../domain/documents/compute/warnings.ts';
import type { GoodsPayload, ItemInput } from '../../../domain/documents/payload.ts';
import type { Place } from '../../../domain/documents/place.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import type { TaxFields } from '../../../domain/taxation/fields.ts';
import { lawTables } from '../../../domain/taxation/law-tables.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { identity } from '../../support/samples/notes.ts';
import { issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../documents/sale.ts';

type Sale = {
  state?: string;
  regime?: TaxRegime;
  on?: string;
  company?: TaxFields;
  rates?: ReturnType<typeof lawTables>;
  document?: Partial<GoodsPayload>;
};

/** A sale inside the issuer's state, whose company by default has no setting about benefits. */
function sell(
  fields: Partial<ItemInput>[],
  { state = 'SP', regime = 'NORMAL', on = '2026-11-21', ...sale }: Sale = {},
) {
  const { address } = taxpayerIn(state);
  const settings = {
    address: address as Issuer['settings']['address'],
    taxDefaults: { cfop: '5102', ...sale.company },
  };
  const payload = saleOf(fields.map(item), sale.document);
  const note = computeNote({
    issuer: issuerOf(regime, settings),
    client: payload.type === 'NFCE' ? personIn(state) : taxpayerIn(state),
    payload,
    on: new Date(`${on}T15:00:00Z`),
    ...(sale.rates ? { rates: sale.rates } : {}),
  });
  return { note, payload, warnings: noteWarnings(note, payload, { on: new Date(`${on}T15:00:00Z`), ...sale }) };
}

const refused = (fields: Partial<ItemInput>, sale?: Sale) =>
  refusalOf(() => sell([fields], sale)).issues.map(({ path, message }) => ({ path, message }));
const at = (name: string, words: string) => [{ path: `items[0].${name}`, message: expect.stringContaining(words) }];
const substitution = { cest: '2800100', icmsStModBc: '6', icmsStRate: '18' };

test.each<[string, Partial<ItemInput>]>([
  ['20', { icmsRedBc: '10' }],
  ['30', substitution],
  ['40', {}],
  ['41', {}],
  ['50', {}],
  ['51', {}],
  ['70', { ...substitution, icmsRedBc: '10' }],
  ['90', {}],
])('São Paulo wants the benefit of CST %s since its day, and is told what to send', (icmsSituation, fields) => {
  const line = { icmsSituation, ...fields };
  const words = `SP exige o código do benefício fiscal com o CST ${icmsSituation} (rejeição 930)`;
  expect(refused(line, { on: '2026-04-06' })).toEqual(at('benefitCode', words));
  expect(refused(line)[0]?.message).toContain('SEM CBENEF');
  expect(sell([line], { on: '2026-04-05' }).note.items[0]?.benefitCode).toBeUndefined();
  expect(sell([{ ...line, benefitCode: 'SEM CBENEF' }]).note.items[0]?.benefitCode).toBe('SEM CBENEF');
});

test.each<[string, Partial<ItemInput>]>([
  ['(rejeição 928)', { icmsSituation: '00', benefitCode: 'SP010010' }],
  ['(rejeição 931): informe o do seu caso', { icmsSituation: '41', benefitCode: 'SP010010' }],
  ['(rejeição 946)', { icmsSituation: '40', benefitCode: 'SP999998' }],
  ['(rejeição 946)', { icmsSituation: '40', benefitCode: 'PR810001' }],
])('a code that the state would refuse is refused %s', (words, fields) => {
  expect(refused(fields)).toEqual(at('benefitCode', words));
});

test('a return, an adjustment and an entry need no code in São Paulo, and Simples never does', () => {
  const exempt = { icmsSituation: '40' };
  expect(sell([{ ...exempt, cfop: '1949' }], { document: { operationType: 'IN' } }).note.items).toHaveLength(1);
  expect(sell([exempt], { document: { purpose: 'ADJUSTMENT' } }).note.items).toHaveLength(1);
  expect(sell([{ icmsSituation: '300' }], { regime: 'SIMPLES' }).note.items).toHaveLength(1);
  expect(refused(exempt, { document: { type: 'NFCE', payments: [{ method: 'CASH', value: '1000' }] } })).toEqual(
    at('benefitCode', '930'),
  );
});

test('the benefits are those of the state of the company, wherever the goods are picked up', () => {
  const place = { ...personIn('RJ').address, document: '52998224725' } as Place;
  const document = { pickup: place, delivery: place };
  expect(refused({ icmsSituation: '40' }, { document })).toEqual(at('benefitCode', 'SP exige'));
  expect(sell([{ icmsSituation: '40', benefitCode: 'SP010010' }], { document }).note.items).toHaveLength(1);
  expect(refused({ icmsSituation: '60', cest: '2800100' }, { document })).toEqual(at('retainedSt', 'SP exige'));
  // Rio has a fund of 4 % and would accept it; São Paulo's table has only 2 %.
  expect(refused({ icmsSituation: '00', fcpRate: '4' }, { document })).toEqual(at('fcpRate', 'SP aceita'));
});

test('what the company says for any sale is left out where the situation has no benefit', () => {
  const company = { benefitCode: 'SEM CBENEF', icmsSituation: '00' };
  const [taxed, exempt] = sell([{}, { icmsSituation: '40' }], { company }).note.items;
  expect(taxed?.taxation.benefitCode).toBeUndefined();
  expect(exempt?.taxation.benefitCode).toEqual({ value: 'SEM CBENEF', source: 'COMPANY' });
  // A real benefit code goes with the situation that it was given for.
  const real = { benefitCode: 'SP010010', icmsSituation: '40', icmsExemptionReason: '9' };
  expect(refused({ icmsSituation: '41' }, { company: real })).toEqual(at('benefitCode', '930'));
});

test('a list of codes from the operator is used like our own, by CST and day, and ours stays', () => {
  const codes = { RJ800001: { csts: ['41'], until: '2026-11-20' }, RJ800002: ['41'] };
  const rates = lawTables({ benefits: { RJ: { source: 'Tabela 5.2 do RJ', codes } } });
  const sale = { state: 'RJ', rates };
  const line = { icmsSituation: '41', icmsExemptionReason: '9' };
  expect(refused(line, sale)).toEqual(at('benefitCode', 'informe o do seu caso (por exemplo RJ800002)'));
  expect(refused({ ...line, benefitCode: 'RJ800001' }, sale)).toEqual(at('benefitCode', '(rejeição 946)'));
  const { note } = sell([{ ...line, benefitCode: 'RJ800001' }], { ...sale, on: '2026-11-20' });
  // The rule by which Rio computes the exempted value still applies.
  expect(note.items[0]?.icms?.exemptedValue).toBe('250.00');
  expect(rates.benefits.get('SP')?.codes?.size).toBeGreaterThan(300);
  expect(() => lawTables({ benefits: { RJ: { source: 'x', codes: { RJ1: ['40'] } } } })).toThrow(
    'benefits.RJ.codes.RJ1',
  );
});

test('where no list is known the code is wanted by a warning, and only its form is checked', () => {
  const { warnings } = sell([{ icmsSituation: '41', icmsExemptionReason: '9' }], { state: 'RJ' });
  expect(warnings.map(({ path }) => path)).toContain('items[0].benefitCode');
  const said = sell([{ icmsSituation: '41', benefitCode: 'RJ801234', icmsExemptionReason: '9' }], { state: 'RJ' });
  expect(said.warnings.map(({ path }) => path)).not.toContain('items[0].benefitCode');
  expect(sell([{ icmsSituation: '41' }], { state: 'MG' }).warnings.map(({ path }) => path)).not.toContain(
    'items[0].benefitCode',
  );
});

test('Rio wants the exempted ICMS, and finds it inside the price with its fund', () => {
  expect(refused({ icmsSituation: '40', benefitCode: 'RJ801234' }, { state: 'RJ' })).toEqual(
    at('icmsExemptionReason', 'RJ exige o ICMS desonerado com o CST 40 (rejeição 934)'),
  );
  const exempt = { benefitCode: 'RJ801234', icmsExemptionReason: '9' };
  // 1000.00 ÷ (1 − 20 %) × 20 %.
  const [whole] = sell([{ ...exempt, icmsSituation: '40' }], { state: 'RJ' }).note.items;
  expect(whole?.icms?.exemptedValue).toBe('250.00');
  // 1000.00 × (1 − 22 % × (1 − 50 %)) ÷ (1 − 22 %) − 1000.00 = 141.03, with 2 % of fund in the rate.
  const reduced = { ...exempt, icmsSituation: '20', icmsRate: '20', fcpRate: '2', icmsRedBc: '50' };
  expect(sell([reduced], { state: 'RJ' }).note.items[0]?.icms?.exemptedValue).toBe('141.03');
});

test('only what is deducted lowers the note, and all of it is in its total', () => {
  const exempt = { icmsSituation: '40', benefitCode: 'SP010010', icmsExemptionReason: '9' };
  const { note } = sell([{ ...exempt, icmsExemptionDeducted: '1' }, exempt]);
  expect(note.totals).toMatchObject({ icmsExempted: '360.00', products: '2000.00', note: '1820.00' });
  expect(note.totals.ibsCbs?.noteTotal).toBe('1820.00');
  const simple = sell([{ ...exempt, icmsExemptionDeducted: '1' }], { regime: 'SIMPLES_EXCESS' }).note;
  expect(simple.totals).toMatchObject({ note: '820.00', ibsCbs: null });
});

test.each<[string, string, Partial<ItemInput>]>([
  ['icmsExemptionReason', 'motDesICMS', { icmsSituation: '40', icmsExemptedValue: '10' }],
  ['icmsExemptionReason', 'motDesICMS', { icmsSituation: '40', icmsExemptionDeducted: '1' }],
  ['icmsExemptedValue', 'não tem ICMS desonerado', { icmsSituation: '00', icmsExemptedValue: '10' }],
  ['icmsExemptionDeducted', 'não tem ICMS desonerado', { icmsSituation: '00', icmsExemptionDeducted: '1' }],
  ['icmsExemptedValue', 'icmsExemptedRate', { icmsSituation: '90', icmsRate: '18', icmsExemptionReason: '9' }],
  [
    'icmsExemptionReason',
    'CST 20 é 3, 9, 10, 11 ou 12',
    { icmsSituation: '20', icmsRedBc: '10', icmsExemptionReason: '1' },
  ],
  [
    'icmsExemptionDeducted',
    '652',
    { icmsSituation: '40', icmsExemptionReason: '7', icmsExemptionDeducted: '0', cfop: '5109' },
  ],
  [
    'icmsExemptedValue',
    'maior que o valor',
    { icmsSituation: '40', icmsExemptionReason: '9', icmsExemptionDeducted: '1', icmsExemptedValue: '1000.01' },
  ],
  ['icmsStExemptedValue', 'Sem redução', { icmsSituation: '10', ...substitution, icmsStExemptionReason: '9' }],
  ['icmsStBase', 'icmsStUnitPrice', { icmsSituation: '10', ...substitution, icmsStModBc: '5' }],
  ['icmsStBase', 'icmsStModBc 0, 1, 2, 3 ou 5', { icmsSituation: '10', ...substitution, icmsStBase: '10' }],
  [
    'icmsStUnitPrice',
    'não os dois',
    { icmsSituation: '10', ...substitution, icmsStModBc: '5', icmsStBase: '1', icmsStUnitPrice: '1' },
  ],
  ['retainedSt', 'CST 60 ou CSOSN 500', { icmsSituation: '00', retainedSt: { base: '1', rate: '1', value: '1' } }],
  ['effectiveIcms', 'CST 60 ou CSOSN 500', { icmsSituation: '00', effectiveIcms: { rate: '1' } }],
  [
    'retainedSt.rate',
    '0 a 100',
    { icmsSituation: '60', cest: '2800100', retainedSt: { base: '1', rate: '101', value: '1' } },
  ],
  ['presumedCreditRate', 'alíquota', { icmsSituation: '00', presumedCreditCode: 'SC000123' }],
  ['presumedCreditCode', 'código', { icmsSituation: '00', presumedCreditValue: '1' }],
])('what cannot stand is refused at %s: %s', (name, words, fields) => {
  const issues = refused(fields, { company: { benefitCode: 'SEM CBENEF' } });
  expect(issues).toEqual(expect.arrayContaining(at(name, words)));
});

test('the fund that was retained comes whole', () => {
  const retainedSt = { base: '1', rate: '20', value: '1', fcpValue: '1' };
  const paths = refused({ icmsSituation: '60', cest: '2800100', retainedSt }).map(({ path }) => path);
  expect(paths).toEqual(['items[0].retainedSt.fcpBase', 'items[0].retainedSt.fcpRate']);
});

test('goods whose substitution was collected are resold with what was retained where the state wants it', () => {
  const line = { icmsSituation: '60', cest: '2800100' };
  expect(refused(line)).toEqual(at('retainedSt', 'SP exige com 60 o ICMS-ST retido antes (rejeição 938)'));
  expect(refused({ ...line, icmsSituation: '500' }, { regime: 'SIMPLES' })).toEqual(at('retainedSt', '938'));
  expect(sell([line], { document: { finalConsumer: true } }).warnings.map(({ path }) => path)).not.toContain(
    'items[0].retainedSt',
  );
  // Whether Minas demands it is not known; an operator's table may say that São Paulo does not.
  expect(sell([line], { state: 'MG' }).warnings.map(({ path }) => path)).toContain('items[0].retainedSt');
  const rates = lawTables({ benefits: { SP: { source: 'SEFAZ-SP', retainedSt: 'OPTIONAL' } } });
  expect(sell([line], { rates }).warnings.map(({ path }) => path)).not.toContain('items[0].retainedSt');
});

test('what was retained has its fund in the totals', () => {
  const fund = { fcpBase: '800', fcpRate: '2', fcpValue: '16' };
  const retainedSt = { base: '800', rate: '20', value: '70', ...fund };
  const { note } = sell([{ icmsSituation: '60', cest: '2800100', retainedSt }]);
  expect(note.totals.fcpStRetained).toBe('16.00');
  expect(layoutNfe(note, identity).infNFe).toContain('<vFCPSTRet>16.00</vFCPSTRet><vProd>');
});

test('a presumed credit is found on the base of the ICMS, or said', () => {
  const credit = { icmsSituation: '00', icmsRate: '18', presumedCreditCode: 'SC000123', presumedCreditRate: '3' };
  const { note } = sell([credit, { ...credit, presumedCreditValue: '12.34' }]);
  expect(note.items.map(({ presumedCredit }) => presumedCredit)).toEqual([
    { code: 'SC000123', rate: '3.0000', value: '30.00' },
    { code: 'SC000123', rate: '3.0000', value: '12.34' },
  ]);
  const { infNFe } = layoutNfe(note, identity);
  expect(infNFe).toContain(
    '<gCred><cCredPresumido>SC000123</cCredPresumido><pCredPresumido>3.0000</pCredPresumido><vCredPresumido>30.00</vCredPresumido></gCred><CFOP>',
  );
});
