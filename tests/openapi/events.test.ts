import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { createApp } from '../../api/app.ts';
import type { Closing } from '../../domain/closings/closing.entity.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { brasiliaDay } from '../../domain/fiscal-time.ts';
import { masterKey } from '../../domain/seal.ts';
import { shippedLawTables } from '../../domain/taxation/law-tables.ts';
import { labelOfOffice } from '../../domain/webhooks/endpoint-owner.ts';
import {
  closingEventTypes,
  deliveredTypes,
  newEventId,
  type OfficeSubscription,
  type Subscription,
  supplierEventTypes,
  typesOfKept,
} from '../../domain/webhooks/event-types.ts';
import { eventData } from '../../domain/webhooks/payloads.ts';
import { deliveryHeaders } from '../../domain/webhooks/signature.ts';
import contract from '../../openapi/generated/openapi.json' with { type: 'json' };
import { acrossCompanies } from '../../operations/in-company.ts';
import { acceptLink } from '../../operations/offices/change-link.ts';
import { inTransaction, recordClosed, recordEvent } from '../../operations/outbox.ts';
import { tellDue } from '../../operations/supplier-events.ts';
import { tellExpiring } from '../../operations/waits/tell-notices.ts';
import { emissionId, messages } from '../../temporal/names.ts';
import { resolveEmission, wakeEndpoint } from '../../temporal/start.ts';
import { checkingContract } from '../api/own-api.ts';
import { until } from '../support/checks/until.ts';
import { createErp, type Erp } from '../support/clients/erp.ts';
import { emissionStart } from '../support/rows/authorized.ts';
import { newClosing } from '../support/rows/closing.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { emptyCompany, stored } from '../support/rows/lots.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { entryOf, eventOf, keyOf, summaryOf, wholeOf } from '../support/samples/arrivals.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { cnpjOf } from '../support/samples/tax-ids.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { type ContractReceiver, openContractReceiver } from './contract-receiver.ts';

let installation: Installation;
let receiver: ContractReceiver;
let judge: ContractReceiver;
let server: Server;
let erp: Erp;
beforeAll(async () => {
  [installation, receiver, judge] = await Promise.all([
    openInstallation(),
    openContractReceiver(),
    openContractReceiver(),
  ]);
  const { orm, client: temporal, env, parts } = installation;
  const app = createApp(
    {
      ...parts,
      orm,
      temporal,
      masterKey: masterKey(env.masterKeyBytes()),
      rates: shippedLawTables,
      blobs: openBlobs(env.blobs),
      renderer: { pdf: async () => Buffer.from('%PDF-') },
      guard: { allowLocal: true },
      stopping: new AbortController().signal,
    },
    { contract: checkingContract() },
  );
  server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { key } = await installation.openCompany();
  erp = erpOf(key);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  receiver.close();
  judge.close();
  await installation.close();
});

const erpOf = (key: string): Erp => createErp([`http://127.0.0.1:${(server.address() as AddressInfo).port}`], key);

test('the contract has the payload of every event that is delivered, and of the ping', () => {
  expect(Object.keys(contract.webhooks).toSorted()).toEqual([...Object.values(typesOfKept), 'webhook.ping'].toSorted());
});

test('every event arrives as the contract says, headers and all', async () => {
  const { body: webhook } = await erp.call('POST', '/v1/webhooks', { url: receiver.url });
  expect(receiver.faults).toEqual([]);
  const { id } = await erp.insist();
  await receiver.took('document.authorized', id);
  const justification = 'Venda desfeita a pedido do cliente';
  expect((await erp.call('POST', `/v1/fiscal-documents/${id}/cancel`, { justification })).status).toBe(200);
  await receiver.took('document.cancelled', id);

  await installation.authority.control('PUT', '/scenario', {
    answer: { cStat: 234 },
    times: 1,
    service: 'NfeAutorizacao',
  });
  const rejected = await erp.insist();
  await receiver.took('document.rejected', rejected.id);

  const range = { series: 7, startNumber: 1, endNumber: 2, justification: 'Falha na sequência do sistema.' };
  const { body: inutilized } = await erp.call('POST', '/v1/fiscal-inutilizations', range);
  await receiver.took('document.inutilized', (inutilized.record as { id: string }).id);

  const { body: tested } = await erp.call('POST', `/v1/webhooks/${String(webhook.id)}/test`);
  await receiver.took('webhook.test', String(tested.deliveryId));
  expect(receiver.faults).toEqual([]);
  expect(new Set(receiver.taken)).toEqual(new Set([...Object.values(deliveredTypes), 'webhook.ping']));
});

