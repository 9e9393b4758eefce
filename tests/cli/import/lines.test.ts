import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Carrier } from '../../../domain/carriers/carrier.entity.ts';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { fiscalTemplateView, taxRuleView } from '../../../http/views/records.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { lavra, lavraJson } from '../lavra.ts';
import { type Importing, openImporting } from './importing.ts';

let importing: Importing;
beforeAll(async () => {
  importing = await openImporting();
});
afterAll(() => importing.close());

const em = () => acrossCompanies(importing.orm);
const rulesOf = ({ id: company }: { id: string }) => em().find(TaxRule, { company }, { orderBy: { name: 'asc' } });
const lines = (...records: unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const resale = { name: 'Revenda', model: 'NFE', nfeTaxRules: [{ icmsCst: '102' }, { cfops: ['5.910'], pisCst: '49' }] };
const support = { name: 'Suporte', model: 'NFSE', nfseTaxRules: [{ issRate: 2.9 }] };

test('rules come with their sub-rules, line by line; what the API would refuse is refused with its line and path', async () => {
  const company = await importing.company();
  const path = importing.pathOf('recusadas.jsonl');
  const wrong = { name: 'Errada', model: 'NFE', nfeTaxRules: [{ icmsCst: '1' }], extra: true };
  const file = `${lines(resale, support)}\n\n${lines(wrong)}\nnada\n${lines({ ...resale, isActive: false })}\n`;
  const { code, answer } = await importing.imported('tax-rules', file, company, ['--errors', path]);
  expect([code, answer]).toMatchObject([4, { rows: 5, stored: 2, refused: 3 }]);
  expect(answer.errors.map(({ row, field }) => [row, field])).toEqual(
    expect.arrayContaining([
      [4, 'extra'],
      [5, null],
      [6, 'name'],
    ]),
  );
  const [first, second] = await rulesOf(company);
  expect(first).toMatchObject({ name: 'Revenda', model: 'NFE', isActive: true });
  expect(first!.nfeTaxRules.map(({ cfops }) => cfops)).toEqual([[], ['5910']]);
  expect(second!.nfseTaxRules).toHaveLength(1);

  const refused = (await readFile(path, 'utf8')).trim().split('\n');
  expect(JSON.parse(refused[0]!)).toMatchObject({ lavra_linha: 4, name: 'Errada' });
  expect(JSON.parse(refused[1]!)).toEqual({
    lavra_linha: 5,
    lavra_motivo: expect.stringContaining('não é um objeto JSON'),
    registro: 'nada',
  });
  const mended = { ...(JSON.parse(refused[0]!) as object), nfeTaxRules: [{ icmsCst: '102' }], extra: undefined };
  expect((await importing.imported('tax-rules', lines(mended), company)).answer).toMatchObject({
    stored: 1,
    refused: 0,
  });
});

test('what exists stays, is changed with --update, and a dry run writes nothing; the same file is done once', async () => {
  const company = await importing.company();
  const dry = await importing.imported('tax-rules', lines(resale, support), company, ['--dry-run']);
  expect([dry.answer.stored, await rulesOf(company)]).toEqual([2, []]);
  await importing.imported('tax-rules', lines(resale, support), company);
  const twice = await importing.imported('tax-rules', lines(resale, support), company);
  expect(twice.answer).toMatchObject({ alreadyDone: true });
  const again = await importing.imported('tax-rules', lines(resale, support), company, ['--again']);
  expect(again.answer).toMatchObject({ stored: 0, unchanged: 2 });
  const other = lines({ ...resale, nfeTaxRules: [{ icmsCst: '400' }] });
  expect((await importing.imported('tax-rules', other, company)).answer).toMatchObject({ stored: 0, unchanged: 1 });
  const changed = await importing.imported('tax-rules', other, company, ['--update', '--again']);
  expect(changed.answer).toMatchObject({ stored: 1, unchanged: 0 });
  expect((await rulesOf(company)).map(({ nfeTaxRules }) => nfeTaxRules.length)).toEqual([1, 0]);
  await em().execute(`update tax_rule set name = 'Revenda', model = 'NFE' where company_id = ? and name = 'Suporte'`, [
    company.id,
  ]);
  const doubled = await importing.imported('tax-rules', lines(resale), company, ['--update']);
  expect(doubled.answer.errors).toMatchObject([{ field: 'name', message: expect.stringContaining('mais de um') }]);
});

test('what the API shows of one company is a file for another; templates likewise, the shared ones untouched', async () => {
  const [from, to] = [await importing.company(), await importing.company()];
  await importing.imported('tax-rules', lines(resale, support), from);
  const sale = { name: 'Venda', type: 'NFE', operationNature: 'Venda de mercadoria', cfop: '5102' };
  const service = { name: 'Suporte', type: 'NFSE', serviceCode: '01.07.01' };
  expect((await importing.imported('fiscal-templates', lines(sale, service), from)).answer).toMatchObject({
    stored: 2,
  });
  const templates = await em().find(FiscalTemplate, { company: from.id });
  const moved = [
    await importing.imported('tax-rules', lines(...(await rulesOf(from)).map(taxRuleView)), to),
    await importing.imported('fiscal-templates', lines(...templates.map(fiscalTemplateView)), to),
  ];
  expect(moved.map(({ answer }) => [answer.stored, answer.errors])).toEqual([
    [2, []],
    [2, []],
  ]);
  const normal = ({ nfeTaxRules, nfseTaxRules }: TaxRule) => ({ nfeTaxRules, nfseTaxRules });
  expect((await rulesOf(to)).map(normal)).toEqual((await rulesOf(from)).map(normal));
});

test('a list of JSON, an empty file and the examples: what is reported, and what can be imported as it is', async () => {
  const company = await importing.company();
  const list = await importing.imported('tax-rules', JSON.stringify([resale]), company);
  expect(list.error).toMatchObject({ error: { code: 'invalid_file' } });
  for (const kind of ['tax-rules', 'fiscal-templates', 'carriers'] as const) {
    const { out } = await lavra(['import', 'template', kind], importing.settings);
    const path = await importing.put(out);
    const command = ['import', kind, path, '--company', company.taxId];
    expect(await lavraJson(command, importing.settings)).toMatchObject({ code: 0, answer: { refused: 0 } });
  }
});

test('carriers are a table, identified by their documents', async () => {
  const company = await importing.company();
  const file =
    'Transportadora;CNPJ;IE;RNTRC;UF;E-mail\nRápido Ltda;11.444.777/0001-61;110042490114;12.345.678;sp;coleta@rapido.example\nSem documento;;;;;\n';
  expect((await importing.imported('carriers', file, company)).answer).toMatchObject({ stored: 2, refused: 0 });
  const changed = 'CNPJ;UF;IE;E-mail\n11444777000161;SP;;sul@rapido.example\n11444777000162;SP;;\n';
  const { answer } = await importing.imported('carriers', changed, company, ['--update']);
  expect(answer).toMatchObject({ stored: 1, refused: 1 });
  const found = await em().find(Carrier, { company: company.id }, { orderBy: { name: 'asc' } });
  expect(found).toMatchObject([
    {
      name: 'Rápido Ltda',
      document: '11444777000161',
      documentType: 'CNPJ',
      anttCode: '12345678',
      state: 'SP',
      email: 'sul@rapido.example',
    },
    { name: 'Sem documento', document: '' },
  ]);
  expect(found[0]!.stateRegistration).toBeNull();
});
