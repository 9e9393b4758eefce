import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyScopes } from '../../../../domain/access/scopes.ts';
import { Company } from '../../../../domain/companies/company.entity.ts';
import type { CompanySettings } from '../../../../domain/companies/settings.ts';
import { Document } from '../../../../domain/documents/document.entity.ts';
import type { OfficeLink } from '../../../../domain/offices/office-link.entity.ts';
import { MunicipalityAgreement } from '../../../../domain/sefin/municipality-agreement.entity.ts';
import { FiscalTemplate } from '../../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { createKey } from '../../../../operations/provisioning.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { buyer, sale } from '../../../support/samples/sale.ts';
import { giveCertificate, newCompany, startApi, type TestApi } from '../../fixture.ts';
import { service, serviceSettings } from '../../service.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const settings: CompanySettings = { ...serviceSettings, municipalRegistration: null };
const environment = 'PRODUCTION';

test('a company that lacks nothing is ready, and says its certificate, templates and permission', async () => {
  const { company, ask } = await linked({ settings, link: { issuingAllowed: true } });
  await giveCertificate(api.orm, company, '2030-01-31T12:00:00Z');
  await giveCertificate(api.orm, company, '2027-01-31T12:00:00Z');
  const id = await template(company, { serviceCode: '010701' });
  expect(await ask()).toEqual({
    ready: true,
    issues: [],
    certificate: { present: true, expiresAt: '2030-01-31T12:00:00.000Z' },
    templates: 1,
    defaultTemplateId: id,
    officeIssuingAllowed: true,
  });
});

test('one that lacks everything hears all of it, in order, and nothing is written', async () => {
  const limited = {
    ...settings,
    nfse: null,
    monthlyQuota: 0,
    address: { ...settings.address, municipalityCode: '3304557' },
  };
  const { company, ask } = await linked({ settings: limited });
  const rows = await written();
  const { ready, issues, ...rest } = await ask();
  expect({ ready, codes: codesOf(issues) }).toEqual({
    ready: false,
    codes: [
      'certificate_missing',
      'nfse_not_configured',
      'no_nfse_template',
      'quota_exhausted',
      'office_issuing_not_allowed',
    ],
  });
  expect(rest).toEqual({
    certificate: { present: false, expiresAt: null },
    templates: 0,
    defaultTemplateId: null,
    officeIssuingAllowed: false,
  });
  expect(await written()).toEqual(rows);
  await giveCertificate(api.orm, company, '2026-01-31T12:00:00Z');
  await agreement('3304557', { isActive: true, hasNationalIssuer: false, message: null });
  const later = await ask();
  expect(later.certificate).toEqual({ present: true, expiresAt: '2026-01-31T12:00:00.000Z' });
  expect(codesOf(later.issues).slice(0, 3)).toEqual([
    'certificate_expired',
    'nfse_not_configured',
    'municipality_unsupported',
  ]);
});

test('the quota limits production alone, and a company without settings has none', async () => {
  const limited = await linked({ settings: { ...settings, monthlyQuota: 0 }, environment: 'HOMOLOGATION' });
  expect(codesOf((await limited.ask()).issues)).not.toContain('quota_exhausted');
  const bare = await linked({ settings: null });
  expect(codesOf((await bare.ask()).issues)).toContain('nfse_not_configured');
});

test('what the operator says of the municipality comes before what is kept; where nobody has said anything it is no issue', async () => {
  const at = (municipalityCode: string, isOnNationalSystem?: boolean): CompanySettings => ({
    ...settings,
    address: { ...settings.address, municipalityCode },
    nfse: {
      ...serviceSettings.nfse!,
      municipality: isOnNationalSystem === undefined ? null : { isOnNationalSystem, asOf: '2026-11-01' },
    },
  });
  const told = async (of: CompanySettings) => codesOf((await (await linked({ settings: of })).ask()).issues);
  await agreement('3106200', { isActive: false, hasNationalIssuer: false, message: 'Convênio não encontrado' });
  expect(await told(at('3106200'))).toContain('municipality_unsupported');
  expect(await told(at('3106200', true))).not.toContain('municipality_unsupported');
  expect(await told(at('4106902'))).not.toContain('municipality_unsupported');
  expect(await told(at('4106902', false))).toContain('municipality_unsupported');
});

test('emission refuses at once, in the same words, what readiness says of the municipality, unless that is old', async () => {
  const city = { ...settings.address, municipalityCode: '2927408' };
  const { company, ask } = await linked({ settings: { ...settings, address: city } });
  await giveCertificate(api.orm, company, '2030-01-31T12:00:00Z');
  const { secret: key } = await createKey(acrossCompanies(api.orm), { company, name: 'teste', scopes: companyScopes });
  const issue = () => api.call('POST', '/v1/fiscal-documents', { key, body: service({ emit: true }) });
  await agreement('2927408', { isActive: false, hasNationalIssuer: false, message: null });
  const { message } = (await ask()).issues.find(({ code }) => code === 'municipality_unsupported')!;
  expect(await issue()).toMatchObject({
    status: 422,
    body: { code: 'invalid_state', issues: [{ path: 'company.address', message }] },
  });
  await agreement('2927408', { isActive: false, hasNationalIssuer: false, message: null }, new Date('2026-11-01'));
  // The run asks the municipality before it refuses; here Temporal is away, so nothing is refused.
  expect(await issue()).toMatchObject({ status: 201, body: { status: 'PROCESSING' } });
});

