import { expect, test } from 'vitest';
import { packFor, packsInForce, SchemaFamilyMissing } from '../../../adapters/schemas/packs.ts';

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

test('each family is checked by a pack of its own, however old', () => {
  const services = { ...pack('NFSe-1.01', '2026-08-10'), families: ['nfse'] };
  const both = { ...pack('both', '2020-01-01'), families: ['nfe', 'nfse'] };
  expect(packFor([...packs, services], 'nfe', '2026-11-21').id).toBe('PL_010f');
  expect(packFor([services, both], 'nfe', '2026-11-21').id).toBe('both');
  expect(packFor([...packs, services, both], 'nfse', '2026-11-21').id).toBe('NFSe-1.01');
});

test('without any pack of the family, the error names it and says in Portuguese what to install', () => {
  const missing = thrown(() => packFor(packs, 'nfse', '2026-11-21'));
  expect(missing).toBeInstanceOf(SchemaFamilyMissing);
  expect(missing).toMatchObject({
    family: 'nfse',
    message: expect.stringMatching(/NFS-e.*lavra schemas add.*--family nfse/),
  });
});

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
