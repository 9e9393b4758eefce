import { Worker } from '@temporalio/worker';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { webhookActivities } from '../../../activities/webhooks/index.ts';
import { createWorkMetrics } from '../../../adapters/metrics/work-metrics.ts';
import { createDeliverer, type Deliverer } from '../../../adapters/outbound/deliver.ts';
import { createLogger } from '../../../config/logger.ts';
import type { EntityManager } from '../../../config/orm.ts';
import { masterKey } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { isGenuine } from '../../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { againAfterDeadlock } from '../../../operations/transactions.ts';
import { queues, webhooksId } from '../../../temporal/names.ts';
import { wakeEndpoint } from '../../../temporal/start.ts';
import { runWorkers } from '../../../worker/worker.ts';
import { type Answer, newCompany, startApi, type TestApi } from '../../api/fixture.ts';
import { type Arrival, hold, openReceiver, type Receiver } from '../../api/receiver.ts';
import { until } from '../../support/checks/until.ts';
import { workflowBundle } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';

let api: TestApi;
let temporal: TestTemporal;
let deliverer: Deliverer;
let company: string;
let key: string;
let running: Promise<void>;
const stopping = new AbortController();
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  const opened = await newCompany(api.orm);
  [company, key] = [opened.company.id, opened.key];
  deliverer = createDeliverer({ allowLocal: true, timeoutMs: 30_000 });
  const sealing = masterKey(Buffer.alloc(32, 7));
  const logger = createLogger({ level: 'error', format: 'json' }, 'test');
  const metrics = createWorkMetrics(new Registry());
  const parts = {
    metrics,
    orm: api.orm,
    masterKey: sealing,
    deliverer,
    logger,
    now: () => new Date(),
    chance: () => 0,
  };
  const [connection, activities] = [temporal.native, webhookActivities(parts)];
  const workers = await Promise.all([
    Worker.create({ connection, workflowBundle, taskQueue: queues.webhooks, activities }),
    Worker.create({ connection, taskQueue: queues.webhooksInTrouble, activities }),
  ]);
  running = runWorkers(workers, stopping.signal);
});
afterEach(() => closing.splice(0).forEach((close) => close()));
afterAll(async () => {
  stopping.abort();
  await running;
  await Promise.all([api.close(), deliverer.close(), temporal.close()]);
});

test('a test event is delivered as any other, and its attempt is shown', async () => {
  const { id, secret, receiver } = await endpoint();
  const deliveryId = await send(id);
  const { responseStatus, attemptLog, eventId } = await ended(id, deliveryId, 'SUCCEEDED');
  expect({ responseStatus, attemptLog }).toMatchObject({ responseStatus: 204, attemptLog: [{ number: 1 }] });
  const [arrival] = receiver.arrivals;
  expect(arrival?.headers).toMatchObject({ 'x-webhook-event': 'webhook.test', 'x-webhook-delivery': deliveryId });
  expect(JSON.parse(arrival?.body ?? '')).toMatchObject({ id: eventId, type: 'webhook.test' });
  expect(signedWith(secret, arrival)).toBe(true);
});

test('a secret that is rotated while deliveries travel signs none that begins afterwards', async () => {
  const { id, secret, receiver } = await endpoint();
  const { arrived, release } = hold(receiver);
  const first = await send(id);
  await arrived;
  const { body } = await call('POST', `${id}/rotate-secret`);
  const later = await Promise.all([send(id), send(id), send(id)]);
  release();
  for (const delivery of [first, ...later]) await ended(id, delivery, 'SUCCEEDED');
  const [old, ...fresh] = receiver.arrivals;
  expect(signedWith(secret, old)).toBe(true);
  for (const arrival of fresh) {
    expect([signedWith(secret, arrival), signedWith(String(body.secret), arrival)]).toEqual([false, true]);
  }
});

test('an endpoint that is removed while a delivery travels is gone at once, and its actor does not stumble', async () => {
  const { id, receiver } = await endpoint();
  const { arrived, release } = hold(receiver);
  await send(id);
  await arrived;
  expect((await call('DELETE', id)).status).toBe(200);
  release(500);
  const actor = temporal.client.workflow.getHandle(webhooksId(id));
  await until('the end of the visit', async () => !(await actor.describe()).raw.pendingActivities?.length);
  const { events } = await actor.fetchHistory();
  const tries = (events ?? []).map((event) => event.activityTaskStartedEventAttributes?.attempt ?? 1);
  expect(Math.max(...tries)).toBe(1);
  expect(await acrossCompanies(api.orm).count(WebhookDelivery, { endpoint: id })).toBe(0);
});

