import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createApp } from '../../api/app.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { decimal, money, sum } from '../../domain/money.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { child, children, readXml, textOf, type XmlElement } from '../../domain/xml/reader.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { checkingContract } from '../api/own-api.ts';
import { adjustedLine, type AdjustmentCase, adjustmentCases } from '../domain/documents/check/adjustment-cases.ts';
import { until } from '../support/checks/until.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { officialValidator } from '../support/servers/schema-pack.ts';

type Json = Record<string, unknown>;
type Amounts = { base: string; ibsValue: string; cbsValue: string };
type Detail = {
  status: string;
  accessKey: string;
  rejectionReason: string | null;
  items: { ibsCbs: { amounts: Amounts | null } & Json }[];
  taxTotals: { rtcIbsTotal: string | null; rtcCbsTotal: string | null };
};

const validator = officialValidator('nfe');
let installation: Installation;
let server: Server;
/** API keys of the company and of its supplier. */
let own: string;
let supplier: string;
/** Access key of a sale of two items. */
let sold: string;
beforeAll(async () => {
  installation = await openInstallation();
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer } = parts;
  server = createApp(
    {
      ...{ orm, temporal, masterKey: masterKey(env.masterKeyBytes()), deliverer, logger, rates: shippedLawTables },
      blobs: openBlobs(env.blobs),
      renderer: { pdf: async () => Buffer.from('%PDF-') },
      guard: { allowLocal: true },
      stopping: new AbortController().signal,
      version: '0.0.0-test',
    },
    { contract: checkingContract() },
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  own = (await installation.openCompany()).key;
  supplier = (await installation.openCompany({ taxId: demoSale('').client.document })).key;
  sold = (await issue(own, demoSale('venda'))).accessKey;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await installation.close();
});

test('every type of credit and debit note is authorized, and shown as it was declared', async () => {
  const details = await Promise.all(adjustmentCases.map((of) => issue(own, asked(of))));
  for (const [index, of] of adjustmentCases.entries()) {
    const { items, taxTotals, accessKey } = details[index]!;
    const { adjustment, creditReversal, referencedItem } = of.item(sold);
    const hasAmounts = 'gIBSCBS' in of.gives;
    expect({ of: of.of, ...items[0]?.ibsCbs }).toEqual({
      of: of.of,
      situation: expect.any(String),
      classification: expect.any(String),
      itemTotal: expect.any(String),
      amounts: hasAmounts ? expect.objectContaining({ stateRate: '0.1000', cbsRate: '0.9000' }) : null,
      ...(adjustment ? { adjustment: twoDecimals(adjustment) } : {}),
      ...(creditReversal ? { creditReversal: twoDecimals(creditReversal) } : {}),
      ...(referencedItem ? { referencedItem: { number: null, ...referencedItem } } : {}),
    });
    const amounts = items.flatMap(({ ibsCbs }) => ibsCbs.amounts ?? []);
    const total = (tax: 'ibsValue' | 'cbsValue') =>
      hasAmounts ? money(sum(amounts.map((one) => decimal(one[tax])))) : null;
    expect(taxTotals).toMatchObject({ rtcIbsTotal: total('ibsValue'), rtcCbsTotal: total('cbsValue') });
    expect(accessKey).toHaveLength(44);
  }
});

test('goods that come back, and goods that go back, name the items of the note that sold them', async () => {
  const bought = await issue(supplier, { ...demoSale('compra'), client: clientOf(demoCompany) });
  const { client } = demoSale('');
  const item = (cfop: string, accessKey: string, number: number) => ({
    ...{ code: `D${number}`, description: 'Café torrado em grãos', ncm: '09012100', quantity: '1', unitValue: '32.90' },
    ...{ cfop, referencedItem: { accessKey, number } },
  });
  const back = { operationNature: 'Devolução de venda', purpose: 'RETURN', operationType: 'IN' };
  const items = [item('1202', sold, 1), item('1202', sold, 2)];
  const returned = await xmlOf(own, { ...back, client, items, referencedDocuments: [sold] });
  expect(children(returned, 'det').map((det) => referenceOf(det))).toEqual([
    [sold, '1'],
    [sold, '2'],
  ]);
  const out = { operationNature: 'Devolução de compra', purpose: 'RETURN', client };
  const gone = await xmlOf(own, { ...out, items: [item('5202', bought.accessKey, 1)] });
  expect(referenceOf(child(gone, 'det')!)).toEqual([bought.accessKey, '1']);
});

