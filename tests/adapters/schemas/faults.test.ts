import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { signNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { computedItem, computedNote, identity, issuer, recipient } from '../../support/samples/notes.ts';
import { officialValidator, schemaPack } from '../../support/servers/schema-pack.ts';
import { makeSigner } from '../../support/samples/signer.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();

function signed(overrides: Partial<ComputedNote> = {}): string {
  const { accessKey, infNFe } = layoutNfe(computedNote(overrides), identity);
  return signNfe(infNFe, accessKey, signer).xml;
}

const faultsOf = (xml: string) => validator.validate('nfe_v4.00.xsd', xml);

test('every fault comes at once, each named as in the XML and as in the API, in the order of the note', () => {
  const items = [
    computedItem({ ncm: '1901209' }),
    computedItem({ number: 2 }),
    computedItem({ number: 3, cfop: '', unit: '', description: 'x'.repeat(121), cest: '17' }),
  ];
  const faults = faultsOf(signed({ items, operationNature: '' }));
  expect(faults.map(({ field, path }) => [field, path])).toEqual([
    ['ide/natOp', 'operationNature'],
    ['det[1]/prod/NCM', 'items[0].ncm'],
    ['det[3]/prod/xProd', 'items[2].description'],
    ['det[3]/prod/CEST', 'items[2].cest'],
    ['det[3]/prod/CFOP', 'items[2].cfop'],
    ['det[3]/prod/uCom', 'items[2].unit'],
    ['det[3]/prod/uTrib', 'items[2].unit'],
  ]);
});

test.each([
  [
    'a wrong form',
    { items: [computedItem({ ncm: '1901' })] },
    /^O valor "1901" de NCM não é aceito: informe 2 algarismos ou 8 algarismos\.$/,
  ],
  [
    'a value outside the list',
    { presence: '8' },
    /^O valor "8" de indPres não é aceito: informe 0, 1, 2, 3, 4, 5 ou 9\.$/,
  ],
  ['a text too long', { operationNature: 'x'.repeat(61) }, /^natOp tem 61 caracteres e o máximo é 60: abrevie\.$/],
  ['another alphabet', { operationNature: '販売' }, /^O valor "販売" de natOp .*alfabeto latino/],
  [
    'a number too large',
    { items: [computedItem({ total: '99999999999999.00' })] },
    /até 13 algarismos inteiros e 2 decimais/,
  ],
  ['a missing field', { items: [computedItem({ cfop: '' })] }, /^Falta informar CFOP\.$/],
  [
    'a missing choice',
    { recipient: { ...recipient, document: ' ', documentType: 'CNPJ' as const } },
    /^Falta informar CNPJ, CPF ou idEstrangeiro\.$/,
  ],
  ['a CFOP out of this world', { items: [computedItem({ cfop: '9102' })] }, /CFOP de 4 algarismos/],
])('%s is reported in Portuguese, with what was found and what is accepted', (_, overrides, sentence) => {
  const faults = faultsOf(signed(overrides));
  expect(faults.map(({ message }) => message)).toEqual([expect.stringMatching(sentence)]);
});

test('what no field of the API fills is named by its place in the XML', () => {
  const settings = { ...issuer.settings, address: { ...issuer.settings.address, zipCode: '123' } };
  const [fault] = faultsOf(signed({ issuer: { ...issuer, settings } }));
  expect(fault).toMatchObject({ field: 'emit/enderEmit/CEP', path: 'emit/enderEmit/CEP' });
});

test('a missing group is one fault, not one for each of its fields', () => {
  const xml = signed()
    .replace(/<transp>.*<\/transp>/, '')
    .replace(/<PISAliq>.*<\/PISAliq>/, '');
  expect(faultsOf(xml).map(({ field }) => field)).toEqual(['det[1]/imposto/PIS/PISOutr', 'transp']);
});

test('an element out of its place is that, and nothing is called missing for it', () => {
  const xml = signed().replace('<orig>0</orig><CST>00</CST>', '<CST>00</CST><orig>0</orig>');
  expect(faultsOf(xml)).toEqual([
    expect.objectContaining({
      field: 'det[1]/imposto/ICMS/ICMS00/CST',
      message: expect.stringMatching(/não cabe neste lugar/),
    }),
  ]);
});

test('990 items with two faults each are all listed', () => {
  const items = Array.from({ length: 990 }, (_, place) => computedItem({ number: place + 1, ncm: '1', cfop: '' }));
  const faults = faultsOf(signed({ items }));
  expect(faults).toHaveLength(1980);
  expect(faults.at(-1)?.path).toBe('items[989].cfop');
});

test('a checked document is checked again with the same answer: nothing is left behind', () => {
  const xml = signed({ items: [computedItem({ cfop: '' })] });
  expect(faultsOf(xml)).toEqual(faultsOf(xml));
  expect(faultsOf(signed())).toEqual([]);
});

test('a document cannot reach a file, nor the schema be reached by one', () => {
  const xml = signed().replace('Venda', '&x;');
  const hostile = `<!DOCTYPE NFe [<!ENTITY x SYSTEM "${join(schemaPack().folder, 'pack.json')}">]>${xml}`;
  const told = JSON.stringify(safely(() => faultsOf(hostile)));
  expect(told).not.toContain('PL_');
});

test('a schema that the pack does not have is named', () => {
  expect(() => validator.validate('nfe_v9.99.xsd', '<NFe/>')).toThrow(/nfe_v9\.99\.xsd/);
});

function safely(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
}
