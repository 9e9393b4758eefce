import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readLawTables } from '../../config/rates.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { child, children, readXml, textOf, type XmlElement } from '../../domain/xml/reader.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { lavra, lavraJson } from '../cli/lavra.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

const path = '/v1/fiscal-documents';
const newYear = '2027-01-01T00:10:00-03:00';
const nobody = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/nothing', TEMPORAL_ADDRESS: '127.0.0.1:1' };

let folder: string;
let ratesFile: string;
let installation: Installation;
/** One API with the shipped tables, and one with the operator's table of rates. */
let shipped: OwnApi;
let given: OwnApi;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-2027-'));
  ratesFile = join(folder, 'rates.json');
  const law = 'Resolução do Senado, de exemplo';
  const added = await lavra(['rates', 'add', 'ibs-cbs', '--cbs', '8.7', '--law', law], withRates());
  expect(added).toMatchObject({ code: 0 });
  installation = await openInstallation({ LAVRA_RATES: ratesFile });
  ({ key } = await installation.openCompany());
  const { env, client: temporal } = installation;
  const ofInstallation = { databaseUrl: env.databaseUrl, temporal };
  shipped = await startOwnApi({ ...ofInstallation, rates: shippedLawTables });
  given = await startOwnApi({ ...ofInstallation, rates: readLawTables(env) });
});
afterEach(async () => {
  vi.useRealTimers();
  await installation.authority.control('DELETE', '/clock');
});
afterAll(async () => {
  await Promise.all([shipped?.close(), given?.close()]);
  await installation?.close();
  await rm(folder, { recursive: true });
});

test('without the CBS of 2027 a sale is refused in words, and kept as a draft; with the rate that an operator gave it is authorized', async () => {
  await clocksAt(newYear);
  const refused = await shipped.call('POST', path, { key, body: demoSale('primeira do ano') });
  const missing = expect.stringMatching(/^A alíquota da CBS em 2027-01-01 .*"lavra rates add ibs-cbs"/);
  const faults = [0, 1].map((index) => ({
    code: 'invalid_taxation',
    path: `items[${index}].ibsCbsSituation`,
    message: missing,
  }));
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_taxation', issues: faults } });
  const draft = await shipped.call('POST', path, { key, body: { ...demoSale('primeira do ano'), emit: false } });
  expect(draft).toMatchObject({ status: 201, body: { status: 'DRAFT', warnings: faults } });

  const one = `${path}/${String(draft.body['id'])}`;
  expect((await shipped.call('POST', `${one}/emit`, { key })).status).toBe(422);
  expect((await given.call('POST', `${one}/emit`, { key })).status).toBe(202);
  const issued = await until('the note is settled', async () => {
    const { body } = await given.call('GET', one, { key });
    return body['status'] !== 'PROCESSING' && body;
  });
  expect(issued).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null });

  const { text } = await given.call('GET', `${one}/xml`, { key });
  const infNFe = child(readXml(text), 'NFe', 'infNFe')!;
  expect(textOf(infNFe, 'ide', 'dhEmi')).toMatch(/^2027-01-01T00:1\d/);
  const det = children(infNFe, 'det')[0]!;
  const ibsCbs = child(det, 'imposto', 'IBSCBS', 'gIBSCBS')!;
  expect(
    [
      ['gIBSUF', 'pIBSUF'],
      ['gIBSMun', 'pIBSMun'],
      ['gCBS', 'pCBS'],
    ].map((tags) => textOf(ibsCbs, ...tags)),
  ).toEqual(['0.0500', '0.0500', '8.7000']);
  await expectOnePrice(infNFe, one);
});

test('a price without the new taxes is reported with them before anything is issued, and that is what is paid', async () => {
  await clocksAt(newYear);
  const priced = demoSale('preço sem IBS e CBS');
  const { type, operationNature, client } = priced;
  const items = priced.items.map((item) => ({ ...item, priceIncludes: 'NET_OF_NEW_TAXES' }));
  const asked = { type, operationNature, client, items };
  const { status, body: preview } = await given.call('POST', `${path}/preview`, { key, body: asked });
  expect([status, preview['items']]).toMatchObject([
    200,
    [
      { unitValue: '35.236', totalValue: '352.36', netPrice: { by: 'ITEM', unitValue: '32.90', totalValue: '329.00' } },
      { netPrice: { by: 'ITEM', unitValue: '4.20', totalValue: '21.00' } },
    ],
  ]);
  const total = String(preview['totalValue']);
  const paidWith = (value: string) => ({ ...asked, emit: true, payments: [{ method: 'PIX', value }] });
  const tooLittle = await given.call('POST', path, { key, body: paidWith('350.00') });
  expect(tooLittle).toMatchObject({ status: 422, body: { code: 'invalid_payments' } });
  const created = await given.call('POST', path, { key, body: paidWith(total) });
  expect(created.status).toBe(201);
  const one = `${path}/${String(created.body['id'])}`;
  const issued = await until('the note is settled', async () => {
    const { body } = await given.call('GET', one, { key });
    return body['status'] !== 'PROCESSING' && body;
  });
  expect(issued).toMatchObject({ status: 'AUTHORIZED', totalValue: total });
  const infNFe = child(readXml((await given.call('GET', `${one}/xml`, { key })).text), 'NFe', 'infNFe')!;
  expect([
    textOf(infNFe, 'total', 'ICMSTot', 'vNF'),
    textOf(infNFe, 'total', 'vNFTot'),
    textOf(infNFe, 'pag', 'detPag', 'vPag'),
  ]).toEqual([total, total, total]);
});

