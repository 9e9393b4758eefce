import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { commandOf } from '../../../domain/conversation/remedy.ts';
import { lawTables, type LawTables } from '../../../domain/taxation/law-tables.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany, setCompany } from '../../../operations/provisioning.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const dayBefore = new Date('2026-12-13T23:30:00-03:00');
const firstDay = new Date('2026-12-14T00:30:00-03:00');

let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
  company = await createCompany(acrossCompanies(orm), { ...demoCompany, environment: 'PRODUCTION' });
});
afterAll(() => orm?.close());

async function told(now: Date, rates?: LawTables) {
  const query = { company, atMost: 10, now, ...(rates ? { rates } : {}) };
  const { items } = await attention(acrossCompanies(orm), query);
  return items.filter(({ what }) => what === 'regime');
}
const set = (change: Partial<CompanyInput>) => setCompany(acrossCompanies(orm), company.taxId, change);

test('a company in production is asked for how it stands at Receita until somebody says it', async () => {
  const [asked, ...others] = await told(dayBefore);
  expect(others).toEqual([]);
  expect(asked).toMatchObject({
    kind: 'REGIME_UNCONFIRMED',
    company: company.taxId,
    reason: expect.stringMatching(/emite como NORMAL\. A partir de 14\/12\/2026 .*\(rejeição 180\)/),
  });
  expect(asked && commandOf(asked.remedy)).toBe(
    `lavra company set ${company.taxId} --receita-regime <SIMPLES|MEI|OTHER>`,
  );
  await set({ receitaRegime: 'OTHER' });
  expect(await told(dayBefore)).toEqual([]);
});

test('a contradiction is reported until it is mended, in homologation too, and costs notes from the first day on', async () => {
  await set({ receitaRegime: 'SIMPLES' });
  expect(await told(dayBefore)).toMatchObject([
    { kind: 'REGIME_CONTRADICTED', reason: expect.stringContaining('A partir de 14/12/2026 a SEFAZ recusa') },
  ]);
  expect(await told(firstDay)).toMatchObject([{ reason: expect.stringContaining('. A SEFAZ recusa toda') }]);
  await set({ environment: 'HOMOLOGATION' });
  expect(await told(dayBefore)).toMatchObject([{ reason: expect.stringContaining('. A SEFAZ recusa toda') }]);
  await set({ taxRegime: 'SIMPLES_EXCESS' });
  expect(await told(firstDay)).toEqual([]);
});

test('a first day that an operator moved counts', async () => {
  await set({ environment: 'PRODUCTION', taxRegime: 'NORMAL', receitaRegime: 'SIMPLES' });
  const first = { homologation: null, production: '2027-02-01', law: 'Ato de prova', confidence: 'HIGH' };
  const moved = lawTables({ calendar: { source: 'prova', changes: { REGISTERS_OF_PARTIES: first } } });
  const lastDay = new Date('2027-01-31T23:30:00-03:00');
  expect(await told(lastDay, moved)).toMatchObject([
    { reason: expect.stringContaining('A partir de 01/02/2027 a SEFAZ recusa') },
  ]);
  expect(await told(new Date('2027-02-01T00:30:00-03:00'), moved)).toMatchObject([
    { reason: expect.stringContaining('. A SEFAZ recusa toda') },
  ]);
  await set({ environment: 'HOMOLOGATION', taxRegime: 'SIMPLES_EXCESS' });
});

test('who is in homologation, and who issues services alone, is not asked', async () => {
  await set({ receitaRegime: null });
  expect(await told(firstDay)).toEqual([]);
  await set({ environment: 'PRODUCTION', stateRegistration: null });
  expect(await told(firstDay)).toEqual([]);
});
