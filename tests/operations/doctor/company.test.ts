import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWire } from '../../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../../config/orm.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { shippedContingencyStates } from '../../../domain/taxation/rates/contingency.ts';
import { examineCompany } from '../../../operations/doctor/examine.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const wire = createWire({ timeoutMs: 1_000, maxAnswerBytes: 1_000 });
let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(async () => {
  await wire.close();
  await orm?.close();
});

test('one company is examined alone: what of it waits, and what keeps it from issuing, of nobody else', async () => {
  await emptyCompany(orm);
  const company = await emptyCompany(orm);
  const identities = () => {
    throw new Error('nobody asks for a certificate that is not there');
  };
  const means = { identities, wire, serviceCode: undefined, states: shippedContingencyStates };
  const found = await examineCompany(orm, company, means);
  const checks = ['waits', 'settings', 'receita', 'nfce', 'contingency', 'contingency', 'nfse', 'certificate'];
  expect(found.map(({ check }) => check)).toEqual(checks);
  expect(found.flatMap((finding) => finding.company ?? [])).toEqual(checks.slice(1).map(() => company.taxId));
  expect(found.filter(({ status }) => status === 'FAILURE')).toMatchObject([
    { check: 'certificate', company: company.taxId, mend: expect.stringContaining('lavra certificate add') },
  ]);
});

test('the certificate that is examined is the one that signs: one that has not begun hides no end', async () => {
  const company = await emptyCompany(orm);
  const certificateFinding = async () => {
    const means = {
      identities: () => ({ of: async () => null }),
      wire,
      serviceCode: undefined,
      states: shippedContingencyStates,
    };
    return (await examineCompany(orm, company, means)).find(({ check }) => check === 'certificate');
  };
  await certificate(company, { from: 10, until: 375 });
  expect(await certificateFinding()).toMatchObject({
    status: 'FAILURE',
    message: expect.stringContaining('só vale a partir de'),
  });
  await certificate(company, { from: -360, until: 5 });
  expect(await certificateFinding()).toMatchObject({
    status: 'WARNING',
    message: expect.stringContaining('vence em 5 dia(s)'),
  });
  await certificate(company, { from: -1, until: 364 });
  expect(await certificateFinding()).toMatchObject({ status: 'OK' });
});

/** A certificate of a company from one day until another, counted from today. */
async function certificate({ id: company, taxId }: Company, days: { from: number; until: number }): Promise<void> {
  const on = (day: number): Date => new Date(Date.now() + day * 86_400_000);
  const id = uuid();
  const em = acrossCompanies(orm);
  em.create(Certificate, {
    id,
    company,
    taxId,
    subject: 'EMPRESA',
    issuer: 'AC',
    serialNumber: '1',
    fingerprint: id.replaceAll('-', ''),
    notBefore: on(days.from),
    notAfter: on(days.until),
    sealed: { version: 1, masterKeyId: '', wrappedKey: '', data: '' },
  });
  await em.flush();
}