test('templates count that are there, of services, with a code; a set default stands before the only one', async () => {
  const { company, ask } = await linked({ settings });
  await template(company, {});
  await template(company, { serviceCode: '010701' }, { deletedAt: new Date() });
  await template(null, {});
  expect(await ask()).toMatchObject({ templates: 0, defaultTemplateId: null });
  const own = await template(company, { serviceCode: '010701' });
  expect(await ask()).toMatchObject({ templates: 1, defaultTemplateId: own });
  const other = await template(company, { serviceCode: '010601' });
  expect(await ask()).toMatchObject({ templates: 2, defaultTemplateId: null });
  await change(company, { ...settings, nfse: { ...serviceSettings.nfse!, defaultTemplateId: other } });
  expect(await ask()).toMatchObject({ templates: 2, defaultTemplateId: other });
});

test('a municipal registration that the authority asked for is missing until it is there, or a later service did without', async () => {
  const { company, ask } = await linked({ settings });
  const isMissing = async () => codesOf((await ask()).issues).includes('nfse_not_configured');
  await issued(company, 'REJECTED', 'E0014');
  expect(await isMissing()).toBe(false);
  await issued(company, 'REJECTED', 'E0116');
  expect(await isMissing()).toBe(true);
  await change(company, { ...settings, municipalRegistration: '123' });
  expect(await isMissing()).toBe(false);
  await change(company, settings);
  await issued(company, 'AUTHORIZED', '100');
  expect(await isMissing()).toBe(false);
});

test('it takes documents:read, and a link that is active', async () => {
  const { office, key } = await newOffice(api.orm, { scopes: ['clients:read'] });
  const { company } = await newCompany(api.orm);
  await linkOf(api.orm, office, company);
  expect(await get(company, key)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  const other = await newOffice(api.orm);
  expect(await get(company, other.key)).toMatchObject({ status: 403, body: { code: 'company_not_in_portfolio' } });
});

type Linked = {
  settings: CompanySettings | null;
  environment?: 'PRODUCTION' | 'HOMOLOGATION';
  link?: Partial<Pick<OfficeLink, 'issuingAllowed'>>;
};

type Readiness = Record<string, unknown> & { issues: { code: string; message: string }[] };

/** A company in an office's portfolio, and the office's request for its readiness. */
async function linked({ link, ...options }: Linked) {
  const { office, key } = await newOffice(api.orm);
  const { company } = await newCompany(api.orm, { environment, certificateEnds: null, ...options });
  await linkOf(api.orm, office, company, link);
  const ask = async (): Promise<Readiness> => {
    const { status, body } = await get(company, key);
    expect(status).toBe(200);
    return body as Readiness;
  };
  return { company, ask };
}

function get({ id }: Company, key: string) {
  return api.call('GET', `/v1/accounting/companies/${id}/nfse-readiness`, { key });
}

function codesOf(issues: Readiness['issues']): string[] {
  return issues.map(({ code }) => code);
}

async function change({ id }: Company, changed: CompanySettings): Promise<void> {
  await acrossCompanies(api.orm).nativeUpdate(Company, { id }, { settings: changed });
}

async function template(
  company: Company | null,
  service: { serviceCode?: string },
  more: Partial<Pick<FiscalTemplate, 'deletedAt'>> = {},
): Promise<string> {
  const em = acrossCompanies(api.orm);
  const source = company ? 'company' : 'tenant';
  const name = 'Prestação de serviço';
  const made = em.create(FiscalTemplate, {
    company: company?.id ?? null,
    source,
    type: 'NFSE',
    name,
    fields: {},
    service,
    ...more,
  });
  await em.flush();
  return made.id;
}

async function agreement(
  municipality: string,
  said: MunicipalityAgreement['agreement'],
  askedAt = new Date(),
): Promise<void> {
  const row = { environment, municipality, agreement: said, askedAt } as const;
  await acrossCompanies(api.orm).upsert(MunicipalityAgreement, row);
}

/** Writes a service that has ended. */
async function issued({ id }: Company, status: 'REJECTED' | 'AUTHORIZED', cStat: string): Promise<void> {
  const em = acrossCompanies(api.orm);
  em.create(Document, {
    company: id,
    type: 'NFSE',
    environment,
    status,
    cStat,
    totalValue: '1.00',
    issueDateTime: new Date(),
    clientSnapshot: buyer,
    payload: sale,
  });
  await em.flush();
}

/** Rows inserted, updated and deleted in the database so far, apart from what every request with a key writes. */
async function written(): Promise<unknown> {
  const tables = await acrossCompanies(api.orm).execute<{ relname: string }[]>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'rate_bucket' order by 1`,
  );
  const counts = tables.map(
    ({ relname }) => `select '${relname}' as name, count(*), max(xmin::text::bigint) from "${relname}"`,
  );
  return acrossCompanies(api.orm).execute(counts.join(' union all '));
}
