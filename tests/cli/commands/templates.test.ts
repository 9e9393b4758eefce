import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { starterSet } from '../../../domain/templates/template-set.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { createCompany, loadTemplates } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  settings = { DATABASE_URL: url };
  orm = await patientOrm(url);
});
afterEach(() => acrossCompanies(orm).nativeDelete(FiscalTemplate, { company: null }));
afterAll(() => orm.close());

const sale = { name: 'Venda', type: 'NFE', operationNature: 'Venda de mercadoria', cfop: '5102' };
const bonus = { name: 'Bonificação', type: 'NFE', cfop: '5910' };

test("without a file Lavra's own templates are loaded, and every company reads them", async () => {
  const { code, answer } = await lavraJson(['templates', 'load'], settings);
  expect({ code, answer }).toMatchObject({ code: 0, answer: { source: 'system', dryRun: false, others: 0 } });
  const { id } = await createCompany(acrossCompanies(orm), companyForm);
  const read = await inCompany(orm, id, (em) => em.find(FiscalTemplate, {}, { orderBy: { id: 'asc' } }));
  expect(read.map((template) => [template.source, template.normal()])).toEqual(
    starterSet().map((template) => ['system', template]),
  );
});

test('loading again adds what is new, changes what changed under the same id, and leaves what is not in the file', async () => {
  expect(await load([sale, bonus])).toMatchObject([['ADDED', 'ADDED'], 0]);
  const before = await kept();
  expect(await load([sale, bonus])).toMatchObject([['UNCHANGED', 'UNCHANGED'], 0]);
  expect(await kept()).toEqual(before);
  const changed = { ...sale, operationNature: 'Venda' };
  expect(await load([changed, { ...sale, name: 'Nova' }])).toEqual([['UPDATED', 'ADDED'], 1]);
  const after = await kept();
  expect(after.map(({ name, operationNature }) => [name, operationNature])).toEqual([
    ['Venda', 'Venda'],
    ['Bonificação', null],
    ['Nova', 'Venda de mercadoria'],
  ]);
  expect(after[0]?.id).toBe(before[0]?.id);
  const { out } = await lavra(['templates', 'load', '-'], settings, JSON.stringify([sale]));
  expect(out).toContain('alterado');
  expect(out).toContain('2 que não estão na lista permanecem');
});

test('a field that left a template leaves the record', async () => {
  await load([{ ...bonus, pisCst: '08', cofinsCst: '08' }]);
  await load([bonus]);
  expect((await kept())[0]?.fields).toEqual({ cfop: '5910' });
});

test('the same name is another template of another source or type', async () => {
  await load([sale]);
  expect(await load([sale], ['--source', 'system'])).toEqual([['ADDED'], 0]);
  expect(await load([{ name: 'Venda', type: 'NFSE' }])).toEqual([['ADDED'], 1]);
  expect((await kept()).map(({ source, type }) => [source, type])).toEqual([
    ['tenant', 'NFE'],
    ['system', 'NFE'],
    ['tenant', 'NFSE'],
  ]);
});

test('a dry run tells what it would do and does nothing', async () => {
  await load([sale]);
  const before = await kept();
  expect(await load([{ ...sale, cfop: '5101' }, bonus], ['--dry-run'])).toEqual([['UPDATED', 'ADDED'], 0]);
  expect(await kept()).toEqual(before);
});

test('a file with faults loads nothing and tells all of them by their place', async () => {
  const file = [sale, { ...bonus, cfop: '59', cest: '1' }, { ...sale, name: 'CST', icmsCst: '00', icmsRate: 18 }];
  const { code, error } = await lavraJson(['templates', 'load', '-'], settings, JSON.stringify(file));
  expect({ code, error }).toMatchObject({
    code: 1,
    error: {
      error: {
        code: 'validation_error',
        issues: [{ path: '[1].cest' }, { path: '[1].cfop' }, { path: '[2].icmsCst' }],
      },
    },
  });
  expect(await kept()).toEqual([]);
  const { err } = await lavra(['templates', 'load', '-'], settings, JSON.stringify(file));
  expect(err).toContain('[1].cfop: O CFOP tem 4 dígitos');
});

test.each([
  [['templates', 'load', '/nenhum/arquivo.json'], 1, 'unreadable_file'],
  [['templates', 'load', '-'], 1, 'unreadable_file'],
  [['templates', 'load', '--source', 'company'], 1, 'invalid_input'],
  [['templates', 'list', '--type', 'NFCE'], 1, 'invalid_input'],
  [['templates', 'remove', 'nenhum'], 1, 'template_not_found'],
  [['templates', 'remove', '00000000-0000-7000-8000-000000000000'], 1, 'template_not_found'],
])('%j is refused', async (args, code, expected) => {
  expect(await lavraJson(args, settings, '[{')).toMatchObject({ code, error: { error: { code: expected } } });
});

test('two loads at once end as one', async () => {
  const templates = starterSet();
  const both = [1, 2].map(() => loadTemplates(acrossCompanies(orm), { source: 'system', templates, dryRun: false }));
  const outcomes = (await Promise.all(both)).map(({ loaded }) => loaded[0]?.outcome);
  expect(outcomes.sort()).toEqual(['ADDED', 'UNCHANGED']);
  expect(await kept()).toHaveLength(templates.length);
});

test('shared templates are listed, by type, and removed by their id; a removed one can be loaded anew', async () => {
  await load([sale, { name: 'Suporte', type: 'NFSE', serviceCode: '01.07.01' }]);
  const { out } = await lavra(['templates', 'list'], settings);
  expect(out).toMatch(/Venda +5102/);
  const { answer } = await lavraJson(['templates', 'list', '--type', 'NFE'], settings);
  const [{ id }] = answer as [{ id: string }];
  expect(answer).toEqual([expect.objectContaining({ source: 'tenant', name: 'Venda', fields: { cfop: '5102' } })]);
  expect((await lavraJson(['templates', 'remove', id], settings)).code).toBe(0);
  expect((await lavraJson(['templates', 'list', '--type', 'NFE'], settings)).answer).toEqual([]);
  expect(await load([sale])).toEqual([['ADDED'], 1]);
});

test("a company's own template is not the operator's to list or remove", async () => {
  const { id: company } = await createCompany(acrossCompanies(orm), { ...companyForm, taxId: '11444777000161' });
  const own = { company, source: 'company' as const, type: 'NFE' as const, name: 'Minha', fields: {} };
  const { id } = await inCompany(orm, company, async (em) => em.create(FiscalTemplate, own));
  expect((await lavraJson(['templates', 'list'], settings)).answer).toEqual([]);
  expect((await lavraJson(['templates', 'remove', id], settings)).code).toBe(1);
});

test('the help of load says what it loads and what it leaves', async () => {
  const { out } = await lavra(['templates', 'load', '--help'], settings);
  expect(out).toContain('--dry-run');
  expect(out).toContain('permanecem');
});

/** Loads `file` from standard input. @returns the outcome of each template, and how many other templates there are */
async function load(file: unknown, options: string[] = []) {
  const { answer } = await lavraJson(['templates', 'load', '-', ...options], settings, JSON.stringify(file));
  const { templates, others } = answer as { templates: { outcome: string }[]; others: number };
  return [templates.map(({ outcome }) => outcome), others];
}

/** The shared templates, in the order of their creation. */
function kept(): Promise<FiscalTemplate[]> {
  return acrossCompanies(orm).find(FiscalTemplate, { company: null }, { orderBy: { id: 'asc' } });
}
