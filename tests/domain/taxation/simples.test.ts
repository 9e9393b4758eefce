import { expect, test } from 'vitest';
import type { CompanySettings } from '../../../domain/companies/settings.ts';
import { noteWarnings } from '../../../domain/documents/compute/warnings.ts';
import type { ItemInput } from '../../../domain/documents/payload.ts';
import { lawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import type { TaxRegime } from '../../../domain/taxation/operation.ts';
import { compute, issuerOf, item, refusalOf, saleOf } from '../documents/sale.ts';

/** A rate of CBS, which is not published yet: needed by all but those who pay within Simples. */
const withCbs = lawTables({
  ibsCbs: {
    source: 'a rate that the Senate might set',
    periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
  },
});
const lastDay = new Date('2027-01-01T02:59:59Z');
const firstDay = new Date('2027-01-01T03:00:00Z');
const rates = { simplesIbsRate: { '2027-01-01': '0.0215' }, simplesCbsRate: { '2027-01-01': '0.8765' } };
const ofSimples = { icmsSituation: '102', ibsCbsClassification: '000001', simplesActivity: '01' };
const ofNormal = { ...ofSimples, icmsSituation: '00', icmsRate: '18' };

function noteOf(
  fields: Partial<ItemInput>,
  regime: TaxRegime = 'SIMPLES',
  settings: Partial<CompanySettings> = rates,
  on = firstDay,
) {
  const law = regime === 'NORMAL' ? withCbs : shippedLawTables;
  return compute({ issuer: issuerOf(regime, settings), payload: saleOf([item(fields)]), on, rates: law });
}

test('a sale of Simples has effective rates of its revenue, and nothing by the rates of the law', () => {
  const { items, totals } = noteOf({
    ...ofSimples,
    freight: '10.00',
    insurance: '5.00',
    otherCosts: '2.00',
    discount: '17.00',
  });
  expect(items[0]).toMatchObject({
    ibsCbs: null,
    simples: {
      activity: '01',
      revenue: '1000.00',
      ibs: { rate: '0.0215', value: '0.22' },
      cbs: { rate: '0.8765', value: '8.77' },
      group: { situation: '000', classification: '000001', amounts: null, itemTotal: '1000.00' },
    },
  });
  expect(items[0]?.taxation.simplesActivity).toEqual({ value: '01', source: 'ITEM' });
  expect(totals.ibsCbs).toBeNull();
  expect(totals.simples).toMatchObject({ ibs: '0.22', cbs: '8.77', group: { base: '0.00', noteTotal: '1000.00' } });
});

test('above the sublimit the IBS is its own and the CBS of Simples, at zero in the own group', () => {
  const { items, totals } = noteOf(ofNormal, 'SIMPLES_EXCESS');
  const { ibs, cbs, group } = items[0]?.simples ?? {};
  expect({ ibs, cbs }).toEqual({ ibs: null, cbs: { rate: '0.8765', value: '8.77' } });
  // (1000.00 − 180.00 of ICMS) ÷ 1.001
  expect(group?.amounts).toMatchObject({
    base: '819.18',
    stateValue: '0.41',
    municipalValue: '0.41',
    cbsRate: '0.0000',
    cbsValue: '0.00',
  });
  expect(totals.simples).toMatchObject({ ibs: null, cbs: '8.77', group: { ibs: '0.82', cbs: '0.00' } });
});

test.each([
  ['SIMPLES_PENDING', { rate: '0.0215', value: '0.22' }],
  ['SIMPLES_EXCESS_PENDING', null],
] as const)('in the normal regime with %s both stand side by side', (ibsCbsRegime, ibs) => {
  const { items } = noteOf(ofNormal, 'NORMAL', { ...rates, ibsCbsRegime: { '2027-01-01': ibsCbsRegime } });
  expect(items[0]).toMatchObject({
    ibsCbs: { amounts: { cbsRate: '8.7000' } },
    simples: { ibs, cbs: { value: '8.77' }, group: null },
  });
});

test.each<[string, TaxRegime, Partial<ItemInput>, Date]>([
  ['Simples, on the last day of 2026', 'SIMPLES', ofSimples, lastDay],
  ['the normal regime', 'NORMAL', { ...ofNormal, simplesActivity: null }, firstDay],
])('%s has the group as ever', (_of, regime, fields, on) => {
  const line = noteOf(fields, regime, rates, on).items[0];
  expect(line?.ibsCbs?.amounts).not.toBeNull();
  expect(line?.simples).toBeUndefined();
});

test('whoever opted for the regular regime pays by the rates of the law from the day on', () => {
  const settings = { ...rates, ibsCbsRegime: { '2027-01-01': 'REGULAR' } } as const;
  const refusal = refusalOf(() => noteOf(ofSimples, 'SIMPLES', settings));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].ibsCbsSituation'] });
});