test('what an office is told arrives as the contract says, too', async () => {
  const { orm, env } = installation;
  const { office } = await newOffice(orm);
  const { company } = await installation.openCompany({ taxId: '11444777000161' });
  const { id } = await linkOf(orm, office, company, { status: 'PENDING' });
  const { id: endpointId } = await newEndpoint(orm, { office }, { url: receiver.url }, masterKey(env.masterKeyBytes()));
  const took = async (type: string, about: string) => {
    await wakeEndpoint(installation.client, { endpointId, ownerLabel: labelOfOffice(office) });
    await receiver.took(type, about);
  };
  await acceptLink(orm, { companyId: company.id, officeId: office.id });
  await took('link.updated', id);

  await stored(orm, company, [entryOf(1, summaryOf(keyOf(1)))]);
  await took('received_document.created', keyOf(1));
  await stored(orm, company, [entryOf(2, wholeOf(keyOf(1), company.taxId))]);
  await took('received_document.updated', keyOf(1));
  const document = await processingDocument(orm, company);
  document.reject('Cadastre um certificado A1 válido.', null);
  await inTransaction(
    acrossCompanies(orm),
    async () => {},
    (tx) => recordEvent(tx, 'DOCUMENT_REJECTED', document),
  );
  await took('document.rejected', document.id);
  expect(receiver.faults).toEqual([]);
});

test('what others issue against a company arrives as the contract says', async () => {
  const { orm, client, env } = installation;
  const { company } = await installation.openCompany({ taxId: cnpjOf(44_777_000) });
  const listening = { url: receiver.url, events: Object.keys(supplierEventTypes) };
  const { id: endpointId } = await newEndpoint(orm, { company }, listening, masterKey(env.masterKeyBytes()));
  const key = keyOf(4);
  const installments = [{ number: '001', dueDate: brasiliaDay(new Date()), amount: '300.00' }];
  await stored(orm, company, [entryOf(1, summaryOf(key))]);
  await stored(orm, company, [entryOf(2, wholeOf(key, company.taxId, { installments }))]);
  await inTransaction(
    acrossCompanies(orm),
    async () => {},
    (tx) => tellDue(tx, new Date()),
  );
  await stored(orm, company, [entryOf(3, eventOf(key, '110111'))]);
  await wakeEndpoint(client, { endpointId, ownerLabel: company.taxId });
  for (const type of Object.values(supplierEventTypes)) await receiver.took(type, key);
  expect(receiver.faults).toEqual([]);
});

test('what waits says so in the detail, in the list and to who names it, and no more when it is over', async () => {
  const { orm, client, env, authority } = installation;
  const { company, key } = await installation.openCompany({ taxId: '04252011000110' });
  const caller = erpOf(key);
  const events: Subscription[] = ['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING'];
  const listening = { url: receiver.url, events };
  const { id: endpointId } = await newEndpoint(orm, { company }, listening, masterKey(env.masterKeyBytes()));
  const view = async (id: string) => (await caller.call('GET', `/v1/fiscal-documents/${id}`)).body;
  const listed = async () => {
    const { body } = await caller.call('GET', '/v1/fiscal-documents?waiting=true&environment=ALL');
    return (body['data'] as { id: string; waiting: unknown }[]).map(({ id, waiting }) => [id, waiting]);
  };
  const ends: Record<string, { rule: object; command: string | null; mend: (id: string) => Promise<unknown> }> = {
    PERSON: {
      rule: { answer: { cStat: 539 }, service: 'NfeAutorizacao' },
      command: 'lavra documents resolve',
      mend: (id) => resolveEmission(client, emissionStart(company, { id }), { reject: true }),
    },
    CERTIFICATE: {
      rule: { answer: { cStat: 280 }, service: 'NfeAutorizacao' },
      command: `lavra certificate add --company ${company.id}`,
      mend: (id) => client.workflow.getHandle(emissionId(id, 1)).signal(messages.mended),
    },
    AUTHORITY_PAUSED: { rule: { paused: { cStat: 108 } }, command: null, mend: async () => {} },
    THROTTLED: {
      rule: { answer: { cStat: 656 }, service: 'NfeAutorizacao' },
      command: null,
      mend: async (id) => {
        const em = acrossCompanies(orm);
        const document = await em.findOneOrFail(Document, { id });
        document.reject('Encerrada.', null);
        await em.flush();
        await client.workflow.getHandle(emissionId(id, 1)).terminate('the silence is longer than this test');
      },
    },
  };
  for (const [kind, { rule, command, mend }] of Object.entries(ends)) {
    await authority.control('PUT', '/scenario', [rule]);
    const { id } = await caller.insist();
    const { waiting } = await until(`it waits: ${kind}`, async () => {
      const body = await view(id);
      return (body['waiting'] as { kind: string } | null)?.kind === kind && body;
    });
    expect(waiting).toMatchObject({ kind, command: command === null ? null : expect.stringContaining(command) });
    expect(await listed()).toEqual([[id, waiting]]);
    if (kind === 'PERSON') await receiver.took('document.waiting', id);
    await authority.control('DELETE', '/scenario');
    await mend(id);
    await until('it is over', async () => (await view(id))['status'] !== 'PROCESSING');
    expect(await view(id)).toMatchObject({ waiting: null });
    expect(await listed()).toEqual([]);
  }

  const now = new Date();
  const notAfter = new Date(now.getTime() + 6.5 * 86_400_000);
  await acrossCompanies(orm).nativeUpdate(Certificate, { company: company.id }, { notAfter });
  await inTransaction(
    acrossCompanies(orm),
    async () => {},
    (tx) => tellExpiring(tx, now),
  );
  await wakeEndpoint(client, { endpointId, ownerLabel: company.taxId });
  await receiver.took('certificate.expiring', company.id);
  expect(receiver.faults).toEqual([]);
});

