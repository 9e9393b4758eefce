import { expect, test } from 'vitest';
import type { ServiceFields } from '../../../domain/taxation/levels/service-fields.ts';
import { type ServiceCircumstances, resolveService, resolvedValues } from '../../../domain/service-taxation/resolve.ts';
import { lawTables } from '../../../domain/taxation/law-tables.ts';
import { type TaxSource, taxSources } from '../../../domain/taxation/fields.ts';

type FieldsBySource = { [Source in TaxSource]?: ServiceFields };
const support = { serviceCode: '01.07.01', issRate: '2' };

function resolved(said: FieldsBySource, circumstances: Partial<ServiceCircumstances> = {}) {
  const levels = taxSources.flatMap((source) => (said[source] ? [{ source, fields: said[source] }] : []));
  return resolveService(levels, {
    ...{ issRegime: 'NORMAL', country: null, competence: '2026-11-21', day: '2026-11-21' },
    ...circumstances,
  });
}

function valuesWith(fields: ServiceFields, circumstances: Partial<ServiceCircumstances> = {}): ServiceFields {
  const { trace, faults } = resolved({ ITEM: { ...support, ...fields } }, circumstances);
  expect(faults).toEqual([]);
  return resolvedValues(trace);
}

test('each field says who filled it, in normal form', () => {
  const { trace, faults } = resolved({ ITEM: support, COMPANY: { issRate: '5', irrfRate: '1.5' } });
  expect(faults).toEqual([]);
  expect(trace).toEqual({
    serviceCode: { value: '010701', source: 'ITEM' },
    issTaxation: { value: '1', source: 'TABLE' },
    issWithholding: { value: '1', source: 'TABLE' },
    issRate: { value: '2.0000', source: 'ITEM' },
    irrfRate: { value: '1.5000', source: 'COMPANY' },
  });
});

test.each([
  ['99.01.01', null, { issTaxation: '4' }],
  ['010701', 'US', { issTaxation: '3', issResultCountry: 'US' }],
  ['990101', 'US', { issTaxation: '4' }],
])('the table taxes %s rendered in %s as the law does', (serviceCode, country, taxation) => {
  expect(resolved({ ITEM: { serviceCode } }, { country }).trace).toMatchObject(
    Object.fromEntries(Object.entries(taxation).map(([name, value]) => [name, { value, source: 'TABLE' }])),
  );
});

test('the operator’s table says the approximate total where no level does, except of a MEI', () => {
  const services = { '01': { federal: '13.455', municipal: '2' }, '010701': { federal: '14', municipal: '2.9' } };
  const table = { source: 'x', from: '2026-01-01', until: '2026-12-31', services };
  const rates = lawTables({ approximateTaxes: table });
  expect(resolved({ ITEM: support }, { rates }).trace).toMatchObject({
    totalFederalRate: { value: '14.0000', source: 'TABLE' },
    totalStateRate: { value: '0.0000', source: 'TABLE' },
    totalMunicipalRate: { value: '2.9000', source: 'TABLE' },
  });
  expect(valuesWith({ serviceCode: '010101' }, { rates }).totalFederalRate).toBe('13.4600');
  const own = { totalFederalRate: '1', totalStateRate: '0', totalMunicipalRate: '1' };
  expect(valuesWith(own, { rates })).toMatchObject({ totalFederalRate: '1.0000', totalMunicipalRate: '1.0000' });
  const simples = valuesWith({ totalSimplesRate: '6' }, { rates, issRegime: 'SIMPLES' });
  expect([simples.totalSimplesRate, simples.totalFederalRate]).toEqual(['6.0000', undefined]);
  expect(valuesWith({ issRate: null }, { rates, issRegime: 'MEI' }).totalFederalRate).toBeUndefined();
  expect(valuesWith({}, { rates, day: '2027-01-01' }).totalFederalRate).toBeUndefined();
});

test('a withholding alone stands beside CST 00, and CSLL has the rate of the law', () => {
  expect(valuesWith({ pisCofinsWithholding: '3' })).toMatchObject({
    pisCofinsCst: '00',
    pisCofinsWithholding: '3',
    csllRate: '1.0000',
  });
  expect(valuesWith({ pisCofinsCst: '08', pisCofinsWithholding: '4' })).toMatchObject({ pisCofinsWithholding: '4' });
  expect(valuesWith({ pisCofinsWithholding: '0' })).not.toHaveProperty('pisCofinsCst');
});

