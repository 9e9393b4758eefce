import { afterAll, beforeAll, expect, test } from 'vitest';
import { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { setCompany } from '../../../operations/provisioning.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { lavraJson } from '../lavra.ts';
import { commandSettings } from './command-settings.ts';

let installation: Installation;
let taxId: string;
let companyId: string;
beforeAll(async () => {
  installation = await openInstallation();
  const { company } = await installation.openCompany({ municipalRegistration: '12345', nfse: null });
  ({ taxId, id: companyId } = company);
});
afterAll(() => installation.close());

const municipality = '3550308';

test('a company without a series of NFS-e is not asked about services', async () => {
  const checks = (await doctor()).map(({ check }) => check);
  for (const check of ['nfse', 'sefin_tls', 'adn_tls', 'municipality', 'issqn_rate'])
    expect(checks).not.toContain(check);
});

test('a company with NFS-e is shown SEFIN, ADN, the agreement of its municipality and the rate of its service', async () => {
  await setCompany(acrossCompanies(installation.orm), taxId, {
    nfse: { series: 3 },
    serviceDefaults: { serviceCode: '01.07.01' },
  });
  const found = await doctor();
  expect(found.filter(({ status }) => status !== 'OK')).toEqual([]);
  expect(messageOf(found, 'nfse')).toBe('série 3, inscrição municipal 12345, opSimpNac 1, regEspTrib 0');
  expect(messageOf(found, 'sefin_tls')).toContain('sefin.producaorestrita.nfse.gov.br');
  expect(messageOf(found, 'adn_tls')).toContain('adn.producaorestrita.nfse.gov.br');
  expect(messageOf(found, 'municipality')).toContain(municipality);
  expect(messageOf(found, 'issqn_rate')).toBe('010701: 2,9% desde 2023-01-01');
});

test('the rate shown is that of the service asked about, else of the default template', async () => {
  const em = acrossCompanies(installation.orm);
  const template = em.create(FiscalTemplate, {
    company: companyId,
    source: 'company',
    type: 'NFSE',
    name: 'Consultoria',
    fields: {},
    service: { serviceCode: '170101' },
  });
  await em.flush();
  await setCompany(acrossCompanies(installation.orm), taxId, { nfse: { defaultTemplateId: template.id } });
  expect(messageOf(await doctor(), 'issqn_rate')).toContain('170101: 5%');
  expect(messageOf(await doctor('--service-code', '01.07.01'), 'issqn_rate')).toContain('010701: 2,9%');
  await city({ defaultRate: null });
  const [rate] = (await doctor('--service-code', '140101')).filter(({ check }) => check === 'issqn_rate');
  expect(rate).toMatchObject({ status: 'WARNING', message: expect.stringContaining('E0312') });
  const { code, error } = await lavraJson(['doctor', '--service-code', '410101'], settings());
  expect([code, JSON.stringify(error)]).toEqual([1, expect.stringContaining('--service-code')]);
});

test('a municipality that does not take part stops the company, unless it is in Simples or the operator knows better', async () => {
  await city({ agreement: null });
  await setCompany(acrossCompanies(installation.orm), taxId, {
    taxRegime: 'NORMAL',
    taxDefaults: { icmsSituation: null },
  });
  const agreement = async () => (await doctor()).find(({ check }) => check === 'municipality');
  expect(await agreement()).toMatchObject({
    status: 'FAILURE',
    mend: expect.stringContaining('--nfse-municipality on'),
  });
  await setCompany(acrossCompanies(installation.orm), taxId, {
    nfse: { municipality: { isOnNationalSystem: true, asOf: '2026-11-20' } },
  });
  expect(await agreement()).toMatchObject({ status: 'WARNING', message: expect.stringContaining('2026-11-20') });
  await setCompany(acrossCompanies(installation.orm), taxId, { taxRegime: 'SIMPLES', nfse: { municipality: null } });
  expect(await agreement()).toMatchObject({ status: 'WARNING', message: expect.stringContaining('Simples') });
  await city({ agreement: { active: true, since: '2023-01-01' } });
  expect(await agreement()).toMatchObject({ status: 'OK' });
});

test('what the doctor heard is what the next emission goes by', async () => {
  const kept = `select agreement from municipality_agreement where municipality = '${municipality}'`;
  expect(await acrossCompanies(installation.orm).execute(kept)).toEqual([
    { agreement: expect.objectContaining({ isActive: true, hasNationalIssuer: true }) },
  ]);
});

test('a company of services alone needs no state registration, and the SEFAZ is not asked for it', async () => {
  await setCompany(acrossCompanies(installation.orm), taxId, { stateRegistration: null, municipalRegistration: null });
  const found = await doctor();
  expect(found.filter(({ check }) => check.startsWith('authority'))).toEqual([]);
  expect(messageOf(found, 'settings')).toContain('só NFS-e');
  expect(messageOf(found, 'nfse')).toContain('sem inscrição municipal');
  expect(messageOf(found, 'sefin_tls')).toContain('TLS mútuo');
});

test('an authority that is not trusted is reported for each of its hosts', async () => {
  const found = await doctorWith({ ...settings(), LAVRA_CA_BUNDLE: '' });
  for (const check of ['sefin_tls', 'adn_tls']) {
    expect(found.find((finding) => finding.check === check)).toMatchObject({
      status: 'FAILURE',
      message: expect.stringContaining('LAVRA_CA_BUNDLE'),
    });
  }
});

test('the SEFIN is looked for where the operator says that it is in homologation', async () => {
  const at = 'https://sefin.producaorestrita.nfse.gov.br/Elsewhere';
  const found = await doctorWith({ ...settings(), LAVRA_SEFIN_HOMOLOGATION_URL: at });
  expect(found.find(({ check }) => check === 'sefin_tls')).toMatchObject({
    status: 'FAILURE',
    message: expect.stringContaining('HTTP 404'),
    mend: expect.stringContaining('/Elsewhere/dps/'),
  });
});

type Finding = { check: string; company?: string; status: string; message: string; mend?: string };

function doctor(...flags: string[]): Promise<Finding[]> {
  return doctorWith(settings(), flags);
}

/** The doctor's findings about the company. */
async function doctorWith(environment: Record<string, string>, flags: string[] = []): Promise<Finding[]> {
  const { answer } = await lavraJson(['doctor', '--company', taxId, ...flags], environment);
  return (answer as { findings: Finding[] }).findings.filter(({ company }) => company === taxId);
}

function messageOf(found: Finding[], check: string): string {
  return found.find((finding) => finding.check === check)?.message ?? '';
}

function city(change: object): Promise<unknown> {
  return installation.authority.control('PUT', `/cities/${municipality}`, change);
}

function settings(): Record<string, string> {
  return commandSettings(installation.env);
}
