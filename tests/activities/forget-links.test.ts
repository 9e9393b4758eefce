import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkActivities } from '../../activities/retention.ts';
import type { Orm } from '../../config/orm.ts';
import { ExportLink } from '../../domain/received/export-link.entity.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { createCompany, createKey } from '../../operations/provisioning.ts';
import { companyForm } from '../cli/company-form.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';

const now = new Date('2027-06-02T12:00:00Z');
let orm: Orm;
let workerOrm: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, workerOrm] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
});
afterAll(() => Promise.all([orm.close(), workerOrm.close()]));

test('a link is forgotten a day after it expired, and not before', async () => {
  const company = await createCompany(acrossCompanies(orm), companyForm);
  const { key } = await createKey(acrossCompanies(orm), {
    company,
    name: 'teste',
    scopes: ['received-documents:read'],
  });
  const em = acrossCompanies(orm);
  const links = ['2027-06-01T11:59:59Z', '2027-06-01T12:00:01Z', '2027-06-03T00:00:00Z'].map((expiresAt, at) =>
    em.create(ExportLink, {
      company: company.id,
      tokenHash: String(at).repeat(64),
      apiKey: key.id,
      companies: [company.id],
      year: 2027,
      month: 5,
      expiresAt: new Date(expiresAt),
    }),
  );
  await em.flush();
  const activities = linkActivities({ orm: workerOrm, now: () => now });
  expect(await new MockActivityEnvironment().run(() => activities.forgetExportLinks())).toBe(1);
  const left = await acrossCompanies(orm).find(ExportLink, {}, { orderBy: { expiresAt: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(links.slice(1).map(({ id }) => id));
});
