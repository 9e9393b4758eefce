import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { ClientInput } from '../../../domain/clients/client-input.ts';
import { normalizeClient } from '../../../domain/clients/normalize.ts';
import { DomainError } from '../../../domain/errors.ts';
import { refusalOf } from '../documents/sale.ts';

test.each([
  { document: '529.982.247-25', plain: '52998224725', documentType: 'CPF', type: 'INDIVIDUAL' },
  { document: '11.222.333/0001-81', plain: '11222333000181', documentType: 'CNPJ', type: 'COMPANY' },
  { document: '12.abc.345/01de-35', plain: '12ABC34501DE35', documentType: 'CNPJ', type: 'COMPANY' },
  { document: '', plain: '', documentType: null, type: null },
])('document $document says what its owner is', ({ document, plain, documentType, type }) => {
  expect(normalizeClient({ name: 'Ana', document })).toMatchObject({ document: plain, documentType, type });
});

test('a client abroad is foreign, with the document as it is', () => {
  expect(normalizeClient({ name: 'Ana', document: 'AB-12345', country: 'us' })).toMatchObject({
    document: 'AB-12345',
    documentType: 'FOREIGN',
    type: 'FOREIGN',
    taxpayerType: 'NAO_CONTRIBUINTE',
    country: 'US',
  });
});

test('a state registration makes a taxpayer, the word isento an exempt one, and nothing neither', () => {
  const name = 'Ana';
  expect(normalizeClient({ name, stateRegistration: '110.042.490.114' })).toMatchObject({
    stateRegistration: '110042490114',
    taxpayerType: 'CONTRIBUINTE',
  });
  expect(normalizeClient({ name, stateRegistration: 'Isento' })).toMatchObject({
    stateRegistration: null,
    taxpayerType: 'ISENTO',
  });
  expect(normalizeClient({ name }).taxpayerType).toBe('NAO_CONTRIBUINTE');
  expect(normalizeClient({ name, stateRegistration: '123', taxpayerType: 'NAO_CONTRIBUINTE' }).taxpayerType).toBe(
    'NAO_CONTRIBUINTE',
  );
});

test('a SUFRAMA registration loses its punctuation, and is of whoever is in the area, or says no place', () => {
  const isufOf = (fields: Partial<ClientInput>) => normalizeClient({ name: 'Ana', ...fields }).isuf;
  expect(isufOf({ isuf: '21.0140.267', state: 'AM' })).toBe('210140267');
  expect(isufOf({ isuf: '210140267', municipalityCode: '1600303' })).toBe('210140267');
  expect(isufOf({ isuf: '10158000' })).toBe('10158000');
  expect(isufOf({ isuf: ' ' })).toBeNull();
});

test('the state follows from the municipality, and texts are made plain', () => {
  const client = normalizeClient({
    name: '  Padaria   do Zé\t',
    street: ' Rua  A ',
    municipalityCode: '3550308',
    zipCode: '01001-000',
    phone: '(11) 3333-4444',
  });
  expect(client).toEqual({
    name: 'Padaria do Zé',
    tradeName: null,
    document: '',
    documentType: null,
    type: null,
    stateRegistration: null,
    taxpayerType: 'NAO_CONTRIBUINTE',
    isuf: null,
    email: null,
    phone: '1133334444',
    address: { street: 'Rua A', municipalityCode: '3550308', state: 'SP', zipCode: '01001000' },
    country: 'BR',
  });
});

