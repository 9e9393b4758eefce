import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateFieldNames, taxFieldNames } from '../../../../domain/taxation/fields.ts';
import { normalizeLevel } from '../../../../domain/taxation/levels/normalize-level.ts';
import { taxRegimes } from '../../../../domain/taxation/operation.ts';
import { refusals, st } from './level-refusals.ts';

test.each(refusals)('$regime $fields is refused at $at', ({ regime = 'NORMAL', fields, at, says }) => {
  const { faults } = normalizeLevel(fields, { regime, defaults: {} });
  expect(faults).toEqual([{ field: at, message: says }]);
});

test.each([
  ['00', 'NORMAL', {}],
  ['10', 'NORMAL', st],
  ['20', 'NORMAL', { icmsRedBc: '10' }],
  ['30', 'NORMAL', { icmsStModBc: '6', icmsStRate: '18' }],
  ['40', 'NORMAL', {}],
  ['41', 'NORMAL', {}],
  ['50', 'SIMPLES_EXCESS', {}],
  ['51', 'NORMAL', { icmsDeferralRate: '50' }],
  ['60', 'NORMAL', {}],
  ['70', 'NORMAL', { icmsRedBc: '10', ...st }],
  ['90', 'NORMAL', {}],
  ['101', 'SIMPLES', { icmsSnCreditRate: '1.5' }],
  ['102', 'MEI', {}],
  ['103', 'SIMPLES', {}],
  ['201', 'SIMPLES', { icmsSnCreditRate: '1.5', ...st }],
  ['202', 'SIMPLES', st],
  ['203', 'SIMPLES', st],
  ['300', 'SIMPLES', {}],
  ['400', 'SIMPLES', {}],
  ['500', 'SIMPLES', {}],
  ['900', 'SIMPLES', {}],
] as const)('%s is accepted with what it needs', (icmsSituation, regime, parameters) => {
  const { fields, faults } = normalizeLevel({ icmsSituation, ...parameters }, { regime, defaults: {} });
  expect(faults).toEqual([]);
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['icmsSituation', ...Object.keys(parameters)]));
});

test('codes of both tables are accepted where no regime is known', () => {
  for (const icmsSituation of ['00', '102']) {
    expect(normalizeLevel({ icmsSituation }, { regime: null, defaults: {} }).faults).toEqual([]);
  }
  const { faults } = normalizeLevel({ icmsSituation: '1' }, { regime: null, defaults: {} });
  expect(faults[0]?.message).toContain('CST (por exemplo 00) ou CSOSN (por exemplo 102)');
});

test('rates that the company fills on every line need not be on the level', () => {
  const defaults = { icmsSnCreditRate: '1.86', pisRate: '0.65', cofinsRate: '3', ipiRate: '5' };
  const fields = { icmsSituation: '101', pisSituation: '01', cofinsSituation: '01', ipiSituation: '50' };
  expect(normalizeLevel(fields, { regime: 'SIMPLES', defaults })).toEqual({ fields, faults: [] });
});

test('a substitution is never completed by the company: its parameters belong together', () => {
  const { faults } = normalizeLevel({ icmsSituation: '10' }, { regime: 'NORMAL', defaults: st });
  expect(faults.map(({ field }) => field)).toEqual(['icmsStModBc', 'icmsStRate']);
});

test('a level without a situation keeps the parameters that may complete another level', () => {
  const given = { icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18.5', pisRate: '1.65', ipiRate: '5', fcpRate: '2' };
  const { fields, faults } = normalizeLevel(given, { regime: 'NORMAL', defaults: {} });
  expect(faults).toEqual([]);
  expect(fields).toEqual({
    icmsStModBc: '4',
    icmsStMva: '40.0000',
    icmsStRate: '18.5000',
    pisRate: '1.6500',
    ipiRate: '5.0000',
    fcpRate: '2.0000',
  });
});

test('what the codes do not use is dropped, and a malformed rate is reported even if it would be', () => {
  const given = { icmsSituation: '60', ...st, pisSituation: '06', pisRate: '1.65', ipiSituation: '53', ipiRate: '5' };
  expect(normalizeLevel(given, { regime: 'NORMAL', defaults: {} })).toEqual({
    fields: { icmsSituation: '60', pisSituation: '06', ipiSituation: '53' },
    faults: [],
  });
  const { faults } = normalizeLevel({ icmsSituation: '60', icmsStMva: 'x' }, { regime: 'NORMAL', defaults: {} });
  expect(faults.map(({ field }) => field)).toEqual(['icmsStMva']);
});

test('the margin goes when the base is the value of the operation', () => {
  const given = { icmsSituation: '10', icmsStModBc: '6', icmsStMva: '40', icmsStRate: '18' };
  const { fields } = normalizeLevel(given, { regime: 'NORMAL', defaults: {} });
  expect(fields.icmsStMva).toBeUndefined();
});

test('NCM, CEST and CFOP are passed on unchecked', () => {
  const goods = { ncm: '1', cest: 'x', cfop: '9' };
  expect(normalizeLevel(goods, { regime: 'NORMAL', defaults: {} })).toEqual({ fields: goods, faults: [] });
});

/** Any text in any field, valid or not. */
const anyFields = fc.record(
  Object.fromEntries(
    taxFieldNames.map((name) => {
      const codes = [
        '00',
        '10',
        '20',
        '51',
        '60',
        '90',
        '101',
        '102',
        '201',
        '900',
        '01',
        '03',
        '06',
        '49',
        '52',
        '99',
      ];
      const others = ['4', '6', '18', '7.6', '100', '101', 'x', '', '0', '000', '200', '000001', '200003', '550001'];
      return [name, fc.constantFrom(...codes, ...others, null)];
    }),
  ),
  { requiredKeys: [] },
);

test('whatever is given, settling what is settled changes nothing and finds the same faults', () => {
  fc.assert(
    fc.property(anyFields, fc.constantFrom(...taxRegimes, null), (given, regime) => {
      const once = normalizeLevel(given, { regime, defaults: {} });
      const twice = normalizeLevel(once.fields, { regime, defaults: {} });
      expect(twice.fields).toEqual(once.fields);
      expect(once.faults).toEqual(expect.arrayContaining(twice.faults));
    }),
    { numRuns: 1_000 },
  );
});

test('whatever is given, rates have four decimals and no parameter survives that its code does not use', () => {
  fc.assert(
    fc.property(anyFields, fc.constantFrom(...taxRegimes), (given, regime) => {
      const { fields } = normalizeLevel(given, { regime, defaults: {} });
      for (const name of rateFieldNames) expect(fields[name] ?? '0.0000').toMatch(/^\d{1,3}\.\d{4}$/);
      const { icmsSituation = '', pisSituation = '', ipiSituation = '' } = fields;
      if (/^(00|20|40|41|50|51|60|101|102|103|300|400|500)$/.test(icmsSituation ?? '')) {
        expect(fields).not.toMatchObject({ icmsStRate: expect.anything() });
        expect(fields).not.toMatchObject({ icmsStModBc: expect.anything() });
      }
      if (/^(\d0|41|51|102|103|202|203|[345]00)$/.test(icmsSituation ?? ''))
        expect(fields.icmsSnCreditRate).toBeUndefined();
      if (/^0[4-9]$/.test(pisSituation ?? '')) expect(fields.pisRate).toBeUndefined();
      if (/^(0[1-5]|5[1-5])$/.test(ipiSituation ?? '')) expect(fields.ipiRate).toBeUndefined();
      if (fields.icmsStModBc === '6') expect(fields.icmsStMva).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});
