import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Importing, openImporting } from './importing.ts';

let importing: Importing;
beforeAll(async () => {
  importing = await openImporting();
});
afterAll(() => importing.close());

const header = 'Código;Descrição;Unidade;Preço Venda;NCM;CEST;CFOP;Origem;CSOSN;CST PIS;Alíquota PIS';

test('products of an ERP are imported in normal form, with decimal commas and the suggested interstate CFOPs', async () => {
  const company = await importing.company();
  const file = [
    header,
    '="00123";Café torrado 500 g;UN - UNIDADE;R$ 1.234,5678;0901.21.00;17.096.00;5.102;0 - Nacional;102;49;',
    'B-2;Açúcar;;2,50;17019900;;;;;01;1,65',
  ].join('\r\n');
  const { code, answer } = await importing.imported('products', Buffer.from(file, 'latin1'), company);
  expect(answer.errors).toEqual([]);
  expect(code).toBe(0);
  const [coffee, sugar] = await importing.productsOf(company);
  expect(coffee?.normal()).toEqual({
    code: '00123',
    name: 'Café torrado 500 g',
    gtin: null,
    salePrice: '1234.5678',
    commercialUnit: 'UN - UNIDADE',
    taxUnit: 'UN - UNIDADE',
    taxUnitExport: 'KG - QUILOGRAMA',
    taxUnitFactor: null,
    taxUnitExportFactor: null,
    taxation: {
      cfops: {
        internalCfop: '5102',
        interstateContributor: '6102',
        interstateNonContributor: '6108',
        exportCfop: null,
      },
      fields: {
        ncm: '09012100',
        cest: '1709600',
        icmsOrigin: '0',
        icmsSituation: '102',
        pisSituation: '49',
      },
    },
    taxRule: null,
  });
  expect(sugar?.normal()).toMatchObject({
    salePrice: '2.50',
    taxation: { fields: { pisSituation: '01', pisRate: '1.6500' } },
  });
});

test('what the API refuses of a product is refused by line, with its own sentence', async () => {
  const company = await importing.company();
  const file = [
    header,
    'A;Nada errado;;10;;;;;;;',
    ';Sem código;;10;;;;;;;',
    'C;CFOP errado;;10;;;6102;;;;',
    'D;CST do regime normal;;10;;;;;00;;',
    'E;CEST curto;;10;;123;;;;;',
    'F;Preço;;dez;;;;;;;',
    'A;Repetido;;10;;;;;;;',
  ].join('\n');
  const { code, answer } = await importing.imported('products', file, company);
  expect(code).toBe(4);
  expect(answer).toMatchObject({ rows: 7, stored: 1, refused: 6 });
  expect(answer.errors.map(({ row, field, column }) => [row, field, column])).toEqual([
    [3, 'code', 'Código'],
    [4, 'internalCfop', 'CFOP'],
    [5, 'icmsCst', 'CSOSN'],
    [6, 'cest', 'CEST'],
    [7, 'salePrice', 'Preço Venda'],
    [8, 'code', 'Código'],
  ]);
});

test('a price that may have decimals or thousands is read as the file writes the others, and refused where none tells', async () => {
  const company = await importing.company();
  const comma = await importing.imported('products', 'codigo;nome;preco\nA;a;5.499\nB;b;18,90\n', company);
  expect(comma.answer).toMatchObject({ stored: 2 });
  const point = await importing.imported('products', 'codigo;nome;preco\nC;c;5.499\nD;d;18.90\n', company);
  expect(point.answer).toMatchObject({ stored: 2 });
  const silent = await importing.imported('products', 'codigo;nome;preco\nE;e;5.499\n', company);
  expect(silent.answer.errors).toMatchObject([{ row: 2, field: 'salePrice', column: 'preco' }]);
  const told = await importing.imported('products', 'codigo;nome;preco\nE;e;5.499\n', company, ['--decimal', 'point']);
  expect(told.answer).toMatchObject({ stored: 1 });
  const prices = (await importing.productsOf(company)).map((product) => product.normal().salePrice);
  expect(prices).toEqual(['5499.00', '18.90', '5.499', '18.90', '5.499']);
});

test('with --update a table of prices changes prices and nothing else', async () => {
  const company = await importing.company();
  await importing.imported(
    'products',
    `${header}\nA;Café;UN;10;09012100;;5102;0;102;49;\nB;Chá;UN;5;;;;;;;\n`,
    company,
  );
  const before = (await importing.productsOf(company)).map((product) => product.normal());
  const prices = await importing.imported('products', 'codigo;preco\nA;11,5\nB;5,00\nC;1\n', company, ['--update']);
  expect(prices.answer).toMatchObject({ stored: 1, unchanged: 1, refused: 1 });
  expect(prices.answer.errors).toMatchObject([{ row: 4, field: 'name', message: 'é obrigatório' }]);
  const after = (await importing.productsOf(company)).map((product) => product.normal());
  expect(after).toEqual([{ ...before[0], salePrice: '11.50' }, before[1]]);
});

test('an empty cell of an update clears, but leaves what the API suggests and what cannot be empty', async () => {
  const company = await importing.company();
  const columns = `${header};CFOP interestadual`;
  await importing.imported('products', `${columns}\nA;Café;UN;10;09012100;1709600;5102;0;102;49;;\n`, company);
  const file = `${columns}\nA;;;;;;5102;0;102;49;;\n`;
  expect((await importing.imported('products', file, company, ['--update'])).answer).toMatchObject({ stored: 1 });
  const [product] = await importing.productsOf(company);
  expect(product?.normal()).toMatchObject({
    name: 'Café',
    salePrice: null,
    commercialUnit: 'UN - UNIDADE',
    taxation: { cfops: { interstateContributor: '6102' } },
  });
  expect(product?.taxation.fields).not.toHaveProperty('ncm');
});

test('a tax rule is the company’s own, or the row is refused', async () => {
  const [company, other] = [await importing.company(), await importing.company()];
  const rule = await ruleOf(company.id);
  const foreign = await ruleOf(other.id);
  const file = `codigo;nome;taxRuleId\nA;a;${rule}\nB;b;${foreign}\nC;c;nenhuma\n`;
  const { answer } = await importing.imported('products', file, company);
  expect(answer.errors).toMatchObject([
    { row: 3, field: 'taxRuleId', message: expect.stringContaining('regra tributária') },
    { row: 4, field: 'taxRuleId' },
  ]);
  expect((await importing.productsOf(company)).map(({ taxRule }) => taxRule)).toEqual([rule]);
});

test('a removed product’s code is free', async () => {
  const company = await importing.company();
  await importing.imported('products', 'codigo;nome\nA;antigo\n', company);
  const em = acrossCompanies(importing.orm);
  await em.getConnection().execute('update product set deleted_at = now() where company_id = ?', [company.id]);
  const { answer } = await importing.imported('products', 'codigo;nome\nA;novo\n', company, ['--update']);
  expect(answer).toMatchObject({ stored: 1, refused: 0 });
  expect((await importing.productsOf(company)).map(({ name }) => name)).toEqual(['antigo', 'novo']);
});

async function ruleOf(company: string): Promise<string> {
  const em = acrossCompanies(importing.orm);
  const rule = em.create(TaxRule, { company, name: 'Regra', model: 'NFE', nfeTaxRules: [], nfseTaxRules: [] });
  await em.flush();
  return rule.id;
}
