import { expect, test } from '@jest/globals';
import { createValidators } from '../../schemas/validators.ts';
import { schemaPack } from '../support/schema-pack.ts';

const pack = { ...schemaPack(), validFrom: '2026-11-03' };
const next = { ...pack, id: 'next', validFrom: '2027-02-01', folder: `${pack.folder}/next` };

test('a document is checked by the pack of its own day in Brasília', () => {
  const validatorOn = createValidators([next, pack], 'nfe');
  const xml = '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"></NFe>';
  const lastEvening = validatorOn(new Date('2027-02-01T02:59:59Z'));
  expect(lastEvening.validate('nfe_v4.00.xsd', xml).map(({ field }) => field)).toEqual(['infNFe', 'NFe/Signature']);
  expect(() => validatorOn(new Date('2027-02-01T03:00:00Z')).validate('nfe_v4.00.xsd', xml)).toThrow(/next/);
});

test('a pack is compiled once, whatever the day', () => {
  const validatorOn = createValidators([pack], 'nfe');
  expect(validatorOn(new Date('2026-11-21'))).toBe(validatorOn(new Date('2027-05-01')));
});
