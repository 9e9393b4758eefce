import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lavra, lavraJson } from '../lavra.ts';
import { type Importing, openImporting } from './importing.ts';

let importing: Importing;
beforeAll(async () => {
  importing = await openImporting();
});
afterAll(() => importing.close());

const cnpjs = ['11222333000181', '11444777000161', '34238864000168'] as const;

test('clients of an ERP are imported in normal form, whatever its headers, delimiter and encoding', async () => {
  const company = await importing.company();
  const text =
    'RAZÃO SOCIAL;Fantasia;CPF/CNPJ;IE;CEP;Logradouro;Nº;Bairro;Município;Cód. IBGE;UF;Situação;Insc. SUFRAMA\r\n' +
    'Padaria São João Ltda;Pão;11.222.333/0001-81;110.042.490.114;01310-100;Av. Paulista;1000;Bela Vista;São Paulo;3550308;SP;Ativo;\r\n' +
    'José da Silva;;390.533.447-05;;;;;;;;sp;Inativo;\r\n' +
    'Comércio do Norte Ltda;;11.444.777/0001-61;;;;;;Manaus;1302603;AM;Ativo;21.0140.267\r\n';
  const windows1252 = Buffer.from(text, 'latin1');
  const { code, answer } = await importing.imported('clients', windows1252, company);
  expect(code).toBe(0);
  expect(answer).toMatchObject({ encoding: 'windows-1252', delimiter: ';', rows: 3, stored: 3, refused: 0 });
  const [padaria, jose, norte] = await importing.clientsOf(company);
  expect(padaria).toMatchObject({
    name: 'Padaria São João Ltda',
    tradeName: 'Pão',
    document: '11222333000181',
    documentType: 'CNPJ',
    type: 'COMPANY',
    stateRegistration: '110042490114',
    taxpayerType: 'CONTRIBUINTE',
    zipCode: '01310100',
    number: '1000',
    municipalityCode: '3550308',
    isActive: true,
  });
  expect(jose).toMatchObject({ name: 'José da Silva', document: '39053344705', state: 'SP', isActive: false });
  expect(norte).toMatchObject({ state: 'AM', isuf: '210140267' });
});

test.each([
  ['UTF-8 with commas', Buffer.from('nome,cidade\n"Açaí, Sol e Mar",Belém\n'), 'utf-8', ','],
  ['UTF-8 with its mark and tabs', Buffer.from('\ufeffnome\tcidade\nAçaí, Sol e Mar\tBelém\n'), 'utf-8', '\t'],
  ['UTF-16 of Excel', Buffer.from('\ufeffnome\tcidade\r\nAçaí, Sol e Mar\tBelém\r\n', 'utf16le'), 'utf-16le', '\t'],
  ['Excel naming its delimiter', Buffer.from('sep=,\r\nnome,cidade\r\n"Açaí, Sol e Mar",Belém\r\n'), 'utf-8', ','],
  ['line ends of the old Mac', Buffer.from('nome;cidade\rAçaí, Sol e Mar;Belém\r', 'latin1'), 'windows-1252', ';'],
])('%s is read as it was meant', async (_what, bytes, encoding, delimiter) => {
  const company = await importing.company();
  const { answer } = await importing.imported('clients', bytes, company);
  expect(answer).toMatchObject({ encoding, delimiter, rows: 1, stored: 1 });
  expect(await importing.clientsOf(company)).toMatchObject([{ name: 'Açaí, Sol e Mar', city: 'Belém' }]);
});

test('each refused row is reported with its line in the file, field, header and reason, and the others are stored', async () => {
  const company = await importing.company();
  const file = [
    'nome;cnpj;cep;email;complemento', // 1
    `AA;${cnpjs[0]};01310-100;a@a.example;"com`, // 2
    'duas quebras', // 3
    'de linha"', // 4
    'BB;11222333000199;123;b@b.example;', // 5
    '', // 6
    `;${cnpjs[1]};;;`, // 7
    ';;;;', // 8
    `${'C'.repeat(61)};;;;`, // 9
    'DD;;;;;sobra', // 10
    'EE\u0007;;;;', // 11
    `FF;${cnpjs[0].slice(0, 2)}.222.333/0001-81;;;`, // 12
    'GG;;;;', // 13
  ].join('\r\n');
  const { code, answer } = await importing.imported('clients', Buffer.from(file), company);
  expect(code).toBe(4);
  expect(answer).toMatchObject({ rows: 8, stored: 2, unchanged: 0, refused: 6 });
  expect(answer.errors).toEqual([
    { row: 5, field: 'document', column: 'cnpj', message: expect.stringContaining('não é um CNPJ válido') },
    { row: 5, field: 'zipCode', column: 'cep', message: expect.stringContaining('8 dígitos') },
    { row: 7, field: 'name', column: 'nome', message: 'é obrigatório' },
    { row: 9, field: 'name', column: 'nome', message: 'deve ter no máximo 60 caracteres' },
    { row: 10, field: null, column: null, message: expect.stringContaining('6 colunas') },
    { row: 11, field: 'name', column: 'nome', message: expect.stringContaining('controle') },
    { row: 12, field: 'document', column: 'cnpj', message: expect.stringContaining('linha 2 deste arquivo') },
  ]);
  expect((await importing.clientsOf(company)).map(({ name }) => name)).toEqual(['AA', 'GG']);
});

