import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createRenderer, type Renderer } from '../../adapters/rendering/renderer.ts';
import { createApp } from '../../api/app.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { demoSale } from '../../local/demo/sales.ts';
import { isSigned, type WebhookReceiver, webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { chromiumExecutable } from '../../machine/chromium.ts';
import { checkingContract } from '../api/own-api.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';

let installation: Installation;
let renderer: Renderer;
let receiver: WebhookReceiver;
let server: Server;
let key: string;
beforeAll(async () => {
  installation = await openInstallation();
  ({ key } = await installation.openCompany());
  receiver = await webhookReceiver();
  const { path: executablePath } = await chromiumExecutable();
  renderer = createRenderer({ executablePath });
  const { orm, client: temporal, env, parts } = installation;
  const { logger, deliverer } = parts;
  const sealing = masterKey(env.masterKeyBytes());
  const guard = { allowLocal: true };
  const blobs = openBlobs(env.blobs);
  const stopping = new AbortController().signal;
  server = createApp(
    {
      ...{
        orm,
        temporal,
        blobs,
        masterKey: sealing,
        rates: shippedLawTables,
        renderer,
        deliverer,
        guard,
        logger,
        stopping,
      },
      version: '0.0.0-test',
    },
    { contract: checkingContract() },
  ).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([renderer.close(), receiver.close()]);
  await installation.close();
});

test('an ERP issues a note, hears of it, downloads it and cancels it', async () => {
  const { id: endpointId, secret } = await json('POST', '/v1/webhooks', { url: receiver.url });
  const created = await json('POST', '/v1/fiscal-documents', demoSale('pedido-1'));
  expect(created).toMatchObject({ type: 'NFE', status: 'PROCESSING', runId: null });
  const id = String(created.id);

  const authorizedHook = await receiver.arrived('document.authorized', id, 600_000);
  expect(isSigned(authorizedHook, String(secret))).toBe(true);
  const detail = await json('GET', `/v1/fiscal-documents/${id}`);
  expect(detail).toMatchObject({
    status: 'AUTHORIZED',
    environment: 'HOMOLOGATION',
    externalId: 'pedido-1',
    series: 1,
  });
  expect(JSON.parse(authorizedHook.rawBody)).toMatchObject({
    type: 'document.authorized',
    data: { documentId: id, accessKey: detail.accessKey, protocolNumber: detail.protocolNumber, totalValue: '350.00' },
  });

  const xml = await call('GET', `/v1/fiscal-documents/${id}/xml?download=true`);
  expect(xml.headers.get('content-disposition')).toContain(`${String(detail.accessKey)}-procNFe.xml`);
  expect(await xml.text()).toContain(`<nProt>${String(detail.protocolNumber)}</nProt>`);
  const danfe = await call('GET', `/v1/fiscal-documents/${id}/danfe`);
  expect(danfe.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await danfe.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const correction = 'Onde se lê Rua do Comércio, 45, leia-se Rua do Comércio, 54.';
  const letter = await json('POST', `/v1/fiscal-documents/${id}/correction-letter`, { correction });
  expect(letter).toMatchObject({
    success: true,
    event: { code: '110110', sequence: 1, status: 'REGISTERED', correction },
  });
  const page = await call('GET', `/v1/fiscal-documents/${id}/correction-letter/pdf`);
  expect(page.headers.get('content-type')).toBe('application/pdf');
  const { event } = letter as { event: { id: string; protocol: string } };
  const registered = await call('GET', `/v1/fiscal-documents/${id}/events/${event.id}/xml`);
  expect(await registered.text()).toContain(`<nProt>${event.protocol}</nProt>`);

  const justification = 'Venda desfeita a pedido do cliente';
  const receipt = {
    deliveredAt: new Date().toISOString(),
    receiverName: 'Maria da Silva',
    receiverDocument: '529.982.247-25',
    proof: { contentType: 'image/png', base64: 'iVBORw0KGgo=' },
  };
  expect(await json('POST', `/v1/fiscal-documents/${id}/delivery-receipt`, receipt)).toMatchObject({ success: true });
  expect((await call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification })).status).toBe(422);
  expect(await json('DELETE', `/v1/fiscal-documents/${id}/delivery-receipt`)).toMatchObject({ success: true });

  expect(await json('POST', `/v1/fiscal-documents/${id}/cancel`, { justification })).toMatchObject({ success: true });
  expect(isSigned(await receiver.arrived('document.cancelled', id, 600_000), String(secret))).toBe(true);
  expect(await json('GET', `/v1/fiscal-documents/${id}`)).toMatchObject({
    status: 'CANCELLED',
    cancellationReason: justification,
    events: [
      { type: 'CORRECTION_LETTER', code: '110110', status: 'REGISTERED' },
      { type: 'DELIVERY_RECEIPT', code: '110130', status: 'REGISTERED' },
      { type: 'DELIVERY_RECEIPT_REMOVAL', code: '110131', status: 'REGISTERED' },
      { type: 'CANCELLATION', code: '110111', status: 'REGISTERED' },
    ],
  });
  await call('DELETE', `/v1/webhooks/${String(endpointId)}`);
});

