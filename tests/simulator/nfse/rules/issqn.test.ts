import { describe, expect, test } from 'vitest';
import type { DpsEdits } from '../../../support/samples/nfse-dps.ts';
import {
  benefit,
  construction,
  foreignTrade,
  immune,
  inCityWithoutAgreement,
  issqnOutsideSimples,
  mei,
  rate,
  renderedIn,
  service,
  simples,
  specialRegime,
  suspension,
  taxed,
  withheldByTaker,
  withoutTaker,
} from '../../support/dps-edits.ts';
import type { Breach } from '../../support/nfse.ts';
import { codesOf, codesAndExpected } from '../../support/nfse.ts';

const result = '<cPaisResult>PT</cPaisResult>';
const exported = (more = ''): DpsEdits => [...foreignTrade(), ...taxed('3', more)];

const amountOff = (amount: string): DpsEdits => benefit(`<vRedBCBM>${amount}</vRedBCBM>`);
const percentOff = (percentage: string): DpsEdits => benefit(`<pRedBCBM>${percentage}</pRedBCBM>`);

test('each way in which ISSQN applies', () => {
  expect(codesOf({ edits: immune })).toEqual([]);
  expect(codesOf({ edits: exported(result) })).toEqual([]);
  expect(codesOf({ edits: [...exported(), ...renderedIn('PT')] })).toEqual([]);
  expect(codesOf({ edits: taxed('1', suspension) })).toEqual([]);
  expect(codesOf({ edits: [...service('990101'), ...taxed('4')] })).toEqual([]);
  expect(codesOf({ edits: amountOff('310.00') })).toEqual([]);
  expect(codesOf({ edits: percentOff('31.00') })).toEqual([]);
  expect(codesOf({ edits: benefit() })).toEqual([]);
  expect(codesOf({ edits: [...construction, ...simples, ...percentOff('60.00')] })).toEqual([]);
});

test('who says the rate: the city whose agreement is active, else the issuer', () => {
  expect(codesOf({ edits: [...inCityWithoutAgreement, ...rate('3.00')] })).toEqual([]);
  expect(codesOf({ edits: [...simples, ...withheldByTaker, ...rate('1.80')] })).toEqual([]);
  expect(codesOf({ edits: [...simples, ...withheldByTaker, ...rate('2.01'), ...inCityWithoutAgreement] })).toEqual([]);
  expect(codesOf({ edits: [...simples, ...inCityWithoutAgreement] })).toEqual([]);
  expect(codesOf({ edits: issqnOutsideSimples })).toEqual([]);
  expect(codesOf({ edits: [...issqnOutsideSimples, ...inCityWithoutAgreement, ...rate('3.00')] })).toEqual([]);
  expect(codesOf({ edits: withheldByTaker })).toEqual([]);
});

const kinds: readonly Breach[] = [
  { code: 'E0532', what: 'a taxable service outside of ISSQN', edits: service('990101') },
  { code: 'E0590', what: 'an export from here that says no country', edits: exported() },
  {
    code: 'E0590',
    what: 'workers lent to nobody here, without country',
    edits: [...service('170501'), ...exported(), ...withoutTaker],
  },
  { code: 'E0591', what: 'a country of an export from there', edits: [...exported(result), ...renderedIn('PT')] },
  { code: 'E0591', what: 'a country of a taxable service', edits: taxed('1', result) },
  { code: 'E0592', what: 'immunity of no kind', edits: taxed('2') },
  { code: 'E0592', what: 'a kind of immunity without immunity', edits: taxed('1', '<tpImunidade>2</tpImunidade>') },
  { code: 'E0593', what: 'immunity of a kind that was not said', edits: taxed('2', '<tpImunidade>0</tpImunidade>') },
  { code: 'E0585', what: 'a suspension of nothing', edits: taxed('2', `<tpImunidade>2</tpImunidade>${suspension}`) },
];