test('a code that does not withhold CSLL has no use for its rate', () => {
  for (const pisCofinsWithholding of ['0', '4', '5', '6']) {
    expect(valuesWith({ pisCofinsWithholding, csllRate: '1' })).not.toHaveProperty('csllRate');
  }
  for (const pisCofinsWithholding of ['1', '2', '3', '7', '8', '9', null]) {
    expect(valuesWith({ pisCofinsWithholding, csllRate: '1' })).toMatchObject({ csllRate: '1.0000' });
  }
});

test('contributions at rate zero say zero', () => {
  const zero = { pisCofinsCst: '06', pisCofinsWithholding: '0' };
  expect(valuesWith(zero)).toMatchObject({ pisRate: '0.0000', cofinsRate: '0.0000' });
});

test('the level that says a total of taxes says its form', () => {
  const byTreasury = { totalFederalRate: '13.45', totalStateRate: '0', totalMunicipalRate: '2' };
  const circumstances = { issRegime: 'SIMPLES' } as const;
  const simple = resolved({ ITEM: { totalSimplesRate: '6' }, COMPANY: byTreasury }, circumstances);
  expect(resolvedValues(simple.trace)).not.toHaveProperty('totalFederalRate');
  const treasuries = resolved({ ITEM: byTreasury, COMPANY: { totalSimplesRate: '6' } }, circumstances);
  expect(resolvedValues(treasuries.trace)).not.toHaveProperty('totalSimplesRate');
  expect([...simple.faults, ...treasuries.faults]).toEqual([]);
  const both = resolved({ ITEM: { ...byTreasury, totalSimplesRate: '6' } }, circumstances);
  expect(both.faults).toEqual([{ field: 'totalSimplesRate', message: expect.stringMatching(/não as duas formas/) }]);
});

test('a class brings its own parameters and its situation, and none of another', () => {
  const { trace } = resolved({
    ITEM: { ibsCbsClassification: '000001' },
    COMPANY: { ibsCbsSituation: '515', ibsCbsClassification: '515001', ibsStateDeferralRate: '100' },
  });
  expect(trace.ibsCbsSituation).toEqual({ value: '000', source: 'TABLE' });
  expect(trace).not.toHaveProperty('ibsStateDeferralRate');
});

test('a situation of other operations does not take the rates of another', () => {
  const company = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3', pisCofinsWithholding: '0' };
  const { faults } = resolved({ ITEM: { ...support, pisCofinsCst: '49' }, COMPANY: company });
  expect(faults.map(({ field }) => field)).toEqual(['pisRate', 'cofinsRate']);
});

test('nothing is said of IBS and CBS without a situation, nor of a service of before 2026', () => {
  expect(valuesWith({ ibsCbsOperationIndicator: '100301' })).not.toHaveProperty('ibsCbsOperationIndicator');
  const whole = { ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301' };
  expect(valuesWith(whole)).toMatchObject({ ...whole, ibsCbsSituation: '000' });
  const before = Object.keys(valuesWith(whole, { competence: '2025-12-31' }));
  expect(before.filter((name) => name.startsWith('ibsCbs'))).toEqual([]);
});

test('a service of 2027 has no PIS and COFINS, and of what is withheld only CSLL', () => {
  const said = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3' };
  const federal = (fields: ServiceFields, competence: string) => {
    const { pisCofinsCst, pisRate, cofinsRate, pisCofinsWithholding, csllRate } = valuesWith(fields, { competence });
    return [pisCofinsCst, pisRate, cofinsRate, pisCofinsWithholding, csllRate];
  };
  const [last, first] = ['2026-12-31', '2027-01-01'];
  expect(federal({ ...said, pisCofinsWithholding: '3' }, last)).toEqual(['01', '0.6500', '3.0000', '3', '1.0000']);
  expect(federal({ ...said, pisCofinsWithholding: '3' }, first)).toEqual([...Array(4).fill(undefined), '1.0000']);
  expect(federal({ ...said, pisCofinsWithholding: '4' }, first)).toEqual(Array(5).fill(undefined));
  expect(federal({ ...said, pisCofinsWithholding: '8', csllRate: '2' }, first)[4]).toBe('2.0000');
});
