import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { createValidators } from '../../../adapters/schemas/validator.ts';
import {
  cancellation,
  cancelRequest,
  type Change,
  cnpjs,
  dps,
  dpsId,
  nfse,
  nfseKey,
} from '../../support/samples/dps.ts';
import { schemaPack } from '../../support/servers/schema-pack.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const pack = schemaPack();
const validator = createValidators([pack])('nfse', new Date('2026-11-22T12:00:00Z'));
const signer = makeSigner();
const [cnpj] = cnpjs;

const faultsOf = (...changes: Change[]) => validator.validate('DPS_v1.01.xsd', dps(signer, cnpj, changes));

test.each(cnpjs)('what is sent and what comes back for the CNPJ %s passes the schema of its own root', (author) => {
  expect(validator.validate('DPS_v1.01.xsd', dps(signer, author))).toEqual([]);
  expect(validator.validate('NFSe_v1.01.xsd', nfse(signer, author))).toEqual([]);
  expect(validator.validate('pedRegEvento_v1.01.xsd', cancelRequest(signer, author))).toEqual([]);
  expect(validator.validate('evento_v1.01.xsd', cancellation(signer, author))).toEqual([]);
});

/** Changes of the authority in the types of 2026-07-27; the copied files are those of February. */
test.each<[string, Change]>([
  ['a code of the municipality with eleven digits', ['>1234567890<', '>12345678901<']],
  ['one with letters', ['>1234567890<', '>12A<']],
  ['a description of blanks', ['>Suporte técnico\nem novembro<', '> \n <']],
  ['an offset after a comma', ['T09:30:00-03:00', 'T09:30:00,03:00']],
  ['a month after a comma', ['2026-11-22T', '2026-0,-30T']],
  ['a series of five digits from 90000', ['<serie>1<', '<serie>90000<']],
  ['letters in the Id where the municipality stands', [dpsId(cnpj), dpsId(cnpj).replace('DPS3', 'DPSA')]],
  ['small letters in a CNPJ', [`<CNPJ>${cnpj}<`, '<CNPJ>12abc34501de35<']],
])('%s is refused', (_, change) => {
  expect(faultsOf(change)).toHaveLength(1);
});

test.each<[string, Change]>([
  ['a code of the municipality with one digit', ['>1234567890<', '>7<']],
  ['a series of five digits below 90000', ['<serie>1<', '<serie>49999<']],
])('%s is accepted', (_, change) => {
  expect(faultsOf(change)).toEqual([]);
});

test('the Id of a request about an event says by tpInsc whether a CPF or a CNPJ stands in the key', () => {
  const id = `PRE${nfseKey(cnpj)}101101`;
  const faults = (now: string) =>
    validator.validate('pedRegEvento_v1.01.xsd', cancelRequest(signer, cnpj, [[id, now]])).map(({ field }) => field);
  expect(faults(id.replace('355030822', '355030821').replace(cnpj, `000${'1'.repeat(11)}`))).toEqual([]);
  expect(faults(id.replace('355030822', '355030823'))).toHaveLength(1);
  expect(faults(id.replace('355030822', '355030821').replace(cnpj, '12ABC34501DE35'))).toHaveLength(1);
});

test('no text of the layout may be blank alone', () => {
  const types = XmlDocument.fromBuffer(readFileSync(join(pack.folder, 'nfse', 'tiposSimples_v1.01.xsd')));
  const xs = { xs: 'http://www.w3.org/2001/XMLSchema' };
  const texts = types
    .find('//xs:simpleType[starts-with(@name, "TSDesc") and not(starts-with(@name, "TSDescOut"))]', xs)
    .filter((node) => node instanceof XmlElement);
  const patterns = texts.map((type) => type.find('.//xs:pattern/@value', xs).map(({ content }) => content));
  expect(patterns).toEqual(texts.map(() => ['[\\s\\S]*\\S[\\s\\S]*']));
  expect(texts).toHaveLength(8);
  types.dispose();
});
