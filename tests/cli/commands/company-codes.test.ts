import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { CompanyCsc } from '../../../domain/companies/company.entity.ts';
import { masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const company = '11222333000181';
const token = 'SEU-CODIGO-CSC-CONTRIBUINTE-36-CARAC';
const key = randomBytes(32);
let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  settings = { DATABASE_URL: url, LAVRA_MASTER_KEY: key.toString('base64') };
  orm = await patientOrm(url);
  await createCompany(acrossCompanies(orm), companyForm);
});
afterAll(() => orm.close());

test('a CSC is stored sealed, opens with the master key alone, and is never shown again', async () => {
  const { code, out, err } = await lavra([...set, '--id', '000001', '--token-stdin'], settings, `${token}\n`);
  expect(code).toBe(0);
  const listed = await lavra(['company', 'csc', 'list', company, '--json'], settings);
  const shown = await lavra(['company', 'show', company, '--json'], settings);
  expect(out + err + listed.out + shown.out).not.toMatch(/SEU-CODIGO|sealed/);
  expect(JSON.parse(listed.out)).toEqual([expect.objectContaining({ environment: 'HOMOLOGATION', id: '1' })]);

  const [row] = await orm.em.getConnection().execute<unknown[]>('select * from company_csc');
  expect(JSON.stringify(row)).not.toContain(token);
  const stored = await acrossCompanies(orm).findOneOrFail(CompanyCsc, { cscId: '1' });
  expect(unseal(masterKey(key), sealOwner.csc(stored.company, 'HOMOLOGATION'), stored.sealed)).toBe(token);
});

test('doubts are refused where a flag says so, and reported where none does', async () => {
  const shown = async (): Promise<unknown> => (await lavraJson(['company', 'show', company], settings)).answer;
  expect(await shown()).toMatchObject({ doubts: 'WARN' });
  expect(await lavraJson(['company', 'set', company, '--doubts', 'REFUSE'], settings)).toMatchObject({ code: 0 });
  expect(await shown()).toMatchObject({ doubts: 'REFUSE' });
  expect(await lavraJson(['company', 'set', company, '--doubts', 'maybe'], settings)).toMatchObject({ code: 1 });
});

test('what prices contain is said by day, taken back by day, and shown', async () => {
  const net = { '2027-01-01': 'NET_OF_NEW_TAXES' };
  for (const [list, priceIncludes] of [
    ['2027-01-01=NET_OF_NEW_TAXES', net],
    ['2027-03-01=ALL_TAXES', { ...net, '2027-03-01': 'ALL_TAXES' }],
    ['2027-03-01=', net],
  ] as const) {
    const changed = await lavraJson(['company', 'set', company, `--price-includes=${list}`], settings);
    expect(changed).toMatchObject({ code: 0 });
    expect((changed.answer as { priceIncludes: unknown }).priceIncludes).toEqual(priceIncludes);
  }
  const refused = await lavraJson(['company', 'set', company, '--price-includes', '2027-02-30=NET'], settings);
  expect(refused).toMatchObject({ code: 1 });
});

test('effective rates and the regime of IBS and CBS are said by day, and refused where they are none', async () => {
  const rates = ['--simples-ibs-rate', '2027-01-01=0.0215', '--simples-cbs-rate', '2027-01-01=0.9,2027-02-01=0.95'];
  const changed = await lavraJson(
    ['company', 'set', company, ...rates, '--ibs-cbs-regime', '2027-07-01=REGULAR'],
    settings,
  );
  expect(changed.answer).toMatchObject({
    simplesIbsRate: { '2027-01-01': '0.0215' },
    simplesCbsRate: { '2027-01-01': '0.9', '2027-02-01': '0.95' },
    ibsCbsRegime: { '2027-07-01': 'REGULAR' },
  });
  for (const wrong of [
    '--simples-cbs-rate=2027-01-01=0,9',
    '--simples-ibs-rate=2027-01-01=x',
    '--ibs-cbs-regime=2027-01-01=1',
  ]) {
    expect(await lavraJson(['company', 'set', company, wrong], settings)).toMatchObject({ code: 1 });
  }
});

test('each environment has one CSC, and a new one takes the place of the old', async () => {
  for (const [id, environment] of [
    ['1', 'HOMOLOGATION'],
    ['2', 'HOMOLOGATION'],
    ['7', 'PRODUCTION'],
  ] as const)
    await lavra([...set, '--id', id, '--environment', environment, '--token-stdin'], settings, token);
  const { answer } = await lavraJson(['company', 'csc', 'list', company], settings);
  expect(answer).toMatchObject([
    { environment: 'HOMOLOGATION', id: '2' },
    { environment: 'PRODUCTION', id: '7' },
  ]);
});

test('a removed CSC leaves nothing behind, and is not removed twice', async () => {
  await lavra([...set, '--id', '1', '--token-stdin'], settings, token);
  const remove = ['company', 'csc', 'remove', company, '--environment', 'HOMOLOGATION'];
  expect((await lavra(remove, settings)).code).toBe(0);
  expect(await acrossCompanies(orm).count(CompanyCsc, { environment: 'HOMOLOGATION' })).toBe(0);
  expect((await lavraJson(remove, settings)).error).toMatchObject({ error: { code: 'csc_not_found' } });
});

test.each([
  ['no code at all', ['--id', '1'], '', 'token_missing'],
  ['a code that is too short', ['--id', '1', '--token-stdin'], 'curto', 'validation_error'],
  ['an id of zero', ['--id', '0', '--token-stdin'], token, 'validation_error'],
  ['an unknown environment', ['--id', '1', '--environment', 'TEST', '--token-stdin'], token, 'invalid_input'],
])('%s is refused in words that do not repeat the code', async (_what, args, given, expected) => {
  const { code, error } = await lavraJson([...set, ...args], settings, given);
  expect(code).toBe(1);
  expect(error).toMatchObject({ error: { code: expected } });
  if (given) expect(JSON.stringify(error)).not.toContain(given);
});

test('the series of NFC-e and the version of its QR code are part of the company', async () => {
  const args = ['--nfce-series', '2', '--nfce-next-number', '90', '--nfce-qr-code-version', '3'];
  const { answer } = await lavraJson(['company', 'set', company, ...args], settings);
  expect(answer).toMatchObject({
    series: { '55': { series: 1 }, '65': { series: 2, nextNumber: 90 } },
    nfce: { qrCodeVersion: '3' },
  });
});

const set = ['company', 'csc', 'set', company];