test('what the authority would refuse is refused before it is stored', async () => {
  const line = adjustedLine({ unitValue: '1' });
  const goods = { ...line, ncm: '09012100', cfop: '1202' };
  const whole = { purpose: 'RETURN', operationType: 'IN', referencedDocuments: [sold], items: [goods] };
  const zone = { period: '2026-10', type: '1', value: '1' };
  for (const [body, status, code, path] of [
    [whole, 400, 'validation_error', 'items[0].referencedItem'],
    [{ rtcCreditType: '01', items: [line] }, 400, 'validation_error', 'referencedAccessKey'],
    [{ rtcDebitType: '01', items: [line] }, 400, 'validation_error', 'items[0].adjustment'],
    [
      { rtcDebitType: '06', items: [{ ...goods, cfop: '5922', icmsSituation: '00' }] },
      422,
      'invalid_taxation',
      'items[0].icmsSituation',
    ],
    [{ rtcCreditType: '02', items: [{ ...line, zfmPresumedCredit: zone }] }, 422, 'invalid_taxation', 'rtcCreditType'],
  ] as const) {
    const answer = await call(own, 'POST', '/v1/fiscal-documents', document(body));
    expect({ status: answer.status, ...((await answer.json()) as Json) }).toMatchObject({
      ...{ status, code },
      issues: [{ path, message: expect.any(String) }],
    });
  }
});

test('the preview shows what such a note would say', async () => {
  const body = document({ rtcDebitType: '01', items: [adjustedLine({ adjustment: { ibs: '120', cbs: '0' } })] });
  expect(await json(own, 'POST', '/v1/fiscal-documents/preview', body)).toMatchObject({
    ...{ purpose: 'DEBIT', operationType: 'OUT', presence: '0' },
    items: [
      {
        ...{ ncm: '00000000', cfop: '5949', icms: null, pis: null, cofins: null, ipi: null, referencedItem: null },
        ibsCbs: {
          situation: '800',
          classification: '800002',
          amounts: null,
          adjustment: { ibs: '120.00', cbs: '0.00' },
        },
      },
    ],
    taxTotals: { ibsCbs: { ibs: null, cbs: null }, rtcIbsTotal: null, rtcCbsTotal: null },
    payments: [{ method: 'NO_PAYMENT', value: '0.00' }],
  });
});

function asked({ item, document: of }: AdjustmentCase): Json {
  return document({ ...of(sold), items: [adjustedLine(item(sold))] });
}

function document(fields: Partial<Record<keyof GoodsPayload, unknown>>): Json {
  const { client } = demoSale('');
  return { type: 'NFE', emit: true, operationNature: 'Ajuste de IBS e CBS', client, ...fields };
}

/** The detail of a note once it is authorized and the official schema has accepted its XML. */
async function issue(key: string, body: Json): Promise<Detail> {
  const { id } = await json(key, 'POST', '/v1/fiscal-documents', body);
  const path = `/v1/fiscal-documents/${String(id)}`;
  const detail = await until(
    'the note is settled',
    async () => {
      const seen = (await json(key, 'GET', path)) as Detail;
      return seen.status !== 'PROCESSING' && seen;
    },
    120_000,
  );
  expect({ status: detail.status, reason: detail.rejectionReason }).toEqual({ status: 'AUTHORIZED', reason: null });
  const xml = await (await call(key, 'GET', `${path}/xml`)).text();
  expect(validator.validate('procNFe_v4.00.xsd', xml)).toEqual([]);
  return detail;
}

async function xmlOf(key: string, fields: Json): Promise<XmlElement> {
  const { accessKey } = await issue(key, document(fields));
  const { xml } = await installation.authority.control<{ xml: string }>('GET', `/documents/${accessKey}`);
  return child(readXml(xml), 'infNFe')!;
}

function referenceOf(det: XmlElement) {
  return ['chaveAcesso', 'nItem'].map((tag) => textOf(det, 'DFeReferenciado', tag));
}

function twoDecimals({ ibs, cbs, ...rest }: { ibs: string; cbs: string }) {
  return { ...rest, ibs: money(decimal(ibs)), cbs: money(decimal(cbs)) };
}

/** A company as a client in its supplier's records. */
function clientOf({ name, taxId, stateRegistration, address }: typeof demoCompany) {
  return { name, document: taxId, stateRegistration, ...address };
}

async function json(key: string, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await call(key, method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Json;
}

function call(key: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
