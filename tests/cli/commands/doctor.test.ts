import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { masterKey } from '../../../domain/seal.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import {
  addCertificate,
  createCompany,
  findCompany,
  setCompany,
  setCsc,
  setCsrt,
} from '../../../operations/provisioning.ts';
import { make, pfxOf } from '../../domain/companies/making-certificates.ts';
import { patientOrm, schemas, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavraJson } from '../lavra.ts';

const nobody = '127.0.0.1:1';
const away = { DATABASE_URL: `postgres://nobody:secret@${nobody}/nothing`, TEMPORAL_ADDRESS: nobody };
const key = randomBytes(32);
let orm: Orm;
let url: string;
beforeAll(async () => {
  url = await testDatabase();
  orm = await patientOrm(url);
});
afterAll(() => orm.close());

test('with everything down each part is reported, how to mend it, and the exit code is 1', async () => {
  const { code, answer } = await lavraJson(['doctor'], away);
  expect(code).toBe(1);
  expect(answer).toMatchObject({ healthy: false });
  for (const check of ['database', 'temporal', 'schemas']) {
    expect(found(answer, check)).toEqual([expect.objectContaining({ status: 'FAILURE', mend: expect.any(String) })]);
  }
  expect(JSON.stringify(answer)).not.toContain('secret');
});

test('a company is told what it lacks, and how long its certificate lasts', async () => {
  const company = await createCompany(acrossCompanies(orm), companyForm);
  await createCompany(acrossCompanies(orm), { ...companyForm, taxId: '11444777000161', stateRegistration: null });
  const root = make({ name: 'AC Raiz de Teste', ca: true });
  const notAfter = new Date(Date.now() + 10.5 * 86_400_000);
  const pfx = pfxOf(make({ name: 'LOJA', cnpj: company.taxId, issuer: root, notAfter }));
  await addCertificate(acrossCompanies(orm), masterKey(key), { company, pfx, password: '1234', trust: [root.pem] });
  const settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: nobody, LAVRA_MASTER_KEY: key.toString('base64') };
  const { answer } = await lavraJson(['doctor'], {
    ...settings,
    LAVRA_SCHEMAS: schemas,
    LAVRA_AUTHORITY_ADDRESS: nobody,
  });
  for (const check of ['database', 'migrations', 'tenancy', 'master_key']) {
    expect(found(answer, check)).toEqual([expect.objectContaining({ status: 'OK' })]);
  }
  expect(found(answer, 'schemas').map(({ status }) => status)).toEqual(['OK', 'OK']);
  expect(found(answer, 'certificate')).toEqual([
    expect.objectContaining({
      company: '11222333000181',
      status: 'WARNING',
      message: expect.stringContaining('11 dia(s)'),
    }),
    expect.objectContaining({ company: '11444777000161', status: 'FAILURE' }),
  ]);
  expect(found(answer, 'settings').map(({ status }) => status)).toEqual(['OK', 'FAILURE']);
  expect(found(answer, 'authority_tls')).toEqual([expect.objectContaining({ status: 'FAILURE' })]);
});

test('a company that wants QR codes with a CSC and has none is told to register it', async () => {
  const reference = '11222333000181';
  await setCompany(acrossCompanies(orm), reference, { series: { '65': 3 }, nfce: { qrCodeVersion: '2' } });
  const settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: nobody, LAVRA_MASTER_KEY: key.toString('base64') };
  const before = await lavraJson(['doctor'], settings);
  expect(found(before.answer, 'nfce')).toEqual([
    expect.objectContaining({ status: 'FAILURE', mend: expect.stringContaining('csc set') }),
  ]);
  const company = await findCompany(acrossCompanies(orm), reference);
  const csc = { id: '1', token: '0123456789ABCDEF', environment: 'HOMOLOGATION' as const };
  await setCsc(acrossCompanies(orm), masterKey(key), { company, ...csc });
  const after = await lavraJson(['doctor'], settings);
  expect(found(after.answer, 'nfce')).toEqual([expect.objectContaining({ status: 'OK' })]);
  expect(found(after.answer, 'master_key')[0]?.message).toContain('2 segredos');
});

test('another master key than the one that sealed is noticed', async () => {
  const settings = {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: nobody,
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const { answer } = await lavraJson(['doctor'], settings);
  expect(found(answer, 'master_key')).toEqual([
    expect.objectContaining({ status: 'FAILURE', message: '2 de 2 segredos não abrem' }),
  ]);
});

test('a company of a state that asks who made the software, and for his code, is told to say both', async () => {
  const taxId = '34238864000168';
  const address = { ...companyForm.address, state: 'PR', municipalityCode: '4106902', city: 'Curitiba' };
  await createCompany(acrossCompanies(orm), { ...companyForm, taxId, stateRegistration: '1234567850', address });
  const settings = { DATABASE_URL: url, TEMPORAL_ADDRESS: nobody, LAVRA_MASTER_KEY: key.toString('base64') };
  const lacks = async () => {
    const { answer } = await lavraJson(['doctor'], settings);
    return found(answer, 'settings').filter(({ company, status }) => company === taxId && status === 'FAILURE');
  };
  expect(await lacks()).toMatchObject([{ mend: expect.stringContaining(`company set ${taxId} --technical-cnpj`) }]);
  const responsible = { cnpj: '11222333000181', contact: 'Ana', email: 'ana@example.com', phone: '1130000000' };
  await setCompany(acrossCompanies(orm), taxId, { technicalResponsible: responsible });
  expect(await lacks()).toMatchObject([{ mend: expect.stringContaining(`csrt set ${taxId}`) }]);
  const company = await findCompany(acrossCompanies(orm), taxId);
  await setCsrt(acrossCompanies(orm), masterKey(key), {
    company,
    environment: 'HOMOLOGATION',
    id: '1',
    code: 'CSRT-DE-TESTE-0123456789',
  });
  expect(await lacks()).toEqual([]);
});

type Finding = { check: string; company?: string; status: string; message: string; mend?: string };

function found(answer: unknown, check: string): Finding[] {
  const { findings } = answer as { findings: Finding[] };
  return findings.filter((finding) => finding.check === check);
}
