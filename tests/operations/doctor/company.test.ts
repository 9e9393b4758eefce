import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWire } from '../../../adapters/mutual-tls/wire.ts';
import type { Orm } from '../../../config/orm.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { fiscalDay } from '../../../domain/fiscal-time.ts';
import type { LawChange } from '../../../domain/law-calendar.ts';
import { lawTables, type LawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import { examineCompany } from '../../../operations/doctor/examine.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { setCompany } from '../../../operations/provisioning.ts';
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
  const means = { identities, wire, serviceCode: undefined, rates: shippedLawTables };
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
      rates: shippedLawTables,
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

test.each([
  ['the day before', 1, { regime: 'WARNING', says: 'A partir de ' }],
  ['the day itself', 0, { regime: 'FAILURE', says: '. A SEFAZ recusa' }],
] as const)(
  'a regime that Receita contradicts is judged by the first day that an operator moved: %s',
  async (_day, ahead, { regime, says }) => {
    const { id } = await emptyCompany(orm);
    const company = await setCompany(acrossCompanies(orm), id, { receitaRegime: 'MEI' });
    const rates = movedBy('REGISTERS_OF_PARTIES', ahead);
    expect(await findingOf('receita', company, rates)).toMatchObject({
      status: regime,
      message: expect.stringContaining(says),
    });
  },
);

test('a company without a state registration is told the first day that an operator moved', async () => {
  const { id } = await emptyCompany(orm);
  const company = await setCompany(acrossCompanies(orm), id, { stateRegistration: null });
  const rates = movedBy('NOTES_WITHOUT_STATE_REGISTRATION', 9);
  const [first = ''] = dayAhead(9);
  expect(await findingOf('settings', company, rates)).toMatchObject({
    message: expect.stringContaining(`a partir de ${first}`),
  });
});

async function findingOf(wanted: string, company: Company, rates: LawTables) {
  const identities = () => ({ of: async () => null });
  const found = await examineCompany(orm, company, { identities, wire, serviceCode: undefined, rates });
  return found.find(({ check }) => check === wanted);
}

/** The shipped tables with a change of the law moved to so many days from today, as an operator's file does. */
function movedBy(change: LawChange, days: number): LawTables {
  const [, day] = dayAhead(days);
  const first = { homologation: day, production: day, law: 'Ato de prova', confidence: 'HIGH' };
  return lawTables({ calendar: { source: 'prova', changes: { [change]: first } } });
}

/** A day (in São Paulo) so many days from today, as people write it and as tables do. */
function dayAhead(days: number): [string, string] {
  const day = fiscalDay(new Date(Date.now() + days * 86_400_000), 'SP');
  return [day.split('-').toReversed().join('/'), day];
}

/** Writes a certificate of a company that is valid between two days, counted from today. */
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