test('what no database holds is refused by its row, in a key too', async () => {
  const company = await importing.company();
  const file = 'nome;documento;tipo documento\nAA;a\u0000b;outro\nBB\u0000;;\nCC;;\n';
  const { answer } = await importing.imported('clients', file, company);
  expect(answer).toMatchObject({
    stored: 1,
    refused: 2,
    errors: [
      { row: 2, field: 'document' },
      { row: 3, field: 'name' },
    ],
  });
});

test('the refused rows come as a file that is mended and imported again', async () => {
  const company = await importing.company();
  const errors = importing.pathOf('errors.csv');
  const file = `nome;cnpj;obs\nAA;${cnpjs[0]};x\n"B; ""filial""";11222333000199;y\n`;
  const first = await importing.imported('clients', Buffer.from(file), company, [
    '--ignore-unknown',
    '--errors',
    errors,
  ]);
  expect(first.answer).toMatchObject({ stored: 1, refused: 1, ignored: ['obs'], errorsFile: errors });
  const written = await readFile(errors, 'utf8');
  expect(written).toBe(
    '\ufefflavra_linha;lavra_motivo;nome;cnpj;obs\r\n' +
      `3;${JSON.stringify(first.answer.errors[0]?.column).slice(1, -1)}: ${first.answer.errors[0]?.message};"B; ""filial""";11222333000199;y\r\n`,
  );
  const mended = Buffer.from(written.replaceAll('11222333000199', cnpjs[1]));
  expect(await importing.imported('clients', mended, company, ['--ignore-unknown'])).toMatchObject({
    code: 0,
    answer: { rows: 1, stored: 1 },
  });
  expect(await importing.clientsOf(company)).toMatchObject([
    { document: cnpjs[0] },
    { name: 'B; "filial"', document: cnpjs[1] },
  ]);
});

test.each([
  ['a column that is unknown', 'nome;rota\nA;1\n', [], 'unknown_columns', 'rota'],
  ['a file without names', 'cnpj;uf\n;SP\n', [], 'missing_columns', 'name'],
  ['an empty file', '', [], 'unreadable_file', 'vazio'],
  ['a spreadsheet', 'PK\u0003\u0004', [], 'unreadable_file', 'CSV'],
  ['a quote that nobody closes', 'nome;uf\nA;SP\n"B;RJ\nC;SP\n', [], 'invalid_file', 'linha 3'],
  ['a field that there is not', 'nome\nA\n', ['--map', 'nome=nomee'], 'invalid_input', 'nomee'],
  ['an encoding that there is not', 'nome\nA\n', ['--encoding', 'ebcdic'], 'invalid_input', 'utf-8'],
  ['a file that is not in the encoding said', 'nome\nJos\u00e9\n', ['--encoding', 'utf-8'], 'invalid_file', 'utf-8'],
  ['a delimiter of two', 'nome\nA\n', ['--delimiter', ';;'], 'invalid_input', 'tab'],
])('%s is refused before anything is stored', async (_what, text, args, code, word) => {
  const company = await importing.company();
  const path = await importing.put(Buffer.from(text, 'latin1'));
  const { code: exit, error } = await lavraJson(
    ['import', 'clients', path, '--company', company.taxId, ...args],
    importing.settings,
  );
  expect(exit).toBe(1);
  expect(error).toMatchObject({ error: { code, message: expect.stringContaining(word) } });
  expect(await importing.stateOf(company)).toEqual({ runs: [], clients: [], products: [] });
});

test('the file of refused rows is never the file itself', async () => {
  const company = await importing.company();
  const path = await importing.put(Buffer.from('nome\nA\n'));
  const { error } = await lavraJson(
    ['import', 'clients', path, '--company', company.taxId, '--errors', path],
    importing.settings,
  );
  expect(error).toMatchObject({ error: { code: 'invalid_input' } });
  expect(await readFile(path, 'utf8')).toBe('nome\nA\n');
});

test('foreign headers are named with --map, and those that do not matter are left out', async () => {
  const company = await importing.company();
  const file = Buffer.from('Denominação;Rota;Cód\nAA;1;2\n');
  const args = ['--map', 'denominacao=name', '--map', 'ROTA=', '--map', 'cod='];
  expect((await importing.imported('clients', file, company, args)).answer).toMatchObject({
    stored: 1,
    columns: { name: ['Denominação'] },
    ignored: [],
  });
});

test.each(['clients', 'products'] as const)('the example of %s is imported as it is', async (kind) => {
  const company = await importing.company();
  const { out } = await lavra(['import', 'template', kind], importing.settings);
  expect(await importing.imported(kind, Buffer.from(out), company)).toMatchObject({
    code: 0,
    answer: { rows: 1, stored: 1 },
  });
});

test('the examples of docs/import.md are imported as they are', async () => {
  const guide = await readFile(new URL('../../../docs/import.md', import.meta.url), 'utf8');
  const [clients = '', products = ''] = [...guide.matchAll(/```csv\n(.*?)```/gs)].map(([, example]) => example);
  const company = await importing.company();
  expect(await importing.imported('clients', clients, company)).toMatchObject({
    code: 0,
    answer: { rows: 2, stored: 2 },
  });
  expect(await importing.imported('products', products, company)).toMatchObject({
    code: 0,
    answer: { rows: 2, stored: 2 },
  });
});
