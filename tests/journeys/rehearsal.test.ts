import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FigureKind } from '../../domain/rehearsal/figures.ts';
import type { RehearsalReport } from '../../domain/rehearsal/tally.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoClient } from '../../local/demo/companies.ts';
import { demoConsumerSale, demoSale, demoSaleOnTerms, demoService } from '../../local/demo/sales.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { lavra, lavraJson } from '../cli/lavra.ts';
import { until } from '../support/checks/until.ts';
import { stateRegistrations } from '../support/samples/state-registrations.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

const today = '2026-12-10T10:00:00-03:00';
const production = { environment: 'PRODUCTION' } as const;

let installation: Installation;
let api: OwnApi;
let folder: string;
/** A shop with a dozen sales, and a company without a state registration that only has products. */
let shop: { taxId: string; key: string };
let unregistered: { taxId: string; key: string };
let product: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-rehearsal-'));
  installation = await openInstallation();
  const { env, client: temporal } = installation;
  api = await startOwnApi({ databaseUrl: env.databaseUrl, temporal, rates: shippedLawTables });
  await clocksAt(today);
  shop = await opened({});
  unregistered = await opened({ taxId: cnpjOf(50_000_001), stateRegistration: null, taxDefaults: {} });
  const filter = { name: 'Filtro de barro', code: 'FILTRO', salePrice: '80.00', nfeConfig: withIpi };
  product = await created('/v1/products', filter);
  await Promise.all(sales().map((sale, index) => issued({ ...sale, externalId: `venda-${index}` })));
});
beforeEach(() => clocksAt(today));
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  vi.useRealTimers();
  await api?.close();
  await installation?.close();
  await rm(folder, { recursive: true });
});

/** Taxes with IPI, which ends with 2026. */
const withIpi = { ncm: '69120000', ipiSituation: '50', ipiRate: '10' };

/** Sales of a shop: at the counter and on terms, inside the state and out of it, goods and hours, with IPI, freight and discount. */
function sales(): object[] {
  const goods = demoSale('');
  const [coffee] = goods.items;
  const inRio = { city: 'Rio de Janeiro', state: 'RJ', municipalityCode: '3304557', zipCode: '20040002' };
  const paid = { payments: [{ method: 'PIX', value: '329.00' }] };
  const one = (item: object, sale: object = {}) => ({ ...goods, ...paid, items: [{ ...coffee, ...item }], ...sale });
  return [
    goods,
    demoSaleOnTerms('', new Date(today)),
    demoConsumerSale(''),
    demoConsumerSale(''),
    demoService(''),
    demoService('', { hours: '3' }),
    one(
      { cfop: '6102', icmsRate: '12' },
      { client: { ...demoClient, ...inRio, stateRegistration: stateRegistrations.RJ } },
    ),
    one({ cfop: '6108', icmsRate: '12' }, { client: { ...demoClient, ...inRio, document: '52998224725' } }),
    one({ icmsSituation: '40', icmsRate: null, benefitCode: 'SP099090' }),
    one({}, { discount: '9.00', transport: { freightType: 'SENDER', freightValue: '9.00' } }),
    one({}, { payments: null }),
    one({ productId: product, ncm: null }, { payments: [{ method: 'PIX', value: '361.90' }] }),
  ];
}

test.each([
  ['2026-12-13', 'as it was'],
  ['2026-12-14', 'as it was'],
  ['2027-01-01', 'without PIS, COFINS and IPI'],
  ['2027-01-04', 'without PIS, COFINS and IPI'],
])('on %s every sale of the shop passes, %s', async (on, as) => {
  const { code, report } = await rehearsed(shop, on, '--cbs', on < '2027' ? '0.9' : '8.8');
  expect(report).toMatchObject({ total: 12, compared: 12, unjudged: null, unchecked: null, refusals: [] });
  expect([code, report.fates]).toEqual([0, { FIT: 12, REFUSED_HERE: 0, REFUSED_BY_AUTHORITY: 0, NOT_JUDGED: 0 }]);
  const changed = report.figures.flatMap(({ kind, then, now }) => (then === now ? [] : [kind]));
  if (as === 'as it was') return expect(changed).toEqual([]);
  expect(changed).toEqual(expect.arrayContaining(['ipi', 'pis', 'cofins', 'cbs']));
  expect(figuresNow(report, 'ipi', 'pis', 'cofins')).toEqual(['0.00', '0.00', '0.00']);
  expect(changed).not.toContain('icms');
  // 329.00 plus 10 % of IPI, which ends: the payments follow the total, with a warning.
  expect(report.figures.find(({ kind }) => kind === 'total')).toMatchObject({ then: '5596.90', now: '5564.00' });
  expect(report.warnings).toContainEqual(
    expect.objectContaining({
      path: 'payments',
      sales: 1,
      message: expect.stringContaining('de R$ 361.90 para R$ 329.00'),
    }),
  );
});

test('who sells without the new taxes from 2027 on sees the totals that are to come, and is not refused for the payments of before', async () => {
  const set = (content: string) =>
    lavra(['company', 'set', shop.taxId, '--price-includes', `2027-01-01=${content}`], env());
  expect(await set('NET_OF_NEW_TAXES')).toMatchObject({ code: 0 });
  const { code, report } = await rehearsed(shop, '2027-01-04', '--cbs', '8.8');
  expect([code, report.fates.FIT]).toEqual([0, 12]);
  const [total] = report.figures.filter(({ kind }) => kind === 'total');
  expect(Number(total?.now)).toBeGreaterThan(Number(total?.then));
  expect(report.warnings.find(({ path }) => path === 'payments')?.sales).toBeGreaterThan(5);
  const { report: unknown } = await rehearsed(shop, '2027-01-04');
  expect([unknown.fates.FIT, unknown.compared]).toEqual([12, 2]); // only the services can be compared
  expect(await set('')).toMatchObject({ code: 0 });
});

