import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { v7 as uuid } from 'uuid';
import winston from 'winston';
import { wakeActors } from '../../activities/wake.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { seal, sealOwner } from '../../domain/seal.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { newWebhookSecret } from '../../domain/webhooks/signature.ts';
import { type WebhookReceiver, webhookReceiver } from '../../local/demo/webhook-receiver.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { inTransaction, recordEvent, type Transaction, type WakeList } from '../../operations/outbox.ts';
import { queues, reconciliationId } from '../../temporal/names.ts';
import { type Installation, openInstallation } from '../support/servers/installation.ts';
import { processingDocument } from '../support/samples/sale.ts';

let installation: Installation;
let company: Company;
let document: Document;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [installation, receiver] = await Promise.all([openInstallation(), webhookReceiver()]);
  ({ company } = await installation.openCompany());
  document = await processingDocument(installation.orm, company);
  // If the document stayed in PROCESSING, reconciliation would issue it and so add an event.
  await acrossCompanies(installation.orm).nativeUpdate(Document, { id: document.id }, { status: 'REJECTED' });
});
afterAll(async () => {
  await receiver?.close();
  await installation?.close();
});

test('an event is kept for the active endpoints of its company that subscribe to it, and for no other', async () => {
  const everything = await endpoint({});
  const subscribed = await endpoint({ events: ['DOCUMENT_CANCELLED', 'DOCUMENT_REJECTED'] });
  await endpoint({ events: ['DOCUMENT_AUTHORIZED'] });
  await endpoint({ isActive: false });
  const { company: other } = await installation.openCompany({ taxId: '11444777000161' });
  await endpoint({ company: other.id });

  const { endpoints } = await recorded();
  expect([...endpoints].toSorted()).toEqual([everything, subscribed].toSorted());
  const kept = await acrossCompanies(installation.orm).findAll(WebhookDelivery);
  expect(kept.map((one) => one.endpoint).toSorted()).toEqual([everything, subscribed].toSorted());
  expect(kept.every(({ status, attempts }) => status === 'PENDING' && attempts === 0)).toBe(true);
  await acrossCompanies(installation.orm).nativeDelete(WebhookEndpoint, {});
});

test('who an event goes to is woken after the commit, once, and nobody where it is undone', async () => {
  const subscribed = await endpoint({});
  const woken: string[][] = [];
  const wakeLater = async ({ endpoints }: WakeList) => void woken.push([...endpoints]);
  const twice = async (tx: Transaction) => {
    await recordEvent(tx, 'DOCUMENT_REJECTED', document);
    await recordEvent(tx, 'DOCUMENT_CANCELLED', document);
    expect(woken).toEqual([]);
  };
  const undone = async (tx: Transaction) => {
    await twice(tx);
    throw new Error('undone');
  };
  const em = acrossCompanies(installation.orm);
  await expect(inTransaction(em, wakeLater, undone)).rejects.toThrow('undone');
  await inTransaction(em, wakeLater, twice);
  expect(woken).toEqual([[subscribed]]);
  await em.nativeDelete(WebhookEndpoint, {});
});

test('what a crash left without anybody woken goes out by reconciliation, and what an inactive endpoint holds stays', async () => {
  const active = await endpoint({});
  const inactive = await endpoint({});
  await recorded();
  const em = acrossCompanies(installation.orm);
  await em.nativeUpdate(WebhookDelivery, {}, { nextAttemptAt: new Date(Date.now() - 60_000) });
  await em.nativeUpdate(WebhookEndpoint, { id: inactive }, { isActive: false });

  const round = { taskQueue: queues.events, workflowId: `${reconciliationId}-webhooks` };
  expect(await installation.client.workflow.execute('reconciliation', round)).toMatchObject({ endpoints: 1 });
  await receiver.arrived('document.rejected', document.id, 600_000);
  const held = await acrossCompanies(installation.orm).findOneOrFail(WebhookDelivery, { endpoint: inactive });
  expect(held).toMatchObject({ status: 'PENDING', attempts: 0 });
  expect(await acrossCompanies(installation.orm).count(WebhookDelivery, { endpoint: active })).toBe(1);
});

test('an actor that cannot be woken is a line in the log: what happened is committed, and reconciliation comes', async () => {
  const asleep = await endpoint({});
  const away = new Client({ connection: Connection.lazy({ address: '127.0.0.1:1', connectTimeout: 500 }) });
  const lines: string[] = [];
  const sink = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const logger = winston.createLogger({ transports: [new winston.transports.Stream({ stream: sink })] });
  const inActivity = new MockActivityEnvironment({}, { client: away });
  await inActivity.run(() =>
    wakeActors(
      { orm: installation.orm, logger, metrics: installation.parts.metrics },
      { endpoints: new Set([asleep]), mailing: new Set(), events: new Set(), replaced: new Set(), ended: [] },
    ),
  );
  expect(lines).toEqual([expect.stringContaining('could not be woken')]);
  await away.connection.close();
});

async function recorded(): Promise<Transaction> {
  const em = acrossCompanies(installation.orm);
  const tx: Transaction = {
    em,
    endpoints: new Set(),
    mailing: new Set(),
    events: new Set(),
    replaced: new Set(),
    ended: [],
  };
  await recordEvent(tx, 'DOCUMENT_REJECTED', document);
  return tx;
}

async function endpoint(overrides: { events?: string[]; isActive?: boolean; company?: string }): Promise<string> {
  const id = uuid();
  const owner = overrides.company ?? company.id;
  const sealedSecret = seal(installation.parts.masterKey, sealOwner.webhookSecret(owner, id), newWebhookSecret());
  const em = acrossCompanies(installation.orm);
  em.create(WebhookEndpoint, { id, company: owner, url: receiver.url, events: [], sealedSecret, ...overrides });
  await em.flush();
  return id;
}