test.each<{ of: string; fields: Partial<ClientInput>; at: string }>([
  { of: 'a name of spaces', fields: { name: '  ' }, at: 'name' },
  { of: 'a name with control characters', fields: { name: 'A\u0000na' }, at: 'name' },
  { of: 'a CPF with a wrong digit', fields: { document: '52998224724' }, at: 'document' },
  { of: 'a CNPJ of equal digits', fields: { document: '00000000000000' }, at: 'document' },
  { of: 'a document of nobody', fields: { document: '123' }, at: 'document' },
  { of: 'a CNPJ called CPF', fields: { document: '11222333000181', documentType: 'CPF' }, at: 'document' },
  { of: 'a taxpayer without registration', fields: { taxpayerType: 'CONTRIBUINTE' }, at: 'stateRegistration' },
  {
    of: 'an exempt one with registration',
    fields: { taxpayerType: 'ISENTO', stateRegistration: '123' },
    at: 'stateRegistration',
  },
  { of: 'a registration in words', fields: { stateRegistration: 'abc' }, at: 'stateRegistration' },
  { of: 'a foreigner who pays ICMS', fields: { country: 'US', taxpayerType: 'CONTRIBUINTE' }, at: 'taxpayerType' },
  { of: 'a state that is not one', fields: { state: 'XX' }, at: 'state' },
  {
    of: 'a municipality of another state',
    fields: { state: 'RJ', municipalityCode: '3550308' },
    at: 'municipalityCode',
  },
  { of: 'a municipality of no state', fields: { municipalityCode: '9950308' }, at: 'municipalityCode' },
  { of: 'a short municipality', fields: { municipalityCode: '355' }, at: 'municipalityCode' },
  { of: 'a short zip code', fields: { zipCode: '0100' }, at: 'zipCode' },
  { of: 'a phone of three digits', fields: { phone: '190' }, at: 'phone' },
  { of: 'a SUFRAMA registration with a wrong digit', fields: { isuf: '210140268' }, at: 'isuf' },
  { of: 'a SUFRAMA registration of ten digits', fields: { isuf: '2101402670' }, at: 'isuf' },
  { of: 'a SUFRAMA registration outside its area', fields: { isuf: '210140267', state: 'SP' }, at: 'isuf' },
  { of: 'one in the west of Amapá', fields: { isuf: '210140267', municipalityCode: '1600501' }, at: 'isuf' },
  { of: 'one abroad', fields: { isuf: '210140267', country: 'US' }, at: 'isuf' },
  { of: 'a country in full', fields: { country: 'Brasil' }, at: 'country' },
])('$of is refused at client.$at', ({ fields, at }) => {
  expect(refusalOf(() => normalizeClient({ name: 'Ana', ...fields }))).toMatchObject({
    code: 'validation_error',
    paths: [`client.${at}`],
  });
});

test('all faults come at once, at the place the caller names', () => {
  const refusal = refusalOf(() => normalizeClient({ name: '', document: '1', zipCode: '1' }, ''));
  expect(new Set(refusal.paths)).toEqual(new Set(['name', 'document', 'zipCode']));
});

test('whatever is written, what comes out is in normal form: written again it stays as it is', () => {
  const names = ['tradeName', 'stateRegistration', 'email', 'phone', 'zipCode', 'street', 'city', 'state', 'country'];
  const text = fc.oneof(fc.constantFrom('SP', 'br', 'Isento', '01001-000', ' a  b '), fc.string());
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), text), (written) => {
      const client = normalOrNull({ ...written, name: 'Ana' });
      if (!client) return;
      const { address, type, ...rest } = client;
      const exempt = client.taxpayerType === 'ISENTO' ? { stateRegistration: 'ISENTO' } : {};
      expect(normalizeClient({ ...rest, ...address, ...exempt, type })).toEqual(client);
    }),
  );
});

function normalOrNull(input: ClientInput) {
  try {
    return normalizeClient(input);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

test.each(['name', 'street', 'number', 'complement', 'neighborhood', 'city'])(
  'a %s in letters that the note lacks is refused where it is written: in homologation no note would tell',
  (field) => {
    const { code, issues } = refusalOf(() => normalizeClient({ name: 'Ana', [field]: 'Ana 😀' }));
    expect({ code, paths: issues?.map(({ path }) => path) }).toEqual({
      code: 'validation_error',
      paths: [`client.${field}`],
    });
  },
);

test('the trade name, which no note prints, may be in any letters', () => {
  expect(normalizeClient({ name: 'Ana', tradeName: 'Ana 😀' }).tradeName).toBe('Ana 😀');
});
