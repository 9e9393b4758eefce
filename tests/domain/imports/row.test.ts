import { expect, test } from 'vitest';
import { clientColumns } from '../../../domain/imports/clients.ts';
import { changesInProductRow, productColumns } from '../../../domain/imports/products.ts';
import { planHeader, readRow } from '../../../domain/imports/rows.ts';

const client = (header: string[], cells: string[]) =>
  readRow(cells, planHeader(header, clientColumns, new Map()), null);
const product = (header: string[], cells: string[]) =>
  readRow(cells, planHeader(header, productColumns, new Map()), null);

test('an empty cell is null, a missing column is absent, and what cannot be empty is absent too', () => {
  expect(client(['nome', 'email', 'ativo'], ['', ' ', '']).values).toEqual({ email: null });
});

test('of several columns of one field the first that says something counts, by rank and not by place', () => {
  const header = ['CPF', 'CNPJ', 'Celular', 'Telefone'];
  expect(client(header, ['390.533.447-05', '', '11 99999-0000', '']).values).toEqual({
    document: '390.533.447-05',
    phone: '11 99999-0000',
  });
  expect(client(header, ['390.533.447-05', '11.222.333/0001-81', '1', '2']).values).toEqual({
    document: '11.222.333/0001-81',
    phone: '2',
  });
});

test('words of ERPs become the words of the API', () => {
  const header = ['nome', 'tipo pessoa', 'contribuinte', 'pais', 'situacao'];
  expect(client(header, ['A', 'Jurídica', '9', 'BRASIL', 'Inativo']).values).toEqual({
    name: 'A',
    type: 'COMPANY',
    taxpayerType: 'NAO_CONTRIBUINTE',
    country: 'BR',
    isActive: false,
  });
  expect(client(header, ['A', 'talvez', '', '', '']).faults).toEqual([
    { field: 'type', column: 'tipo pessoa', message: expect.stringContaining('INDIVIDUAL, COMPANY, FOREIGN') },
  ]);
});

test('codes lose their punctuation and their explanation, and zeros kept by a formula are kept', () => {
  const header = ['codigo', 'ncm', 'cest', 'cfop', 'origem', 'csosn'];
  const cells = ['="00123"', '0901.21.00', '17.096.00', '5.102', '0 - Nacional', '102'];
  expect(changesInProductRow(product(header, cells).values)).toMatchObject({
    code: '00123',
    nfeConfig: { ncm: '09012100', cest: '1709600', internalCfop: '5102', icmsOrigin: '0', icmsCst: '102' },
  });
});

test('a row without any column of the taxation says nothing of it', () => {
  expect(changesInProductRow(product(['codigo', 'preco'], ['1', '2,50']).values)).not.toHaveProperty('nfeConfig');
});

test('a row of other cells than the header is refused whole, but for delimiters at its end', () => {
  expect(client(['nome', 'uf'], ['A', 'SP', '', '']).faults).toEqual([]);
  expect(client(['nome', 'uf'], ['A', 'b', 'SP']).faults).toEqual([
    { field: null, column: null, message: expect.stringContaining('3 colunas') },
  ]);
  expect(client(['nome', 'uf'], ['A']).faults).toHaveLength(1);
});
