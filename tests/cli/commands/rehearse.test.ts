import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { RehearsalReport } from '../../../domain/rehearsal/tally.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { Product } from '../../../domain/products/product.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { authorizedSale } from '../../support/rows/authorized-sale.ts';
import { buyer, sale } from '../../support/samples/sale.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { patientOrm, schemas, testDatabase } from '../../support/servers/parts.ts';
import { lavraJson } from '../lavra.ts';

let orm: Orm;
let company: Company;
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  settings = { DATABASE_URL: await testDatabase(), LAVRA_SCHEMAS: schemas };
  orm = await patientOrm(settings['DATABASE_URL'] ?? '');
  company = await createCompany(acrossCompanies(orm), demoCompany);
  folder = await mkdtemp(join(tmpdir(), 'lavra-rehearsal-'));
  const em = acrossCompanies(orm);
  authorizedSale(em, { company, payload: sale, client: buyer, on: new Date(), number: 1 });
  await em.flush();
});
afterAll(async () => {
  await orm.close();
  await rm(folder, { recursive: true });
});

test('a sale that passes on the day is reported with what changes, in a file of lines and a page', async () => {
  const { code, reports } = await rehearsed('2027-01-04', '--cbs', '8.8');
  expect(reports).toMatchObject([
    { report: { total: 1, fates: { FIT: 1 }, unjudged: null, unchecked: null, refusals: [] } },
  ]);
  expect(code).toBe(0);
  expect((await readdir(folder)).sort()).toEqual([
    'ensaio-11222333000181-2027-01-04.csv',
    'ensaio-11222333000181-2027-01-04.html',
  ]);
  const csv = await readFile(reports[0]!.csv, 'utf8');
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain(';150,00;150,00;');
});

test.each([
  ['a day that is none', ['--on', '2027-02-30'], 1, 'invalid_input'],
  ['no day', [], 2, 'usage'],
  ['no number of days', ['--on', '2027-01-04', '--last', 'mês'], 1, 'invalid_input'],
  ['no rate', ['--on', '2027-01-04', '--cbs', '0'], 1, 'invalid_input'],
  ['a company that is not there', ['--on', '2027-01-04', '--company', '00000000000191'], 1, 'company_not_found'],
  ['a folder that cannot be', ['--on', '2027-01-04', '--out', '/dev/null/reports'], 1, 'unwritable_file'],
])('%s is refused', async (_what, args, code, reason) => {
  expect(await lavraJson(['rehearse', ...args], settings)).toMatchObject({ code, error: { error: { code: reason } } });
});

test('sales of before the last days are not taken, and the products of a company without any are', async () => {
  const bakery = await createCompany(acrossCompanies(orm), {
    ...demoCompany,
    taxId: cnpjOf(60_000_001),
    name: 'Padaria',
  });
  const em = acrossCompanies(orm);
  const long = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000);
  authorizedSale(em, { company: bakery, payload: sale, client: buyer, on: long, number: 1 });
  const normal = { commercialUnit: 'UN', taxUnit: 'UN', taxUnitExport: 'UN' };
  const cfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  for (const [code, ncm] of [
    ['PAO', '19059090'],
    ['BOLO', null],
  ] as const) {
    em.create(Product, { company: bakery.id, name: code, code, ...normal, taxation: { cfops, fields: { ncm } } });
  }
  await em.flush();
  const ofBakery = ['--company', bakery.taxId];
  const [recent, older] = [
    await rehearsed('2026-12-14', ...ofBakery, '--last', '19d'),
    await rehearsed('2026-12-14', ...ofBakery),
  ];
  expect(older.reports).toMatchObject([{ report: { since: expect.any(String), total: 1, fates: { FIT: 1 } } }]);
  expect(recent.reports).toMatchObject([
    {
      report: {
        ...{ since: null, total: 2, fates: { FIT: 1, REFUSED_HERE: 1 }, warnings: [] },
        products: [{ code: 'BOLO', findings: [{ path: 'items[].ncm' }] }],
      },
    },
  ]);
});

async function rehearsed(on: string, ...options: string[]) {
  const args = ['rehearse', '--on', on, '--out', folder, ...options];
  const { code, answer, error } = await lavraJson(args, settings);
  expect(error).toBeNull();
  return { code, reports: (answer as { reports: { csv: string; page: string; report: RehearsalReport }[] }).reports };
}
