import { expect, test } from 'vitest';
import { type CarrierInput, carrierSnapshot } from '../../../domain/carriers/carrier-input.ts';
import { changedCarrier, normalizeCarrier } from '../../../domain/carriers/normalize.ts';
import { DomainError } from '../../../domain/errors.ts';

const whole: CarrierInput = {
  name: '  Rápido   Sul Transportes Ltda ',
  document: '11.222.333/0001-81',
  stateRegistration: '110.042.490.114',
  anttCode: ' 12.345.678 ',
  street: 'Rodovia  Anhanguera',
  number: 'km 20',
  city: 'São Paulo',
  state: 'sp',
};

test('a carrier is kept in normal form', () => {
  expect(normalizeCarrier(whole)).toEqual({
    name: 'Rápido Sul Transportes Ltda',
    document: '11222333000181',
    documentType: 'CNPJ',
    stateRegistration: '110042490114',
    anttCode: '12345678',
    email: null,
    street: 'Rodovia Anhanguera',
    number: 'km 20',
    city: 'São Paulo',
    state: 'SP',
  });
});

test.each([
  ['529.982.247-25', 'CPF', '52998224725'],
  ['12.abc.345/01de-35', 'CNPJ', '12ABC34501DE35'],
  ['11222333000181', 'CNPJ', '11222333000181'],
])('what %s is, is inferred: a %s', (written, documentType, document) => {
  expect(normalizeCarrier({ name: 'João', document: written })).toMatchObject({ document, documentType });
});

test.each([undefined, null, '', '  '])('only the name is needed: document %j is none', (document) => {
  expect(normalizeCarrier({ name: 'João', document })).toEqual({
    name: 'João',
    document: '',
    documentType: null,
    stateRegistration: null,
    anttCode: null,
    email: null,
    street: null,
    number: null,
    city: null,
    state: null,
  });
  expect(normalizeCarrier({ name: 'João', document, documentType: 'CPF' }).documentType).toBe('CPF');
});

test.each<[string, Partial<CarrierInput>, string[]]>([
  ['what is no address', { email: 'notas' }, ['email']],
  ['a wrong check digit', { document: '11222333000182' }, ['document']],
  ['a document of no length that there is', { document: '123' }, ['document']],
  ['a type that the document does not have', { documentType: 'CPF' }, ['documentType']],
  ['a name of one letter', { name: 'X' }, ['name']],
  ['a name that is only invisible', { name: '\u200b\u200b' }, ['name']],
  ['a name in another alphabet', { name: 'Транспорт' }, ['name']],
  ['a name too long for the note', { name: 'x'.repeat(61) }, ['name']],
  ['a name with control characters', { name: 'Rápido\u0007Sul' }, ['name']],
  ['a state that is none', { state: 'XX' }, ['state']],
  ['a state registration with letters', { stateRegistration: '12A' }, ['stateRegistration']],
  ['a state registration of one digit', { stateRegistration: '1' }, ['stateRegistration']],
  ['a state registration of no state', { state: null }, ['state']],
  ['an RNTRC that is too long', { anttCode: '1'.repeat(21) }, ['anttCode']],
  ['an RNTRC with signs', { anttCode: '12#4' }, ['anttCode']],
  ['an address line too long for the note', { street: 'x'.repeat(56) }, ['street']],
  ['many at once', { document: '1', state: 'XX', name: 'X' }, ['name', 'document', 'state']],
])('%s is refused by its field', (_what, change, paths) => {
  const issues = refusalOf(() => normalizeCarrier({ ...whole, ...change }));
  expect(issues.code).toBe('validation_error');
  expect(issues.issues.map(({ path }) => path)).toEqual(paths);
});

test('exempt of state registration is said as the layout says it', () => {
  expect(normalizeCarrier({ ...whole, stateRegistration: 'isento' }).stateRegistration).toBe('ISENTO');
});

test('what is not sent stays, null clears, and the type follows the document', () => {
  const kept = normalizeCarrier(whole);
  expect(changedCarrier(kept, {})).toEqual(kept);
  expect(changedCarrier(kept, { city: null, number: '' })).toEqual({ ...kept, city: null, number: null });
  expect(changedCarrier(kept, { document: '52998224725' })).toMatchObject({ documentType: 'CPF' });
  expect(changedCarrier(kept, { document: null })).toMatchObject({ document: '', documentType: null });
  expect(refusalOf(() => changedCarrier(kept, { documentType: 'CPF' })).issues[0]?.path).toBe('documentType');
  expect(refusalOf(() => changedCarrier(kept, { state: null })).issues[0]?.path).toBe('state');
});

test('a document keeps street and number in one line', () => {
  const carrier = normalizeCarrier(whole);
  expect(carrierSnapshot(carrier)).toEqual({
    name: 'Rápido Sul Transportes Ltda',
    document: '11222333000181',
    documentType: 'CNPJ',
    stateRegistration: '110042490114',
    anttCode: '12345678',
    address: 'Rodovia Anhanguera, km 20',
    city: 'São Paulo',
    state: 'SP',
  });
  expect(carrierSnapshot({ ...carrier, number: null }).address).toBe('Rodovia Anhanguera');
  expect(carrierSnapshot({ ...carrier, street: null, number: null }).address).toBeNull();
});

function refusalOf(work: () => unknown): DomainError {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
