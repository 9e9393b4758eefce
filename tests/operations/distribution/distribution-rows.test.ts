import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { Distribution } from '../../../domain/received/distribution.entity.ts';
import { masterKey } from '../../../domain/seal.ts';
import { addMissingRows, overdueDistributions } from '../../../operations/distribution/distribution-rows.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { addCertificate, createCompany, setCompany } from '../../../operations/provisioning.ts';
import { companyForm } from '../../cli/company-form.ts';
import { make, pfxOf } from '../../domain/companies/making-certificates.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { cnpjOf } from '../../support/samples/tax-ids.ts';

const root = make({ name: 'AC Raiz de Teste', ca: true });
const hour = 3_600_000;
let orm: Orm;
let companies = 20_000_000;
beforeAll(async () => {
  orm = await testOrm();
});
afterAll(() => orm.close());

test('a certificate begins the questions to both sources: allowed at once, and by themselves spread over the hour', async () => {
  const company = await newCompany();
  expect(await rowsOf(company)).toEqual([]);
  const before = Date.now();
  await certify(company);
  const rows = await rowsOf(company);
  expect(rows.map(({ source, environment }) => `${source} ${environment}`).toSorted()).toEqual([
    'NFE HOMOLOGATION',
    'NFSE HOMOLOGATION',
  ]);
  for (const { notBefore, nextVisitAt, lastNsu } of rows) {
    expect(lastNsu).toBe(0n);
    expect(notBefore.getTime()).toBeLessThanOrEqual(Date.now());
    expect(nextVisitAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(nextVisitAt.getTime()).toBeLessThanOrEqual(Date.now() + hour);
  }
});

test('first questions of many companies are spread evenly', async () => {
  const company = await newCompany();
  await certify(company);
  const tenths = await acrossCompanies(orm).execute<{ n: string }[]>(
    `select count(*) as n from generate_series(1, 1000) i
     group by floor((hashtextextended(i || 'NFE', 0) & 65535) / 6553.6)`,
  );
  expect(tenths).toHaveLength(10);
  for (const { n } of tenths) expect(Number(n)).toBeGreaterThan(50);
});

test('another environment has rows of its own, and the old ones stay', async () => {
  const company = await newCompany();
  await certify(company);
  await setCompany(acrossCompanies(orm), company.taxId, { environment: 'PRODUCTION' });
  expect((await rowsOf(company)).map(({ environment }) => environment).toSorted()).toEqual([
    'HOMOLOGATION',
    'HOMOLOGATION',
    'PRODUCTION',
    'PRODUCTION',
  ]);
});

test('rows are made once, however often and by whomever, and none for a company that cannot ask', async () => {
  const [company, without, inactive] = [await newCompany(), await newCompany(), await newCompany()];
  await certify(company);
  await certify(inactive);
  const em = acrossCompanies(orm);
  await em.nativeDelete(Distribution, {});
  await em.nativeUpdate(Company, { id: inactive.id }, { isActive: false });
  const add = () => addMissingRows(acrossCompanies(orm), { now: new Date(), waitSeconds: 3_600 });
  await Promise.all([add(), add(), add()]);
  expect(await rowsOf(company)).toHaveLength(2);
  expect(await rowsOf(without)).toEqual([]);
  expect(await rowsOf(inactive)).toEqual([]);
});

test('a new certificate makes what waited for one due at once, never before its time', async () => {
  const company = await newCompany();
  await certify(company);
  const later = new Date(Date.now() + hour);
  const [allowed, silent] = await rowsOf(company);
  const em = acrossCompanies(orm);
  await em.execute(`update distribution set status = 'PAUSED', next_visit_at = ? where company_id = ?`, [
    later,
    company.id,
  ]);
  await em.execute(`update distribution set not_before = ? where id = ?`, [later, silent!.id]);
  await certify(company);
  const rows = await rowsOf(company);
  const due = rows.find(({ id }) => id === allowed!.id)!;
  expect(due.nextVisitAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(rows.find(({ id }) => id === silent!.id)?.nextVisitAt).toEqual(later);
});

test('what is overdue is found for those that can ask: not while it may not, not of inactive companies or other environments', async () => {
  await acrossCompanies(orm).nativeDelete(Distribution, {});
  const [due, silent, inactive, elsewhere] = await Promise.all([
    newCompany(),
    newCompany(),
    newCompany(),
    newCompany(),
  ]);
  for (const company of [due, silent, inactive, elsewhere]) await certify(company);
  const em = acrossCompanies(orm);
  const past = new Date(Date.now() - 60_000);
  await em.execute('update distribution set next_visit_at = ?, not_before = ?', [past, past]);
  await em.execute(`update distribution set not_before = now() + interval '1 h' where company_id = ?`, [silent.id]);
  await em.nativeUpdate(Company, { id: inactive.id }, { isActive: false });
  await em.nativeUpdate(Company, { id: elsewhere.id }, { environment: 'PRODUCTION' });
  const found = await overdueDistributions(em, { before: new Date(), atMost: 100 });
  expect(found.map(({ companyTaxId, source }) => `${companyTaxId} ${source}`).toSorted()).toEqual([
    `${due.taxId} NFE`,
    `${due.taxId} NFSE`,
  ]);
  expect(await overdueDistributions(em, { before: new Date(past.getTime() - 1), atMost: 100 })).toEqual([]);
});

test('a company sees no row of another, by SQL either', async () => {
  const [one, other] = [await newCompany(), await newCompany()];
  await certify(one);
  await certify(other);
  const seen = await inCompany(orm, one.id, (em) =>
    em.execute<{ company_id: string }[]>('select distinct company_id from distribution'),
  );
  expect(seen).toEqual([{ company_id: one.id }]);
});

function newCompany(): Promise<Company> {
  companies += 1;
  return createCompany(acrossCompanies(orm), { ...companyForm, taxId: cnpjOf(companies) });
}

async function certify(company: Company): Promise<void> {
  const pfx = pfxOf(
    make({ name: 'LOJA', cnpj: company.taxId, issuer: root, notAfter: new Date(Date.now() + 24 * hour) }),
  );
  const sealing = masterKey(randomBytes(32));
  await addCertificate(acrossCompanies(orm), sealing, { company, pfx, password: '1234', trust: [root.pem] });
}

function rowsOf({ id }: Company): Promise<Distribution[]> {
  return acrossCompanies(orm).find(Distribution, { company: id }, { orderBy: { id: 'asc' } });
}
