import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompanySettings } from '../../../../domain/companies/settings.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { issuer } from '../../../support/samples/notes.ts';
import { giveCertificate, newCompany, startApi, type TestApi } from '../../fixture.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The readiness of a company with these settings, as its office reads it; `mayIssue`: whether the company allows the office to issue. */
async function readiness(settings: CompanySettings | null, { mayIssue = true, certificate = true } = {}) {
  const { office, key } = await newOffice(api.orm);
  const { company } = await newCompany(api.orm, { environment: 'HOMOLOGATION', certificateEnds: null, settings });
  if (certificate) await giveCertificate(api.orm, company, '2030-01-31T12:00:00Z');
  await linkOf(api.orm, office, company, { issuingAllowed: mayIssue });
  return api.call('GET', `/v1/accounting/companies/${company.id}/nfe-readiness`, { key });
}

const settings: CompanySettings = { ...issuer.settings, taxRegime: 'NORMAL', receitaRegime: 'OTHER' };

test('a company that lacks nothing is ready for NF-e', async () => {
  expect(await readiness(settings)).toMatchObject({
    status: 200,
    body: {
      ...{ ready: true, issues: [], warnings: [], officeIssuingAllowed: true },
      certificate: { present: true, expiresAt: '2030-01-31T12:00:00.000Z' },
    },
  });
});

test('one without a state registration is ready for its own goods, and one of another regime at Receita is not ready', async () => {
  // In homologation both rules are in force since 2026-09-01.
  expect(await readiness({ ...settings, stateRegistration: null })).toMatchObject({
    body: { ready: true, warnings: [{ code: 'state_registration_missing' }] },
  });
  expect(await readiness({ ...settings, receitaRegime: 'SIMPLES' })).toMatchObject({
    body: { ready: false, issues: [{ code: 'regime_contradicted', message: expect.stringContaining('180') }] },
  });
});

test('what it lacks is reported at once, in the order of the codes', async () => {
  const { body } = await readiness(null, { mayIssue: false, certificate: false });
  const { issues } = body as { issues: { code: string }[] };
  expect(issues.map(({ code }) => code)).toEqual([
    'certificate_missing',
    'nfe_not_configured',
    'office_issuing_not_allowed',
  ]);
});