test('a delivery that is asked for again while it travels gets its round all the same', async () => {
  const { id, receiver } = await endpoint();
  const fifth = hold(receiver);
  const delivery = await plant(id, { attempts: 4, roundAttempts: 4, nextAttemptAt: new Date() });
  await wakeEndpoint(temporal.client, { endpointId: id, ownerLabel: '' });
  await fifth.arrived;
  const answers = await Promise.all([1, 2].map(() => call('POST', `${id}/deliveries/${delivery}/redeliver`)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const sixth = hold(receiver);
  fifth.release(500);
  await sixth.arrived;
  const seventh = hold(receiver);
  sixth.release(500);
  await seventh.arrived;
  const { body } = await call('GET', `${id}/deliveries/${delivery}`);
  expect(body).toMatchObject({ attempts: 6, attemptLog: [{ number: 5 }, { number: 6 }] });
  const ids = receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect(ids).toEqual([body.eventId, body.eventId, body.eventId]);
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookDelivery, { id: delivery });
  expect(row).toMatchObject({ status: 'PENDING', roundAttempts: 1 });
  expect((await call('GET', id)).body.consecutiveFailures).toBe(0);
  seventh.release();
  await ended(id, delivery, 'SUCCEEDED');
});

test('an endpoint that the actor deactivates while its new address is pinged stays inactive', async () => {
  const [{ id, receiver }, next] = [await endpoint(), await open()];
  await change(id, { consecutiveFailures: 4 });
  const [delivering, pinging] = [hold(receiver), hold(next)];
  await plant(id, { attempts: 4, roundAttempts: 4, nextAttemptAt: new Date() });
  const last = await send(id);
  await delivering.arrived;
  const moving = call('PATCH', id, { url: next.url, description: 'Novo' });
  await pinging.arrived;
  delivering.release(500);
  await until('the deactivation', async () => (await call('GET', id)).body.isActive === false);
  pinging.release();
  const inactive = { url: next.url, description: 'Novo', isActive: false, disabledReason: expect.any(String) };
  expect((await moving).body).toMatchObject(inactive);
  expect((await call('GET', id)).body).toMatchObject(inactive);
  expect((await call('POST', `${id}/deliveries/${last}/redeliver`)).body.code).toBe('endpoint_inactive');
});

test('what an inactive endpoint held goes out at its reactivation', async () => {
  const { id, receiver } = await endpoint();
  expect((await call('PATCH', id, { isActive: false })).status).toBe(200);
  const held = [await plant(id, { nextAttemptAt: new Date() }), await plant(id, { nextAttemptAt: new Date() })];
  const { body } = await call('PATCH', id, { isActive: true });
  expect(body).toMatchObject({ isActive: true, consecutiveFailures: 0 });
  for (const delivery of held) await ended(id, delivery, 'SUCCEEDED');
  expect(receiver.arrivals.map(({ headers }) => headers['x-webhook-event'])).toEqual([
    'webhook.ping',
    'document.authorized',
    'document.authorized',
  ]);
});

test('an endpoint is removed while results of its deliveries are written, whoever has which row first', async () => {
  const { id } = await endpoint();
  await change(id, { isActive: false });
  const [first, middle, last] = [await plant(id, {}), await plant(id, {}), await plant(id, {})];
  const count = `update webhook_delivery set attempts = attempts + 1 where id = ?`;
  let removal: Promise<Answer> | undefined;
  const write = async (em: EntityManager): Promise<void> => {
    await em.execute(count, [middle]);
    if (!removal) {
      removal = call('DELETE', id);
      await waiting(1);
    }
    for (const delivery of [first, last]) await em.execute(count, [delivery]);
    await em.execute(`update webhook_endpoint set consecutive_failures = 0 where id = ?`, [id]);
  };
  // PostgreSQL ends one of the two in a deadlock; activities are tried again, too.
  await againAfterDeadlock(() => acrossCompanies(api.orm).transactional(write));
  expect((await removal)?.status).toBe(200);
  expect((await call('GET', id)).status).toBe(404);
});

test('what is asked of an endpoint while it is being removed is 404 when it is gone', async () => {
  const { id } = await endpoint();
  const delivery = await plant(id, { status: 'FAILED' });
  const { asked } = await acrossCompanies(api.orm).transactional(async (em) => {
    await em.nativeDelete(WebhookDelivery, { endpoint: id });
    await em.nativeDelete(WebhookEndpoint, { id });
    const paths = [`${id}/test`, `${id}/deliveries/${delivery}/redeliver`, `${id}/rotate-secret`];
    const asked = paths.map((path) => call('POST', path));
    asked.push(call('PATCH', id, { description: 'Novo' }), call('DELETE', id));
    await waiting(asked.length);
    return { asked };
  });
  const answers = await Promise.all(asked);
  expect(answers.map(({ body }) => body.code)).toEqual(asked.map(() => 'not_found'));
});

/** Waits until so many statements wait for a lock, of any login: a session's wait event is visible to its own login alone, locks are visible to all. */
function waiting(size: number): Promise<unknown> {
  const waits = `select 1 from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted`;
  return until(`${size} wait`, async () => (await acrossCompanies(api.orm).execute(waits)).length >= size);
}

function call(method: string, path: string, body?: unknown) {
  return api.call(method, `/v1/webhooks/${path}`, { key, body });
}

async function send(id: string): Promise<string> {
  return String((await call('POST', `${id}/test`)).body.deliveryId);
}

function ended(id: string, delivery: string, status: string): Promise<Record<string, unknown>> {
  return until(`${delivery} ${status}`, async () => {
    const { body } = await call('GET', `${id}/deliveries/${delivery}`);
    return body.status === status && body;
  });
}

async function open(): Promise<Receiver> {
  const opened = await openReceiver();
  closing.push(() => opened.close());
  return opened;
}

/** A registered endpoint, after its ping. */
async function endpoint() {
  const receiver = await open();
  const { body } = await api.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
  receiver.arrivals.length = 0;
  return { id: String(body.id), secret: String(body.secret), receiver };
}

function change(id: string, fields: Partial<WebhookEndpoint>): Promise<number> {
  return acrossCompanies(api.orm).nativeUpdate(WebhookEndpoint, { id }, fields);
}

async function plant(endpoint: string, fields: Partial<WebhookDelivery>): Promise<string> {
  const em = acrossCompanies(api.orm);
  const event = newEventId();
  em.create(Event, { id: event, company, type: 'DOCUMENT_AUTHORIZED', data: {} });
  const { id } = em.create(WebhookDelivery, { company, endpoint, event, ...fields });
  await em.flush();
  return id;
}

function signedWith(secret: string, arrival: Arrival | undefined): boolean {
  const { headers = {}, body = '' } = arrival ?? {};
  return isGenuine(String(headers['x-webhook-signature']), { secret, body, at: new Date() });
}