test('the ends of closings arrive as the contract says', async () => {
  const { orm, env, client } = installation;
  const [{ office }, company] = [await newOffice(orm), await emptyCompany(orm)];
  const listening = { url: receiver.url, events: ['CLOSING_COMPLETED', 'CLOSING_FAILED'] as OfficeSubscription[] };
  const { id: endpointId } = await newEndpoint(orm, { office }, listening, masterKey(env.masterKeyBytes()));
  const file = { fileSize: 5_000_000_000, sha256: 'ab'.repeat(32), asOf: new Date() };
  const ends = {
    'closing.completed': (closing: Closing) =>
      closing.complete({ ...file, completedAt: new Date(), expiresAt: new Date() }),
    'closing.failed': (closing: Closing) => closing.fail('O vínculo com a empresa foi encerrado.'),
  };
  for (const [type, end] of Object.entries(ends)) {
    const closing = await newClosing(
      orm,
      { office, company },
      { status: type === 'closing.failed' ? 'RUNNING' : 'COMPLETED' },
    );
    end(closing);
    expect(await recordClosed(acrossCompanies(orm), closing)).toEqual([endpointId]);
    await wakeEndpoint(client, { endpointId, ownerLabel: labelOfOffice(office) });
    await receiver.took(type, closing.id);
  }
  expect(receiver.faults).toEqual([]);
});

test('a sale that was rejected before a number was drawn is an event of the contract too', async () => {
  const { id } = await erp.insist();
  await receiver.took('document.authorized', id);
  const document = await acrossCompanies(installation.orm).findOneOrFail(Document, { id });
  Object.assign(document, { number: 0, series: null, accessKey: null, externalId: null });
  document.reject('Cadastre um certificado A1 válido.', null);
  expect(await post('document.rejected', eventData('DOCUMENT_REJECTED', document))).toBe(204);
});

const { webhooks } = contract;
const examples = Object.entries(webhooks).map(([type, { post }]): [string, Record<string, unknown>] => [
  type,
  post.requestBody.content['application/json'].example.data,
]);
const officeTypes: string[] = ['link.updated', ...Object.values(closingEventTypes)];
const companyTypes = ['supplier.cancelled', 'payable.created', 'payable.due'];
const toAnOffice = { officeId: randomUUID(), companyId: randomUUID() };

test.each(examples)('the example of %s is what its schema says', async (type, data) => {
  expect(await post(type, data)).toBe(officeTypes.includes(type) ? 400 : 204);
  const isOfCompanies = type.startsWith('webhook.') || companyTypes.includes(type);
  expect(await post(type, data, toAnOffice)).toBe(isOfCompanies ? 400 : 204);
});

const { data: authorized } = webhooks['document.authorized'].post.requestBody.content['application/json'].example;

test.each([
  ['an unknown field', { clientId: 'x' }],
  ['no access key', { accessKey: null }],
  ['a number as text', { number: '1042' }],
  ['another status', { status: 'CANCELLED' }],
  ['a total that is no decimal', { totalValue: 350 }],
  ['a field missing', { externalId: undefined }],
])('an authorized document with %s is not what the contract says', async (_what, changes) => {
  expect(await post('document.authorized', { ...authorized, ...changes })).toBe(400);
});

test.each([
  { id: '7' },
  { type: 'document.rejected' },
  { createdAt: 'hoje' },
  { documentId: 'x' },
  { officeId: 'without its company' },
])('an event with %j is not what the contract says', async (envelope) => {
  expect(await post('document.authorized', authorized, envelope)).toBe(400);
});

/** Sends an event as a worker would, without the product. @returns the status of the response */
async function post(type: string, data: object, envelope: Record<string, string> = {}): Promise<number> {
  const at = new Date();
  const body = JSON.stringify({ id: newEventId(), type, createdAt: at.toISOString(), data, ...envelope });
  const headers = deliveryHeaders({ eventType: type, deliveryId: randomUUID(), body, secret: 'whsec_', at });
  const { status } = await fetch(judge.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return status;
}
