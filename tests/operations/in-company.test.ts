import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { everyCompany } from '../../domain/companies/ownership.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { testOrm } from '../support/servers/parts.ts';

let orm: Orm;
let ours: string;
let theirs: string;
let theirDocument: string;
beforeAll(async () => {
  orm = await testOrm();
  ours = (await createCompany(acrossCompanies(orm), demoCompany)).id;
  const other = await createCompany(acrossCompanies(orm), { ...demoCompany, taxId: '11444777000161' });
  theirs = other.id;
  theirDocument = (await processingDocument(orm, other)).id;
});
afterAll(() => orm.close());

test('a query that does not say whose rows it may see is refused', async () => {
  await expect(orm.em.fork().find(Document, {})).rejects.toThrow(/owner/);
});

test('a company does not find what is another’s', async () => {
  expect(await inCompany(orm, ours, (em) => em.findOne(Document, { id: theirDocument }))).toBeNull();
  expect(await inCompany(orm, theirs, (em) => em.count(Document, {}))).toBe(1);
});

test('the database hides another company’s rows from whatever passes the filter by', async () => {
  const seen = await inCompany(orm, ours, async (em) => {
    em.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
    return [await em.count(Document, {}), await em.execute<unknown[]>('select id from document')] as const;
  });
  expect(seen).toEqual([0, []]);
});

test('the database refuses a row written for another company', async () => {
  const writing = inCompany(orm, ours, (em) =>
    em.execute(
      `insert into number_series (company_id, environment, model, series) values (?, 'HOMOLOGATION', '55', 9)`,
      [theirs],
    ),
  );
  await expect(writing).rejects.toThrow(/row-level security/);
  const giving = inCompany(orm, ours, (em) => em.execute(`update document set company_id = ?`, [theirs]));
  await expect(giving).rejects.toThrow(/permission denied/);
});

test('what a company-scoped transaction set does not outlive it', async () => {
  await inCompany(orm, ours, (em) => em.count(Document, {}));
  expect(await acrossCompanies(orm).count(Document, {})).toBe(1);
});