test('who is of another regime at Receita sells until 13 December 2026, is refused on the 14th, and sells in 2027 without PIS and COFINS', async () => {
  const { key: own, company } = await installation.openCompany({
    taxId: '11444777000161',
    environment: 'PRODUCTION',
    receitaRegime: 'SIMPLES',
  });
  const register = `/taxpayers/${company.taxId}`;
  await installation.authority.control('PUT', register, { regTrib: 1 });
  const soldAt = async (instant: string) => {
    await clocksAt(instant);
    const body = demoSale(instant);
    const { body: preview } = await given.call('POST', `${path}/preview`, { key: own, body });
    const created = await given.call('POST', path, { key: own, body });
    expect(created.status).toBe(201);
    const one = `${path}/${String(created.body['id'])}`;
    const issued = await until('the note is settled', async () => {
      const { body } = await given.call('GET', one, { key: own });
      return body['status'] !== 'PROCESSING' && body;
    });
    const { text } = await given.call('GET', `${one}/xml?type=signed`, { key: own });
    const { status, rejection } = issued;
    return {
      status,
      rejection,
      hasContributions: /<PIS>.*<COFINS>/.test(text),
      preview: JSON.stringify(preview['warnings']),
    };
  };
  const before = await soldAt('2026-12-13T23:00:00-03:00');
  expect(before).toMatchObject({ status: 'AUTHORIZED', hasContributions: true });
  expect(before.preview).toContain('A partir de 14/12/2026 a SEFAZ recusa');
  const first = await soldAt('2026-12-14T00:10:00-03:00');
  expect(first).toMatchObject({ status: 'REJECTED', rejection: { code: '180' }, hasContributions: true });
  expect(first.preview).toContain('. A SEFAZ recusa');
  await installation.authority.control('PUT', register, { regTrib: 9 });
  for (const day of [newYear, '2027-01-04T09:00:00-03:00']) {
    const sold = await soldAt(day);
    expect(sold).toMatchObject({ status: 'AUTHORIZED', hasContributions: false });
    expect(sold.preview).toContain('O PIS e a COFINS acabaram');
  }
});

/** Expects that the price quoted to the buyer is what every total says and what is paid: it contains the new taxes. */
async function expectOnePrice(infNFe: XmlElement, one: string): Promise<void> {
  const ofItems = children(infNFe, 'det').map((det) => textOf(det, 'vItem'));
  expect(ofItems).toEqual(['329.00', '21.00']);
  const totals = child(infNFe, 'total')!;
  expect([
    textOf(totals, 'ICMSTot', 'vProd'),
    textOf(totals, 'ICMSTot', 'vNF'),
    textOf(totals, 'vNFTot'),
    textOf(infNFe, 'pag', 'detPag', 'vPag'),
  ]).toEqual(Array(4).fill('350.00'));
  const { body } = await given.call('GET', one, { key });
  expect(body).toMatchObject({ totalValue: '350.00' });
}

test.each([
  ['2026-11-16T23:59:00-03:00', 'OK', /até a véspera de 2027-01-01/],
  ['2026-11-17T00:01:00-03:00', 'WARNING', /em 45 dia\(s\), falta a alíquota da CBS/],
  [newYear, 'FAILURE', /hoje falta a alíquota da CBS/],
])(
  'at %s the doctor finds the rates %s, and nothing to say once the operator gave the CBS',
  async (at, status, message) => {
    await clocksAt(at);
    expect(await ratesByDoctor(nobody)).toMatchObject({ status, message: expect.stringMatching(message) });
    expect(await ratesByDoctor(withRates())).toMatchObject({ status: 'OK' });
  },
);

/** Settings of the command line with the file of rates, which the command creates if it is missing. */
const withRates = () => ({ ...nobody, LAVRA_RATES: ratesFile });

/** Sets the clock of the product, which is in this process, and of the authority; both run on from there. */
async function clocksAt(instant: string): Promise<void> {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  await installation.authority.control('PUT', '/clock', { now: instant });
}

/** The findings of `lavra doctor` about rates alone. */
async function ratesByDoctor(settings: Record<string, string>) {
  const { answer } = await lavraJson(['doctor'], settings);
  const { findings } = answer as { findings: { check: string; status: string; message: string }[] };
  return findings.find(({ check }) => check === 'rates');
}
