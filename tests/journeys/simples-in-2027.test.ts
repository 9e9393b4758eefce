import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { child, readXml, textOf, type XmlElement } from '../../domain/xml/reader.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { type OwnApi, startOwnApi } from '../api/own-api.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { simplesPack } from '../support/servers/simples-pack.ts';

/** A company of Simples, once with the schemas that the authority has published, and once with a pack of our own that has the groups of NT 2026.005. */
const path = '/v1/fiscal-documents';
const defaults = { ...demoCompany.taxDefaults, ibsCbsSituation: null, icmsRate: null };
const company = {
  taxRegime: 'SIMPLES',
  taxDefaults: { ...defaults, icmsSituation: '102', pisSituation: '49', cofinsSituation: '49', simplesActivity: '01' },
  simplesIbsRate: { '2027-01-01': '0.0215' },
  simplesCbsRate: { '2027-01-01': '0.8765' },
} as const;

type Shop = { installation: Installation; api: OwnApi; key: string };
const shops: Partial<Record<'published' | 'own', Shop>> = {};
beforeAll(async () => {
  shops.published = await open();
  shops.own = await open(simplesPack().folder);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { installation } of Object.values(shops)) await installation.authority.control('DELETE', '/clock');
});
afterAll(async () => {
  for (const { api, installation } of Object.values(shops)) {
    await api.close();
    await installation.close();
  }
});

/** @param pack the schemas of product and authority, if not the published ones */
async function open(pack?: string): Promise<Shop> {
  const installation = await (pack === undefined
    ? openInstallation()
    : openInstallation({ LAVRA_SCHEMAS: pack }, { authoritySchemas: pack }));
  const { key } = await installation.openCompany(company);
  const { env, client: temporal } = installation;
  return { installation, key, api: await startOwnApi({ databaseUrl: env.databaseUrl, temporal }) };
}

/** Sells at an instant of the product's and the authority's clocks. */
async function soldAt(instant: string, of: 'published' | 'own') {
  const { installation, api, key } = shops[of]!;
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  await installation.authority.control('PUT', '/clock', { now: instant });
  const created = await api.call('POST', path, { key, body: demoSale(`${of} ${instant}`) });
  expect(created.status).toBe(201);
  const one = `${path}/${String(created.body['id'])}`;
  const document = await until('the note is settled', async () => {
    const { body } = await api.call('GET', one, { key });
    return body['status'] !== 'PROCESSING' && body;
  });
  expect(document).toMatchObject({ status: 'AUTHORIZED', rejectionReason: null, totalValue: '350.00' });
  return { document, infNFe: child(readXml((await api.call('GET', `${one}/xml`, { key })).text), 'NFe', 'infNFe')! };
}

const told = {
  items: [
    { simples: { activity: '01', revenue: '329.00', ibs: { rate: '0.0215', value: '0.07' }, cbs: { value: '2.88' } } },
    { simples: { revenue: '21.00', ibs: { value: '0.00' }, cbs: { rate: '0.8765', value: '0.18' } } },
  ],
  taxTotals: { simples: { ibs: '0.07', cbs: '3.06' } },
};

test('with the published schemas amounts are shown and not written, from the first minute of 2027 on', async () => {
  const { document, infNFe } = await soldAt('2027-01-01T00:10:00-03:00', 'published');
  expect(document).toMatchObject(told);
  expect(ofFirst(infNFe)).toBeUndefined();
  expect(child(infNFe, 'total', 'IBSCBSTot')).toBeUndefined();
});

test('with a pack that has the groups the note says them, and is authorized', async () => {
  const { document, infNFe } = await soldAt('2027-01-04T09:00:00-03:00', 'own');
  expect(document).toMatchObject(told);
  const group = ofFirst(infNFe)!;
  expect(child(group, 'gIBSCBS')).toBeUndefined();
  expect([
    textOf(group, 'cAtivSN'),
    textOf(group, 'gTribSN', 'gIBSSN', 'vIBSSN'),
    textOf(group, 'gTribSN', 'gCBSSN', 'pCBSSN'),
    textOf(infNFe, 'total', 'IBSCBSTot', 'gTribSN', 'vCBSSN'),
    textOf(infNFe, 'total', 'vNFTot'),
  ]).toEqual(['01', '0.07', '0.8765', '3.06', '350.00']);
});

test('until the last minute of 2026 the class has the rates of the law, whatever the pack', async () => {
  const { infNFe } = await soldAt('2026-12-31T23:50:00-03:00', 'own');
  expect(textOf(ofFirst(infNFe)!, 'gIBSCBS', 'gCBS', 'pCBS')).toBe('0.9000');
  expect(child(ofFirst(infNFe)!, 'gTribSN')).toBeUndefined();
});

/** IBSCBS of the first item. */
function ofFirst(infNFe: XmlElement): XmlElement | undefined {
  return child(infNFe, 'det', 'imposto', 'IBSCBS');
}