test.each<[string, string, string, string]>([
  ['410001', '0', '0.00', '0.00'], // no revenue
  ['510001', '2', '1000.00', '0.00'], // internal, without IBS and CBS
  ['410004', '3', '1000.00', '0.00'], // direct export
  ['550001', '4', '1000.00', '0.00'], // indirect export: suspended
  ['410014', '1', '1000.00', '8.77'],
])('the class %s, of kind %s, counts %s and owes %s of CBS', (ibsCbsClassification, kind, revenue, value) => {
  const regular = kind === '4' ? { ibsCbsRegularClassification: '000001' } : {};
  const { items } = noteOf({ ...ofSimples, ibsCbsClassification, ...regular });
  expect(items[0]?.simples).toMatchObject({ revenue, cbs: { value } });
});

test('an activity without a class is of full taxation; a class without activity or rates is reported and owes nothing', () => {
  const unclassed = { ...ofSimples, ibsCbsClassification: null };
  expect(noteOf(unclassed).items[0]?.taxation.ibsCbsClassification).toEqual({ value: '000001', source: 'TABLE' });
  const silent = { ...ofSimples, simplesActivity: null };
  for (const [fields, settings, path] of [
    [silent, rates, 'items[0].simplesActivity'],
    [ofSimples, { simplesIbsRate: rates.simplesIbsRate }, 'company.simplesCbsRate'],
    [ofSimples, {}, 'company.simplesCbsRate'],
  ] as const) {
    const note = noteOf(fields, 'SIMPLES', settings);
    expect(note.items[0]).toMatchObject({ ibsCbs: null });
    expect(note.items[0]?.simples).toBeUndefined();
    expect(noteWarnings(note, saleOf([item(fields)])).map((warning) => warning.path)).toContain(path);
  }
});

test.each([
  ['OUT', '5202', '11444777000161', true],
  ['IN', '1202', '11222333000181', false],
] as const)(
  'what goes back %s by %s to %s repeats the taxes of the supplier: %s',
  (operationType, cfop, seller, isRegular) => {
    const key = `352701${seller}550010000000421000000423`;
    const payload = saleOf([item({ ...ofSimples, cfop, referencedItem: { accessKey: key, number: 1 } })], {
      purpose: 'RETURN',
      operationType,
    });
    const { items } = compute({
      issuer: issuerOf('SIMPLES', rates),
      payload,
      on: new Date('2027-02-01T12:00:00Z'),
      rates: withCbs,
    });
    expect(items[0]?.ibsCbs?.amounts?.cbsRate ?? null).toBe(isRegular ? '8.7000' : null);
    expect(items[0]?.simples === undefined).toBe(isRegular);
  },
);

test.each(['SIMPLES', 'MEI'] as const)('a class without amounts stands by itself, as ever: %s', (regime) => {
  const fields = { ...ofSimples, ibsCbsClassification: '410001', simplesActivity: null };
  const note = noteOf(fields, regime);
  expect(note.items[0]?.ibsCbs).toMatchObject({ situation: '410', classification: '410001', amounts: null });
  const told = noteWarnings(note, saleOf([item(fields)])).map(({ path }) => path);
  expect(told.filter((path) => path?.includes('implesActivity'))).toEqual([]);
});

test('a MEI has neither group', () => {
  const fields = { ...ofSimples, simplesActivity: null };
  const { items, totals } = noteOf(fields, 'MEI');
  expect(items[0]).toMatchObject({ ibsCbs: null });
  expect(totals.simples).toBeUndefined();
});

test.each<[string, Partial<ItemInput>, TaxRegime, RegExp]>([
  ['is of no table', { simplesActivity: '99' }, 'SIMPLES', /não está na tabela/],
  ['is of services', { simplesActivity: '07' }, 'SIMPLES', /não é de NF-e/],
  ['is of no Simples', { icmsSituation: '00', icmsRate: '18', simplesActivity: '01' }, 'NORMAL', /--tax-regime/],
  ['is of a MEI', { simplesActivity: '01' }, 'MEI', /MEI/],
  ['is not taxed, and its class is', { simplesActivity: '90' }, 'SIMPLES', /1277/],
])('an activity that %s is refused in words', (_of, fields, regime, says) => {
  const refusal = refusalOf(() => noteOf({ ...ofSimples, ...fields }, regime));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].simplesActivity'] });
  expect(JSON.stringify(refusal)).toMatch(says);
});

test('an activity of a company that left Simples is forgotten, and 90 goes with what is no revenue', () => {
  const fields = { ...ofNormal, simplesActivity: null };
  const line = noteOf(fields, 'NORMAL', { ...rates, taxDefaults: { simplesActivity: '01' } }).items[0];
  expect(line?.taxation.simplesActivity).toBeUndefined();
  const free = noteOf({ ...ofSimples, ibsCbsClassification: '410001', simplesActivity: '90' }).items[0];
  expect(free?.simples).toMatchObject({ activity: '90', revenue: '0.00', ibs: { rate: '0.0000' } });
});
