import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportReport } from '../../../cli/import/report.ts';
import type { Orm } from '../../../config/orm.ts';
import { Client } from '../../../domain/clients/client.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { type ImportKind, ImportRun } from '../../../domain/imports/import-run.entity.ts';
import { Product } from '../../../domain/products/product.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';
import { companyForm } from '../company-form.ts';
import { lavraJson } from '../lavra.ts';

/** A database of the test file's own, and imports into it; each test makes a company of its own. */
export type Importing = Awaited<ReturnType<typeof openImporting>>;

export async function openImporting() {
  const url = await testDatabase();
  const orm = await patientOrm(url);
  const folder = await mkdtemp(join(tmpdir(), 'lavra-import-'));
  const settings = { DATABASE_URL: url };
  let count = 0;

  const pathOf = (name: string): string => join(folder, `${++count}-${name}`);
  async function put(content: string | Buffer): Promise<string> {
    const path = pathOf('file.csv');
    await writeFile(path, content);
    return path;
  }

  return {
    orm,
    settings,
    pathOf,
    put,

    async company(overrides: Partial<CompanyInput> = {}): Promise<{ id: string; taxId: string }> {
      return createCompany(acrossCompanies(orm), { ...companyForm, ...overrides, taxId: cnpjOf(++count) });
    },

    /** Runs `lavra import <kind> <file with this content> --company <tax id> --json`. */
    async imported(kind: ImportKind, content: string | Buffer, company: { taxId: string }, args: string[] = []) {
      const path = await put(content);
      const command = ['import', kind, path, '--company', company.taxId, ...args];
      const { code, answer, error } = await lavraJson(command, settings);
      return { code, answer: answer as ImportReport, error };
    },

    clientsOf: (company: { id: string }) => clientsOf(orm, company.id),
    productsOf: (company: { id: string }) => productsOf(orm, company.id),

    /** Everything that an import can write for a company, to compare. */
    async stateOf(company: { id: string }) {
      const runs = await acrossCompanies(orm).find(ImportRun, { company: company.id }, { orderBy: { id: 'asc' } });
      const clients = await clientsOf(orm, company.id);
      const products = await productsOf(orm, company.id);
      return { runs: plain(runs), clients: plain(clients), products: plain(products) };
    },

    async close(): Promise<void> {
      await orm.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The clients in the order of their creation. */
function clientsOf(orm: Orm, company: string): Promise<Client[]> {
  return acrossCompanies(orm).find(Client, { company }, { orderBy: { id: 'asc' } });
}

function productsOf(orm: Orm, company: string): Promise<Product[]> {
  return acrossCompanies(orm).find(Product, { company }, { orderBy: { id: 'asc' } });
}

function plain(rows: object[]): unknown {
  return JSON.parse(JSON.stringify(rows));
}
