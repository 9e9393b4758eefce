import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { commandOf } from '../../../domain/conversation/remedy.ts';
import { lawTables, type LawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany, setCompany } from '../../../operations/provisioning.ts';
import { attention } from '../../../operations/waits/attention.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const noon = (day: string) => new Date(`${day}T12:00:00-03:00`);
const published = lawTables({
  ibsCbs: {
    source: 'x',
    periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
  },
});

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
  await createCompany(acrossCompanies(orm), { ...demoCompany, receitaRegime: 'OTHER' });
});
afterAll(() => orm?.close());

async function told(now: Date, rates: LawTables = shippedLawTables) {
  const { items, totals } = await attention(acrossCompanies(orm), { company: null, atMost: 10, now, rates });
  expect(totals.rates).toBe(items.filter(({ what }) => what === 'rates').length);
  return items.filter(({ what }) => what === 'rates');
}

test('a CBS that is not published is reported 45 days before, with what it stops, and until an operator adds it', async () => {
  expect(await told(noon('2026-11-16'))).toEqual([]);
  const [soon] = await told(noon('2026-11-27'));
  expect(soon).toMatchObject({
    kind: 'RATES_MISSING',
    reason: expect.stringMatching(
      /^A partir de 2027-01-01, em 35 dia\(s\), falta a alíquota da CBS: .* de 1 empresa\(s\)/,
    ),
    since: new Date('2026-11-17T00:00:00-03:00'),
    until: new Date('2027-01-01T00:00:00-03:00'),
  });
  expect(soon && commandOf(soon.remedy)).toBe('lavra rates add ibs-cbs --cbs <percentual> --law <lei>');
  expect(await told(noon('2027-01-01'))).toMatchObject([{ reason: expect.stringMatching(/^Hoje falta/), until: null }]);
  expect(await told(noon('2027-01-01'), published)).toEqual([]);
});

test('it is of the installation, and of nobody where no company of the normal regime issues', async () => {
  const { taxId } = demoCompany;
  const company = { id: '00000000-0000-0000-0000-000000000000', taxId };
  const ofOne = await attention(acrossCompanies(orm), {
    ...{ company, atMost: 10, now: noon('2027-01-01') },
    rates: shippedLawTables,
  });
  expect(ofOne.totals.rates).toBe(0);
  await setCompany(acrossCompanies(orm), taxId, { taxRegime: 'SIMPLES_EXCESS' });
  expect(await told(noon('2027-01-01'))).toEqual([]);
});
