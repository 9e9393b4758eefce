import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { contingencyStatesSchema, shippedContingencyStates } from '../../../domain/taxation/rates/contingency.ts';
import { enterContingency } from '../../../operations/contingency/by-hand.ts';
import { checkContingency } from '../../../operations/doctor/contingency.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { setCompany } from '../../../operations/provisioning.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

const now = new Date('2026-11-24T12:00:00Z');
const about = { states: shippedContingencyStates, now };

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(() => orm?.close());

async function company(patch: Record<string, unknown> = {}): Promise<Company> {
  const { id } = await emptyCompany(orm);
  return setCompany(acrossCompanies(orm), id, { series: { '55': { series: 1 }, '65': { series: 1 } }, ...patch });
}

test('a company that would stop selling is given a hint, which is no fault', async () => {
  const { taxId } = await company();
  const found = await checkContingency(orm, await company(), about);
  expect(found.map(({ status }) => status)).toEqual(['OK', 'OK']);
  expect(found.map(({ mend }) => mend?.replace(/\d{14}/, taxId))).toEqual([
    `lavra company set ${taxId} --contingency-nfce AUTOMATIC`,
    `lavra company set ${taxId} --contingency-nfe AUTOMATIC`,
  ]);
});

test('one that goes on is given none', async () => {
  const switched = await company({ contingency: { nfce: 'AUTOMATIC', nfe: 'MANUAL' } });
  const found = await checkContingency(orm, switched, about);
  expect(found.map(({ message, mend }) => [message, mend])).toEqual([
    ['NFC-e offline: AUTOMATIC', undefined],
    ['NF-e em contingência: MANUAL', undefined],
  ]);
});

test('a state that refuses offline notes is reported, and warned of where it is switched on all the same', async () => {
  const off = await company();
  const { state = '' } = off.settings?.address ?? {};
  const refusesOffline = [{ state, law: 'Portaria 1/2026' }];
  const refusing = { now, states: contingencyStatesSchema.parse({ source: 'x', refusesOffline }) };
  expect((await checkContingency(orm, off, refusing))[0]).toMatchObject({
    status: 'OK',
    message: expect.stringContaining('712'),
  });
  const on = await company({ contingency: { nfce: 'AUTOMATIC' } });
  expect((await checkContingency(orm, on, refusing))[0]).toMatchObject({
    status: 'WARNING',
    mend: `lavra company set ${on.taxId} --contingency-nfce OFF`,
  });
});

test('what a person entered more than a day ago is likely to be forgotten', async () => {
  const found = await company({ contingency: { nfce: 'MANUAL' } });
  const place = { company: found, environment: 'HOMOLOGATION', type: 'NFCE' } as const;
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
  await enterContingency(acrossCompanies(orm), place, 'Sem internet na loja desde as 14h', { now: hours(24) });
  await enterContingency(acrossCompanies(orm), { ...place, environment: 'PRODUCTION' }, 'Sem internet na loja', {
    now: hours(23),
  });
  const warned = (await checkContingency(orm, found, about)).filter(({ status }) => status === 'WARNING');
  expect(warned).toMatchObject([
    {
      message: expect.stringMatching(/NFC-e em HOMOLOGATION declarada há 1 dia .*Sem internet na loja desde/),
      mend: expect.stringContaining(`lavra contingency leave --company ${found.taxId} --model NFCE`),
    },
  ]);
});