const benefits: readonly Breach[] = [
  {
    code: 'E0533',
    what: 'a benefit for an immune service',
    edits: [...amountOff('10.00'), ...immune],
  },
  { code: 'E0534', what: 'a benefit of a MEI', edits: [...mei, ...amountOff('10.00')] },
  { code: 'E0535', what: 'a benefit in a special regime', edits: [...specialRegime, ...amountOff('10.00')] },
  {
    code: 'E0537',
    what: 'a benefit of a city without agreement',
    edits: [...inCityWithoutAgreement, ...rate('5.00'), ...amountOff('10.00')],
  },
  { code: 'E0536', what: 'a benefit of a small company', edits: [...simples, ...amountOff('10.00')] },
  { code: 'E0541', what: "another city's benefit", edits: benefit('<vRedBCBM>10.00</vRedBCBM>', '33045570100001') },
  {
    code: 'E0574',
    what: 'a benefit above the price',
    edits: [...construction, ...amountOff('1000.01')],
    besides: ['E0427', 'E0428'],
  },
  { code: 'E0575', what: 'an amount that leaves less than 2 %', edits: amountOff('310.40'), besides: ['E0429'] },
  { code: 'E0586', what: 'a benefit of nothing', edits: percentOff('0.00') },
  { code: 'E0587', what: 'a percentage that leaves less than 2 %', edits: percentOff('31.04'), besides: ['E0429'] },
];

const withholding: readonly Breach[] = [
  { code: 'E0580', what: 'ISSQN of an immune service', edits: [...immune, ...withheldByTaker] },
  { code: 'E0583', what: 'ISSQN of a MEI', edits: [...mei, ...withheldByTaker] },
  { code: 'E0588', what: 'ISSQN of a special regime', edits: [...specialRegime, ...withheldByTaker] },
  { code: 'E0594', what: 'ISSQN that is exempt', edits: [...benefit(), ...withheldByTaker] },
  { code: 'E0596', what: 'ISSQN of tolls', edits: [...service('220101'), ...withheldByTaker] },
];

const rates: readonly Breach[] = [
  { code: 'E0595', what: 'more than 5 %', edits: [...inCityWithoutAgreement, ...rate('5.01')] },
  { code: 'E0600', what: 'the rate of a MEI', edits: [...mei, ...rate('2.00')] },
  { code: 'E0602', what: 'the rate of an immune service', edits: [...immune, ...rate('2.00')] },
  {
    code: 'E0604',
    what: 'the rate of a special regime',
    edits: [...specialRegime, ...rate('2.00'), ...inCityWithoutAgreement],
  },
  { code: 'E0612', what: 'the rate of what is exempt', edits: [...benefit(), ...rate('2.00')], besides: ['E0617'] },
  { code: 'E0617', what: 'a rate that the city has set up', edits: rate('2.90') },
  { code: 'E0619', what: 'no rate where the city has none', edits: inCityWithoutAgreement },
  { code: 'E0621', what: "no rate of a small company's withheld ISSQN", edits: [...simples, ...withheldByTaker] },
  { code: 'E0621', what: 'less than 1.8 % withheld', edits: [...simples, ...withheldByTaker, ...rate('1.79')] },
  { code: 'E0625', what: "a rate of a small company's own ISSQN", edits: [...simples, ...rate('2.00')] },
  {
    code: 'E0628',
    what: 'no rate of withheld ISSQN, in a city without agreement',
    edits: [...simples, ...withheldByTaker, ...inCityWithoutAgreement],
  },
  {
    code: 'E0631',
    what: 'a rate of own ISSQN, in a city without agreement',
    edits: [...simples, ...rate('2.00'), ...inCityWithoutAgreement],
  },
  {
    code: 'E0635',
    what: 'a rate outside the Simples Nacional that the city has set up',
    edits: [...issqnOutsideSimples, ...rate('2.90')],
  },
  {
    code: 'E0640',
    what: 'no rate outside the Simples Nacional where the city has none',
    edits: [...issqnOutsideSimples, ...inCityWithoutAgreement],
  },
];

describe.each([
  ['how it applies', kinds],
  ['benefits', benefits],
  ['withholding', withholding],
  ['rates', rates],
])('%s', (_title, breaches) => {
  test.each(breaches)('$code: $what', (breach) => {
    const [codes, expected] = codesAndExpected(breach);
    expect(codes).toEqual(expected);
  });
});
