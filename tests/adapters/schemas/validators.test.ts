import { expect, test } from 'vitest';
import { createValidators } from '../../../adapters/schemas/validator.ts';
import { documentTypes, traitsOf } from '../../../domain/document-types.ts';
import { schemaPack } from '../../support/servers/schema-pack.ts';

const pack = { ...schemaPack(), validFrom: '2026-11-03' };
const next = { ...pack, id: 'next', validFrom: '2027-02-01', folder: `${pack.folder}/next` };

test('a document is checked by the pack of its own day in Brasília', () => {
  const validatorOn = createValidators([next, pack]);
  const xml = '<NFe xmlns="http://www.portalfiscal.inf.br/nfe"></NFe>';
  const lastEvening = validatorOn('nfe', new Date('2027-02-01T02:59:59Z'));
  expect(lastEvening.validate('nfe_v4.00.xsd', xml).map(({ field }) => field)).toEqual(['infNFe', 'NFe/Signature']);
  expect(() => validatorOn('nfe', new Date('2027-02-01T03:00:00Z')).validate('nfe_v4.00.xsd', xml)).toThrow(/next/);
});

test('a pack is compiled once, whatever the day', () => {
  const validatorOn = createValidators([pack]);
  expect(validatorOn('nfe', new Date('2026-11-21'))).toBe(validatorOn('nfe', new Date('2027-05-01')));
});

/** A copy of the schemas on a laptop may lack those of NFS-e. */
const checked = documentTypes.filter((type) => pack.families.includes(traitsOf[type].schema.family));

test.each(checked)('what is signed of an %s is checked by a schema of its own family', (type) => {
  const { family, file } = traitsOf[type].schema;
  const validator = createValidators([pack])(family, new Date('2026-11-21'));
  expect(validator.validate(file, '<nothing/>')).not.toEqual([]);
});
