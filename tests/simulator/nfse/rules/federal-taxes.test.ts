import { expect, test } from 'vitest';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import { federalTaxes, mei, simples } from '../../support/dps-edits.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, codesAndExpected } from '../../support/nfse.ts';

const own = (more = '', { base = '1000.00', pis = '6.50', cofins = '30.00' } = {}): string =>
  `<piscofins><CST>01</CST><vBCPisCofins>${base}</vBCPisCofins><pAliqPis>0.65</pAliqPis><pAliqCofins>3.00</pAliqCofins>` +
  `<vPis>${pis}</vPis><vCofins>${cofins}</vCofins>${more}</piscofins>`;
const kind = (code: string): string => `<tpRetPisCofins>${code}</tpRetPisCofins>`;
const csll = '<vRetCSLL>46.50</vRetCSLL>';
const total = (xml: string): DpsEdits => [[/<vTotTrib>.*<\/vTotTrib>/, xml]];
const amounts = (federalTax: string, state: string, municipal: string): DpsEdits =>
  total(
    `<vTotTrib><vTotTribFed>${federalTax}</vTotTribFed><vTotTribEst>${state}</vTotTribEst>` +
      `<vTotTribMun>${municipal}</vTotTribMun></vTotTrib>`,
  );
const percentages = (federalTax: string, state: string, municipal: string): DpsEdits =>
  total(
    `<pTotTrib><pTotTribFed>${federalTax}</pTotTribFed><pTotTribEst>${state}</pTotTribEst>` +
      `<pTotTribMun>${municipal}</pTotTribMun></pTotTrib>`,
  );
const person: DpsEdits = [['<prest><CNPJ>11222333000181</CNPJ>', '<prest><CPF>52998224725</CPF>']];

test('federal taxes with every kind of withholding', () => {
  expect(codesOf({ edits: federalTaxes('<piscofins><CST>00</CST></piscofins>') })).toEqual([]);
  for (const none of ['0', '2']) expect(codesOf({ edits: federalTaxes(own(kind(none))) })).toEqual([]);
  for (const some of ['1', '3', '4', '5', '6', '7', '8', '9']) {
    expect(codesOf({ edits: federalTaxes(own(kind(some)) + csll) })).toEqual([]);
  }
  expect(codesOf({ edits: federalTaxes('<vRetCP>110.00</vRetCP><vRetIRRF>15.00</vRetIRRF>') })).toEqual([]);
});

test('a cent of rounding is no fault', () => {
  expect(codesOf({ edits: federalTaxes(own('', { base: '999.99', pis: '6.49' })) })).toEqual([]);
});

test('the approximate burden by amount and by percentage', () => {
  expect(codesOf({ edits: amounts('1000.00', '0.00', '0.00') })).toEqual([]);
  expect(codesOf({ edits: percentages('13.45', '0.00', '2.90') })).toEqual([]);
});

const breaches: readonly Breach[] = [
  { code: 'E0675', what: "a person's federal taxes", edits: [...person, ...federalTaxes(own())] },
  { code: 'E0676', what: "a MEI's federal taxes", edits: [...mei, ...federalTaxes(own())] },
  { code: 'E0677', what: 'a base above the price', edits: federalTaxes(own('', { base: '1000.01' })) },
  { code: 'E0694', what: 'a wrong PIS', edits: federalTaxes(own('', { pis: '6.52' })) },
  { code: 'E0696', what: 'a wrong COFINS', edits: federalTaxes(own('', { cofins: '29.98' })) },
  { code: 'E0699', what: 'social security of nothing', edits: federalTaxes('<vRetCP>0.00</vRetCP>') },
  { code: 'E0700', what: 'income tax of everything', edits: federalTaxes('<vRetIRRF>1000.00</vRetIRRF>') },
  { code: 'E0720', what: 'contributions withheld, and not', edits: federalTaxes(own(kind('0')) + csll) },
  { code: 'E0724', what: 'contributions withheld without amount', edits: federalTaxes(own(kind('4'))) },
  {
    code: 'E0701',
    what: 'contributions of nothing',
    edits: federalTaxes(`${own(kind('3'))}<vRetCSLL>0.00</vRetCSLL>`),
  },
  { code: 'E0702', what: 'a federal burden above the price', edits: amounts('1000.01', '0.00', '0.00') },
  { code: 'E0703', what: "a state's burden above the price", edits: amounts('0.00', '1000.01', '0.00') },
  { code: 'E0704', what: "a city's burden above the price", edits: amounts('0.00', '0.00', '1000.01') },
  { code: 'E0706', what: 'a federal burden above 100 %', edits: percentages('100.01', '0.00', '0.00') },
  { code: 'E0707', what: "a state's burden above 100 %", edits: percentages('0.00', '100.01', '0.00') },
  { code: 'E0708', what: "a city's burden above 100 %", edits: percentages('0.00', '0.00', '100.01') },
  {
    code: 'E0712',
    what: 'no burden told by a small company',
    edits: [...simples, [/<pTotTribSN>.*<\/pTotTribSN>/, '<indTotTrib>0</indTotTrib>']],
  },
  { code: 'E0713', what: 'no burden told outside the Simples Nacional', edits: total('<indTotTrib>0</indTotTrib>') },
  {
    code: 'E0713',
    what: 'the rate of the Simples Nacional outside of it',
    edits: total('<pTotTribSN>6.00</pTotTribSN>'),
  },
  {
    code: 'E0710',
    what: 'the rate of the Simples Nacional of a MEI',
    edits: [...mei, ['<indTotTrib>0</indTotTrib>', '<pTotTribSN>6.00</pTotTribSN>']],
  },
];

test.each(breaches)('$code: $what', (breach) => {
  const [codes, expected] = codesAndExpected(breach);
  expect(codes).toEqual(expected);
});
