import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createRenderer, type Renderer } from '../../adapters/rendering/renderer.ts';
import { createApp } from '../../api/app.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { readXml, textOf } from '../../domain/xml/reader.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { setCsc } from '../../operations/provisioning.ts';
import { checkingContract } from '../api/own-api.ts';
import { printed, type PrintedPage } from '../adapters/rendering/printed.ts';
import { readQrCode } from '../adapters/rendering/read-qr-code.ts';
import { createErp, type Erp } from '../support/clients/erp.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { until } from '../support/checks/until.ts';

const environment = 'HOMOLOGATION';
const token = '0123456789ABCDEF0123456789ABCDEF';
let installation: Installation;
let renderer: Renderer;
let server: Server;
let company: Company;
let key: string;
let erp: Erp;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company, key } = await installation.openCompany());
  const { path: executablePath } = await chromiumExecutable();
  renderer = createRenderer({ executablePath });
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer } = parts;
  server = createApp(
    {
      ...{
        orm,
        temporal,
        masterKey: masterKey(env.masterKeyBytes()),
        renderer,
        deliverer,
        logger,
        rates: shippedLawTables,
      },
      blobs: openBlobs(env.blobs),
      guard: { allowLocal: true },
      stopping: new AbortController().signal,
      version: '0.0.0-test',
    },
    { contract: checkingContract() },
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  erp = createErp([address()], key);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await renderer.close();
  await installation.close();
});

test('an anonymous sale is authorized with change, printed as a coupon and cancelled', async () => {
  const { id, detail } = await sold({ payments: [{ method: 'CASH', value: '50.00' }] });
  expect(detail).toMatchObject({
    type: 'NFCE',
    status: 'AUTHORIZED',
    number: 1,
    series: 1,
    totalValue: '32.90',
    change: '17.10',
  });
  expect(String(detail.accessKey).slice(20, 22)).toBe('65');
  expect(await qrCode(id)).toMatch(/\?p=\d{44}\|3\|2$/);

  const { text } = await readQrCode(await pdfOf(id));
  expect(text).toBe(await qrCode(id));
  const coupon = await printed(await pdfOf(id));
  expect(coupon.map(({ widthCm }) => widthCm)).toEqual([expect.closeTo(8, 1)]);
  expect(textsOf(coupon)).toEqual(
    expect.arrayContaining([
      'CONSUMIDOR NÃO IDENTIFICADO',
      `Protocolo de autorização: ${String(detail.protocolNumber)}`,
    ]),
  );

  const justification = 'Cliente desistiu da compra';
  const { status } = await erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification });
  expect(status).toBe(200);
  expect(textsOf(await printed(await pdfOf(id)))).toContain('NFC-e CANCELADA');
});

test('with the CSC of the company the QR code is of version 2, and the authority recomputes its hash', async () => {
  await setCsc(acrossCompanies(installation.orm), installation.parts.masterKey, {
    company,
    environment,
    id: '000001',
    token,
  });
  await installation.authority.control('PUT', '/csc', { taxId: company.taxId, id: 1, token });
  const { id, detail } = await sold();
  expect(detail.status).toBe('AUTHORIZED');
  expect(await qrCode(id)).toMatch(/\?p=\d{44}\|2\|2\|1\|[0-9A-F]{40}$/);
});

test('a CSC that is not the one of the state is a rejection that says so', async () => {
  await setCsc(acrossCompanies(installation.orm), installation.parts.masterKey, {
    company,
    environment,
    id: '1',
    token: token.toLowerCase(),
  });
  const { detail } = await sold();
  expect(detail).toMatchObject({ status: 'REJECTED', cStat: '464', rejection: { code: '464' } });
  await setCsc(acrossCompanies(installation.orm), installation.parts.masterKey, {
    company,
    environment,
    id: '1',
    token,
  });
});

test('an alert of the authority reaches the caller and the consumer', async () => {
  const alert = { cMsg: '172', xMsg: 'Situação do CNPJ destinatário inabilitado' };
  await installation.authority.control('PUT', '/scenario', { answer: { cStat: 120, ...alert }, times: 1 });
  const { id, detail } = await sold();
  expect(detail).toMatchObject({
    status: 'AUTHORIZED',
    cStat: '120',
    alerts: [{ code: '172', message: 'Situação do CNPJ destinatário inabilitado' }],
  });
  expect(textsOf(await printed(await pdfOf(id)))).toContain('Situação do CNPJ destinatário inabilitado');
});

test('NF-e and NFC-e of a company have numbers of their own', async () => {
  const nfce = await sold();
  const { body } = await erp.issue();
  const nfe = await settled(String(body.id));
  expect(nfe).toMatchObject({ type: 'NFE', status: 'AUTHORIZED', number: 1 });
  expect(nfce.detail.number).toBeGreaterThan(1);
});

test('after half an hour the authority refuses a cancellation, and says so', async () => {
  const { id } = await sold();
  await installation.authority.control('PUT', '/clock', { now: new Date(Date.now() + 31 * 60_000).toISOString() });
  const justification = 'Cliente desistiu da compra';
  const { status, body } = await erp.ask('POST', `/v1/fiscal-documents/${id}/cancel`, { justification });
  await installation.authority.control('DELETE', '/clock');
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'authority_rejected', cStat: '501' } });
  expect((await erp.call('GET', `/v1/fiscal-documents/${id}`)).body.status).toBe('AUTHORIZED');
});

test('a company without a series for NFC-e is told how to set one', async () => {
  const { key: other } = await installation.openCompany({
    taxId: '04252011000110',
    series: { '55': { series: 1, nextNumber: 1 } },
  });
  const { status, body } = await createErp([address()], other).call('POST', '/v1/fiscal-documents', counterSale);
  expect({ status, body }).toMatchObject({ status: 422, body: { code: 'invalid_state' } });
  expect(body.message).toContain('--nfce-series');
});

async function sold(changes: object = {}, seller = erp) {
  const { status, body } = await seller.call('POST', '/v1/fiscal-documents', { ...counterSale, ...changes });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const id = String(body.id);
  return { id, detail: await settled(id, seller) };
}

function settled(id: string, seller = erp): Promise<Record<string, unknown>> {
  return until(`${id} settled`, async () => {
    const { body } = await seller.call('GET', `/v1/fiscal-documents/${id}`);
    return body.status === 'PROCESSING' ? undefined : body;
  });
}

async function qrCode(id: string): Promise<string> {
  const answer = await download(id, 'xml');
  return textOf(readXml(await answer.text()), 'NFe', 'infNFeSupl', 'qrCode') ?? '';
}

async function pdfOf(id: string): Promise<Buffer> {
  return Buffer.from(await (await download(id, 'danfe')).arrayBuffer());
}

function textsOf(pages: PrintedPage[]): string[] {
  return pages.flatMap(({ texts }) => texts.map(({ text }) => text));
}

function download(id: string, file: 'xml' | 'danfe'): Promise<Response> {
  return fetch(`${address()}/v1/fiscal-documents/${id}/${file}`, { headers: { authorization: `Bearer ${key}` } });
}

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const counterSale = {
  type: 'NFCE',
  emit: true,
  operationNature: 'Venda ao consumidor',
  client: { name: 'Consumidor', document: '' },
  items: [
    {
      code: 'CAFE-500',
      description: 'Café torrado em grãos, 500 g',
      ncm: '09012100',
      quantity: '1',
      unitValue: '32.90',
    },
  ],
  payments: [{ method: 'PIX', value: '32.90' }],
};
