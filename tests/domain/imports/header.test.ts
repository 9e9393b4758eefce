import { expect, test } from 'vitest';
import { headerKey } from '../../../domain/imports/cell.ts';
import { clientColumns } from '../../../domain/imports/clients.ts';
import { productColumns } from '../../../domain/imports/products.ts';
import { type ImportColumn, planHeader } from '../../../domain/imports/rows.ts';
import { nfeConfigNames } from '../../../domain/products/product.entity.ts';

const fieldsOf = (header: string[], columns: readonly ImportColumn[]): string[] =>
  planHeader(header, columns, new Map()).fields.map(({ column }) => column.field);

test('headers are known by the API and by the words of ERPs, whatever their accents, case and punctuation', () => {
  const header = [
    'RAZÃO SOCIAL',
    'Nome Fantasia',
    'CPF/CNPJ',
    'I.E.',
    'Cep',
    'Endereço',
    'Nº',
    'município',
    'Cód. IBGE',
    'UF',
  ];
  expect(fieldsOf(header, clientColumns)).toEqual([
    'name', 'tradeName', 'document', 'stateRegistration', 'zipCode', 'street', 'number', 'city', 'municipalityCode', 'state',
  ]); // oxfmt-ignore
  const goods = [
    'Código',
    'descrição',
    'UNIDADE',
    'Preço',
    'NCM',
    'CEST',
    'CFOP',
    'Origem',
    'CST/CSOSN',
    'Alíquota PIS',
  ];
  expect(fieldsOf(goods, productColumns)).toEqual([
    'code', 'name', 'commercialUnit', 'salePrice', 'ncm', 'cest', 'internalCfop', 'icmsOrigin', 'icmsCst', 'pisRate',
  ]); // oxfmt-ignore
  expect(fieldsOf(['stateRegistration', 'municipality_code', 'isActive'], clientColumns)).toHaveLength(3);
});

test.each([
  ['clients', clientColumns],
  ['products', productColumns],
])('no word of %s stands for two fields, and every one is written as a key', (_kind, columns) => {
  const words = columns.flatMap(({ field, alias }) => [headerKey(field), ...alias]);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  expect(words.filter((word) => headerKey(word) !== word)).toEqual([]);
});

test('every field of nfeConfig has a column', () => {
  const fields = productColumns.map(({ field }) => field);
  expect(nfeConfigNames.filter((name) => !fields.includes(name))).toEqual([]);
});

test('what is unknown is reported, what somebody named is taken, and what he left out is left out', () => {
  const header = ['Cód. Cliente', 'Obs', 'Denominação', '', 'Rota', 'lavra_linha', 'lavra_motivo'];
  const renames = new Map([
    [headerKey('denominacao'), 'name'],
    [headerKey('OBS'), null],
  ]);
  const plan = planHeader(header, clientColumns, renames);
  expect(plan.unknown).toEqual(['Cód. Cliente', 'Rota']);
  expect(plan.fields.map(({ column, cells }) => [column.field, cells[0]?.index])).toEqual([['name', 2]]);
});