test('without a rate of CBS the report says so, checks everything else, and shows no amount of it', async () => {
  const { report, csv, page } = await rehearsed(shop, '2027-01-04');
  expect(report).toMatchObject({ cbs: { kind: 'UNKNOWN', standIn: '0.9' }, fates: { FIT: 12 } });
  expect(figuresNow(report, 'ibs', 'cbs', 'pis')).toEqual([null, null, '0.00']);
  expect(page).toMatch(/class="notice">\s*A alíquota da CBS desse dia ainda não está publicada/);
  expect(csv.trim().split('\r\n')).toHaveLength(13);
  const { out } = await lavra(['rehearse', '--on', '2027-01-04', '--company', shop.taxId, '--out', folder], env());
  expect(out).toContain('12 venda(s) desde 2026-11-10');
  expect(out).toContain('A alíquota da CBS desse dia não está publicada');
});

test('what a product lacks is reported once, with the sales that it would stop', async () => {
  const ofShop = { key: shop.key };
  await api.call('PATCH', `/v1/products/${product}`, { ...ofShop, body: { nfeConfig: { ncm: null } } });
  const { code, report, csv } = await rehearsed(shop, '2027-01-04', '--cbs', '8.8');
  expect([code, report.fates.FIT, report.fates.REFUSED_HERE]).toEqual([1, 11, 1]);
  expect(report.refusals).toMatchObject([{ by: 'LAVRA', path: 'items[].ncm', sales: 1 }]);
  expect(report.products).toMatchObject([{ code: 'CAFE-500', findings: [{ path: 'items[].ncm', count: 1 }] }]);
  expect(csv).toMatch(/^Recusada pelo Lavra;NF-e;1;/m);
  await api.call('PATCH', `/v1/products/${product}`, { ...ofShop, body: { nfeConfig: withIpi } });
});

test('a company without sales rehearses its products: without a registration, only from the day on which SVRS takes them', async () => {
  const machine = {
    ...{ name: 'Fresadora', code: 'FRESA-1', salePrice: '350.00' },
    nfeConfig: {
      ncm: '84596100',
      internalCfop: '5551',
      pisCst: '08',
      cofinsCst: '08',
      ibsCbsSituation: '000',
      ibsCbsClassification: '000001',
    },
  };
  await created('/v1/products', machine, unregistered.key);
  const before = await rehearsed(unregistered, '2026-12-13');
  expect(before.report).toMatchObject({
    ...{ since: null, total: 1, fates: { REFUSED_BY_AUTHORITY: 1 } },
    refusals: [{ by: 'AUTHORITY', code: '229', mend: expect.stringMatching(/\w/) }],
  });
  const { code, report } = await rehearsed(unregistered, '2026-12-14');
  expect({ code, report }).toMatchObject({ code: 0, report: { fates: { FIT: 1 }, refusals: [] } });
});

test('no authority checks sales if none is asked to, and the report says so', async () => {
  const { code, report, page } = await rehearsed(shop, '2026-12-14', '--no-judge');
  expect({ code, report }).toMatchObject({ code: 0, report: { fates: { FIT: 0, NOT_JUDGED: 12 } } });
  expect(page).toContain('--no-judge');
});

const env = (): Record<string, string> => ({
  DATABASE_URL: installation.env.databaseUrl,
  LAVRA_SCHEMAS: installation.env.schemas ?? '',
});

async function rehearsed({ taxId }: { taxId: string }, on: string, ...options: string[]) {
  const args = ['rehearse', '--on', on, '--company', taxId, '--out', folder, ...options];
  const { code, answer, error } = await lavraJson(args, env());
  expect(error).toBeNull();
  const { reports } = answer as { reports: { csv: string; page: string; report: RehearsalReport }[] };
  const { report, csv, page } = reports[0]!;
  return { code, report, csv: await readFile(csv, 'utf8'), page: await readFile(page, 'utf8') };
}

function figuresNow({ figures }: RehearsalReport, ...kinds: FigureKind[]) {
  return kinds.map((kind) => figures.find((figure) => figure.kind === kind)?.now);
}

/** Sets the clock of the product, which is in this process, and of the authority; both run on from there. */
async function clocksAt(instant: string): Promise<void> {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  await installation.authority.control('PUT', '/clock', { now: instant });
}

async function opened(overrides: Parameters<Installation['openCompany']>[0]): Promise<{ taxId: string; key: string }> {
  const { company, key } = await installation.openCompany({ ...production, ...overrides });
  return { taxId: company.taxId, key };
}

async function created(path: string, body: object, key = shop.key): Promise<string> {
  const answer = await api.call('POST', path, { key, body });
  expect([answer.status, answer.body['issues']]).toEqual([201, undefined]);
  return String(answer.body['id']);
}

async function issued(sale: object): Promise<void> {
  const id = await created('/v1/fiscal-documents', sale);
  const settled = await until('the note is settled', async () => {
    const { body } = await api.call('GET', `/v1/fiscal-documents/${id}`, { key: shop.key });
    return body['status'] !== 'PROCESSING' && body;
  });
  expect(settled).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null });
}