test('a draft is emitted when asked for, and only once', async () => {
  const draft = await json('POST', '/v1/fiscal-documents', { ...demoSale('pedido-2'), emit: false });
  expect(draft).toMatchObject({ status: 'DRAFT', number: 0, runId: null });
  const id = String(draft.id);
  const emitted = await call('POST', `/v1/fiscal-documents/${id}/emit`);
  expect(emitted.status).toBe(202);
  expect((await call('POST', `/v1/fiscal-documents/${id}/emit`)).status).toBe(422);
  expect(await settled(id)).toMatchObject({ status: 'AUTHORIZED' });
});

test('a refused note is corrected and issued under its number, to the client as it is on record by then', async () => {
  const { client, ...sale } = demoSale('pedido-4');
  const { id: clientId } = await json('POST', '/v1/clients', { ...client, document: '11444777000161' });
  const { id: carrierId } = await json('POST', '/v1/carriers', { name: 'Expresso Andorinha' });
  await installation.authority.control('PUT', '/scenario', { answer: { cStat: 591 }, times: 1 });
  const created = await json('POST', '/v1/fiscal-documents', { ...sale, clientId, transport: { carrierId } });
  const id = String(created.id);
  const refused = await settled(id);
  expect(refused).toMatchObject({
    status: 'REJECTED',
    cStat: '591',
    number: expect.any(Number),
    taxTotals: { icms: expect.any(String) },
  });

  const changes = { discount: '50.00', payments: [{ method: 'PIX', value: 300 }] };
  const changed = await json('PATCH', `/v1/fiscal-documents/${id}`, changes);
  expect(changed).toMatchObject({ totalValue: '300.00', taxTotals: { icms: null } });
  await json('PATCH', `/v1/clients/${String(clientId)}`, { street: 'Rua da Mudança' });
  await json('PATCH', `/v1/carriers/${String(carrierId)}`, { name: 'Expresso Sabiá' });
  await json('POST', `/v1/fiscal-documents/${id}/emit`);
  const issued = await settled(id);
  expect(issued).toMatchObject({ status: 'AUTHORIZED', number: refused.number, totalValue: '300.00' });
  expect(issued).toMatchObject({ transport: { carrierName: 'Expresso Sabiá' } });
  const xml = await (await call('GET', `/v1/fiscal-documents/${id}/xml`)).text();
  expect(xml).toContain('<xLgr>Rua da Mudança</xLgr>');
  expect(xml).toContain('<xNome>Expresso Sabiá</xNome>');
  expect((await call('PATCH', `/v1/fiscal-documents/${id}`, { discount: null })).status).toBe(422);
});

test('50 identical requests at once make one document and one note', async () => {
  const body = demoSale('pedido-3');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('POST', '/v1/fiscal-documents', body, { 'idempotency-key': 'pedido-3' })),
  );
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  expect(new Set(ids).size).toBe(1);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(49).fill(200), 201]);
  expect(await settled(ids[0]!)).toMatchObject({ status: 'AUTHORIZED' });
});

async function settled(id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const detail = await json('GET', `/v1/fiscal-documents/${id}`);
    if (detail.status !== 'PROCESSING') return detail;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function json(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await call(method, path, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
