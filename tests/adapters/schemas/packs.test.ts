import { expect, test } from '@jest/globals';
import { packFor, packsInForce } from '../../../adapters/schemas/packs.ts';

const pack = (id: string, validFrom: string, validUntil?: string) => ({
  id,
  source: 'a test',
  validFrom,
  families: ['nfe'],
  folder: `/packs/${id}`,
  ...(validUntil === undefined ? {} : { validUntil }),
});
const packs = [
  pack('PL_010f', '2026-11-03'),
  pack('PL_010b', '2025-10-06', '2026-12-31'),
  pack('PL_011', '2027-02-01'),
];

test.each([
  ['2026-11-02', ['PL_010b']],
  ['2026-11-03', ['PL_010f', 'PL_010b']],
  ['2026-12-31', ['PL_010f', 'PL_010b']],
  ['2027-01-01', ['PL_010f']],
  ['2027-02-01', ['PL_011', 'PL_010f']],
  ['2024-01-01', []],
])('on %s the packs in force are %j, newest first', (day, ids) => {
  expect(packsInForce(packs, 'nfe', day).map(({ id }) => id)).toEqual(ids);
});

test('the newest in force checks a document', () => {
  expect(packFor(packs, 'nfe', '2026-11-21').id).toBe('PL_010f');
});

test('before the first pack the first serves, after the last the last', () => {
  expect(packFor(packs, 'nfe', '2020-01-01').id).toBe('PL_010b');
  expect(packFor([pack('old', '2020-01-01', '2020-12-31')], 'nfe', '2026-01-01').id).toBe('old');
});

test('without any pack of the family, the message says what to do', () => {
  expect(() => packFor(packs, 'nfse', '2026-11-21')).toThrow(/lavra schemas add/);
});
