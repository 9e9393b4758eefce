import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dpsId, parseDpsId } from '../../../domain/nfse/dps.ts';
import { cnpjOf, cpfOf } from '../../support/samples/tax-ids.ts';

const parts = fc.record({
  municipalityCode: fc.stringMatching(/^[0-9]{7}$/),
  taxId: fc.oneof(
    fc.integer({ min: 1, max: 99_999_999 }).map(cnpjOf),
    fc.integer({ min: 1, max: 999_999_999 }).map(cpfOf),
    fc.constant('12ABC34501DE35'),
  ),
  series: fc.integer({ min: 1, max: 49_999 }),
  number: fc.integer({ min: 1, max: 999_999_999_999_999 }),
});

test('an Id says what it was made of', () => {
  fc.assert(
    fc.property(parts, (made) => {
      expect(parseDpsId(dpsId(made))).toEqual(made);
    }),
  );
});

test('an Id is 45 characters, each part filled up with zeros', () => {
  const made = { municipalityCode: '3550308', taxId: '11222333000181', series: 1, number: 42 };
  expect(dpsId(made)).toBe('DPS355030821122233300018100001000000000000042');
  expect(dpsId({ ...made, taxId: '52998224725' })).toBe('DPS355030810005299822472500001000000000000042');
});

test.each([
  '',
  'DPS3550308',
  'NFS355030821122233300018100001000000000000042',
  'DPS355030831122233300018100001000000000000042',
])('%j is no Id of a DPS', (text) => {
  expect(() => parseDpsId(text)).toThrow(TypeError);
});
