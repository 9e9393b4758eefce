import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createApp } from '../../api/app.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { checkingContract } from '../api/own-api.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { until } from '../support/checks/until.ts';

type Json = Record<string, unknown>;

let installation: Installation;
let server: Server;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  ({ key } = await installation.openCompany());
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer } = parts;
  server = createApp(
    {
      ...{ orm, temporal, masterKey: masterKey(env.masterKeyBytes()), deliverer, logger, rates: shippedLawTables },
      blobs: openBlobs(env.blobs),
      // Returns the HTML itself, so that the test can read it.
      renderer: { pdf: async (html) => Buffer.from(html) },
      guard: { allowLocal: true },
      stopping: new AbortController().signal,
      version: '0.0.0-test',
    },
    { contract: checkingContract() },
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await installation.close();
});

test('an ERP keeps its records, sells by naming them, and what was issued stays when they go', async () => {
  const clientId = await kept('/v1/clients', {
    name: 'Comercial São João Ltda',
    document: '04.252.011/0001-10',
    stateRegistration: '149626224113',
    zipCode: '01001-000',
    street: 'Praça da Sé',
    number: '100',
    neighborhood: 'Sé',
    city: 'São Paulo',
    municipalityCode: '3550308',
  });
  const rule = await kept('/v1/tax-rules', {
    name: 'Bebidas',
    model: 'NFE',
    nfeTaxRules: [
      { states: ['RJ'], icmsCst: '00', icmsPIcms: 12 },
      {
        states: ['SP'],
        clientTypes: ['CONTRIBUINTE'],
        icmsCst: '10',
        icmsPIcms: 18,
        icmsStModBc: '4',
        icmsStMva: 40,
        icmsStRate: 18,
      },
    ],
  });
  const productId = await kept('/v1/products', {
    name: 'Refrigerante de guaraná 2 L',
    code: 'GUARANA-2L',
    salePrice: 10,
    commercialUnit: 'FD - FARDO',
    nfeConfig: { ncm: '22021000', cest: '03.007.00', internalCfop: '5401', taxRuleId: rule },
  });
  const templateId = await kept('/v1/fiscal-templates', {
    name: 'Venda',
    type: 'NFE',
    operationNature: 'Venda com substituição',
    pisCst: '06',
    cofinsCst: '06',
  });
  const carrierId = await kept('/v1/carriers', {
    name: 'Transportes Andorinha Ltda',
    document: '11.444.777/0001-61',
    anttCode: '12345678',
    street: 'Rua do Porto',
    number: '7',
    city: 'Santos',
    state: 'SP',
  });
  const vehicle = await kept(`/v1/carriers/${carrierId}/vehicles`, { plate: 'ABC-1D23', state: 'SP' });

  const sale = {
    type: 'NFE',
    clientId,
    templateId,
    items: [{ productId, quantity: 10 }],
    transport: { freightType: 'THIRD_PARTY', carrierId },
    payments: [{ method: 'PIX', value: '107.20' }],
  };
  const preview = await json('POST', '/v1/fiscal-documents/preview', sale);
  expect(preview).toMatchObject({
    totalValue: '107.20',
    warnings: [{ path: 'client', message: expect.stringContaining('181') }],
  });

  const { id } = await json('POST', '/v1/fiscal-documents', { ...sale, emit: true });
  const path = `/v1/fiscal-documents/${String(id)}`;
  const issued = await until('the authorization', async () => {
    const detail = await json('GET', path);
    return detail.status === 'PROCESSING' ? undefined : detail;
  });
  expect(issued).toMatchObject({
    status: 'AUTHORIZED',
    totalValue: '107.20',
    operationNature: 'Venda com substituição',
    items: [
      {
        ...{
          code: 'GUARANA-2L',
          description: 'Refrigerante de guaraná 2 L',
          unit: 'FD',
          cfop: '5401',
          cest: '0300700',
        },
        taxation: {
          icmsSituation: { value: '10', source: 'TAX_RULE' },
          icmsStMva: { value: '40.0000', source: 'TAX_RULE' },
          cest: { value: '0300700', source: 'PRODUCT' },
          pisSituation: { value: '06', source: 'TEMPLATE' },
          ibsCbsSituation: { value: '000', source: 'COMPANY' },
        },
        taxedBy: {
          taxRule: { id: rule, name: 'Bebidas', subRule: 2 },
          product: { id: productId, name: 'Refrigerante de guaraná 2 L' },
          template: { id: templateId, name: 'Venda' },
        },
      },
    ],
    transport: { carrierName: 'Transportes Andorinha Ltda', vehiclePlate: 'ABC1D23', vehicleState: 'SP' },
    taxTotals: { icms: '18.00', icmsSt: '7.20' },
  });
  expect(linesOf(issued)).toEqual(linesOf(preview));

  const [xml, danfe] = [await text(`${path}/xml`), await text(`${path}/danfe`)];
  for (const part of [
    '<ICMS10><orig>0</orig><CST>10</CST>',
    '<vICMSST>7.20</vICMSST>',
    '<transporta><CNPJ>11444777000161</CNPJ><xNome>Transportes Andorinha Ltda</xNome>',
    '<xEnder>Rua do Porto, 7</xEnder><xMun>Santos</xMun><UF>SP</UF></transporta>',
    '<veicTransp><placa>ABC1D23</placa><UF>SP</UF><RNTC>12345678</RNTC></veicTransp>',
  ]) {
    expect(xml).toContain(part);
  }
  for (const word of ['Transportes Andorinha Ltda', 'Rua do Porto, 7', '12345678', 'ABC1D23']) {
    expect(danfe).toContain(word);
  }

  await json('PATCH', `/v1/clients/${clientId}`, { name: 'Outro Nome Ltda' });
  await json('PATCH', `/v1/products/${productId}`, { name: 'Outro produto', salePrice: 99 });
  await json('PATCH', `/v1/tax-rules/${rule}`, { nfeTaxRules: [{ icmsCst: '40' }] });
  await json('PATCH', `/v1/carriers/${carrierId}`, { name: 'Outra Transportadora' });
  for (const record of [
    `carriers/${carrierId}/vehicles/${vehicle}`,
    `carriers/${carrierId}`,
    `products/${productId}`,
    `tax-rules/${rule}`,
    `fiscal-templates/${templateId}`,
  ]) {
    await json('DELETE', `/v1/${record}`);
  }
  expect((await call('DELETE', `/v1/clients/${clientId}`)).status).toBe(409);
  expect(await json('GET', path)).toEqual(issued);
  expect(await text(`${path}/xml`)).toBe(xml);
  expect(await text(`${path}/danfe`)).toBe(danfe);
});

/** The fields of lines that previews and emitted notes both have. */
function linesOf({ items }: Json): unknown {
  return (items as Json[]).map(({ cfop, ncm, totalValue, taxation, taxedBy }) => {
    return { cfop, ncm, totalValue, taxation, taxedBy };
  });
}

async function kept(path: string, body: Json): Promise<string> {
  return String((await json('POST', path, body)).id);
}

async function json(method: string, path: string, body?: Json): Promise<Json> {
  const answer = await call(method, path, body);
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
  return JSON.parse(content) as Json;
}

async function text(path: string): Promise<string> {
  return (await call('GET', path)).text();
}

function call(method: string, path: string, body?: Json): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
