import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebhookAttempt, WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { webhooksId } from '../../../temporal/names.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';
import { openReceiver } from '../receiver.ts';

let api: TestApi;
let temporal: TestTemporal;
let company: string;
let key: string;
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startApi({ temporal: temporal.client });
  const opened = await newCompany(api.orm);
  [company, key] = [opened.company.id, opened.key];
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

test('a test event waits for its delivery to the endpoint that asked, whatever that subscribes to, and to no other', async () => {
  const [id, other] = [await endpoint({ events: ['DOCUMENT_REJECTED'] }), await endpoint()];
  const { status, body } = await post(`${id}/test`);
  expect(status).toBe(202);
  const deliveryId = String(body.deliveryId);
  const delivery = {
    id: deliveryId,
    eventType: 'WEBHOOK_TEST',
    eventId: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    status: 'PENDING',
    attempts: 0,
    responseStatus: null,
    responseBody: null,
    errorMessage: null,
    deliveredAt: null,
    createdAt: expect.any(String),
  };
  expect((await get(`${id}/deliveries`)).body).toEqual({ data: [delivery] });
  const detail = (await get(`${id}/deliveries/${deliveryId}`)).body;
  expect(detail).toEqual({ ...delivery, nextAttemptAt: expect.any(String), attemptLog: [] });
  expect(Date.parse(String(detail.nextAttemptAt))).toBeLessThanOrEqual(Date.now());
  const event = await acrossCompanies(api.orm).findOneOrFail(Event, { id: String(detail.eventId) });
  expect(event).toMatchObject({ type: 'WEBHOOK_TEST', data: { message: expect.any(String) } });
  expect((await get(`${other}/deliveries`)).body).toEqual({ data: [] });
});

test('a test event wakes the actor of its endpoint', async () => {
  const id = await endpoint();
  await post(`${id}/test`);
  const { type, status } = await temporal.client.workflow.getHandle(webhooksId(id)).describe();
  expect({ type, status: status.name }).toEqual({ type: 'webhookDelivery', status: 'RUNNING' });
});

test('an inactive endpoint is sent nothing: no test, no redelivery', async () => {
  const id = await endpoint({ isActive: false });
  const delivery = await plant(id, { status: 'FAILED', attempts: 20, roundAttempts: 20 });
  for (const path of [`${id}/test`, `${id}/deliveries/${delivery}/redeliver`]) {
    const { status, body } = await post(path);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'endpoint_inactive' });
    expect(body.message).toContain('inativo');
  }
  const { body } = await get(`${id}/deliveries`);
  expect(body.data).toMatchObject([{ id: delivery, status: 'FAILED', attempts: 20 }]);
});

test('deliveries are listed newest first, 50 unless the caller says otherwise', async () => {
  const id = await endpoint();
  const planted: string[] = [];
  for (let second = 0; second < 201; second += 1) {
    planted.push(await plant(id, { createdAt: new Date(Date.UTC(2026, 10, 21, 12, 0, second)) }));
  }
  const newest = planted.toReversed();
  const listed = async (query: string) => {
    const { data } = (await get(`${id}/deliveries${query}`)).body as { data: { id: string }[] };
    return data.map((delivery) => delivery.id);
  };
  expect(await listed('')).toEqual(newest.slice(0, 50));
  expect(await listed('?limit=1')).toEqual(newest.slice(0, 1));
  expect(await listed('?limit=200')).toEqual(newest.slice(0, 200));
});

test.each([['0'], ['201'], ['-1'], ['1.5'], ['x'], [''], ['1&limit=2']])('limit=%s is 400', async (limit) => {
  const { status, body } = await get(`${await endpoint()}/deliveries?limit=${limit}`);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
});

test('deliveries are listed by status, newest first', async () => {
  const id = await endpoint();
  const planted: [string, WebhookDelivery['status']][] = [];
  for (const [second, status] of (['FAILED', 'PENDING', 'SUCCEEDED', 'FAILED'] as const).entries()) {
    const createdAt = new Date(Date.UTC(2026, 10, 21, 12, 0, second));
    planted.push([await plant(id, { status, createdAt }), status]);
  }
  for (const status of ['FAILED', 'PENDING', 'SUCCEEDED']) {
    const wanted = planted.filter(([, one]) => one === status).map(([delivery]) => ({ id: delivery, status }));
    expect((await get(`${id}/deliveries?status=${status}`)).body.data).toMatchObject(wanted.toReversed());
  }
  expect((await get(`${id}/deliveries?status=FAILED&limit=1`)).body.data).toMatchObject([{ id: planted[3]?.[0] }]);
});

test.each(['', 'failed', 'DELIVERED', 'FAILED&status=PENDING'])('status=%s is 400', async (status) => {
  const answer = await get(`${await endpoint()}/deliveries?status=${status}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_error' } });
  expect(answer.body.message).toMatch(/^status /);
});

test('a query that the list does not know is 400', async () => {
  const { status, body } = await get(`${await endpoint()}/deliveries?page=2`);
  expect({ status, issues: body.issues }).toMatchObject({ status: 400, issues: [{ path: 'page' }] });
});

test('a delivery tells each of its attempts in order, and when it goes on', async () => {
  const id = await endpoint();
  const nextAttemptAt = new Date(Date.UTC(2026, 10, 21, 15));
  const error = 'O endereço respondeu 500; esperava 2xx.';
  const last = { responseStatus: 500, responseBody: 'Oops é', errorMessage: error };
  const delivery = await plant(id, { status: 'FAILED', attempts: 2, roundAttempts: 2, nextAttemptAt, ...last });
  const em = acrossCompanies(api.orm);
  const startedAt = (number: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, number));
  em.create(WebhookAttempt, { delivery, company, number: 2, startedAt: startedAt(2), durationMs: 31, ...last });
  const timeout = 'Sem resposta completa em 10 s.';
  em.create(WebhookAttempt, {
    ...{ delivery, company, number: 1, startedAt: startedAt(1), durationMs: 10_004 },
    ...{ responseStatus: null, responseBody: null, errorMessage: timeout },
  });
  await em.flush();
  const { body } = await get(`${id}/deliveries/${delivery}`);
  const none = { responseStatus: null, responseBody: null };
  expect(body).toMatchObject({ ...last, status: 'FAILED', attempts: 2, nextAttemptAt: nextAttemptAt.toISOString() });
  expect(body.attemptLog).toEqual([
    { number: 1, startedAt: startedAt(1).toISOString(), durationMs: 10_004, ...none, errorMessage: timeout },
    { number: 2, startedAt: startedAt(2).toISOString(), durationMs: 31, ...last },
  ]);
});

test('of more than 200 attempts the last 200 are shown', async () => {
  const id = await endpoint();
  const delivery = await plant(id, { attempts: 205 });
  await acrossCompanies(api.orm).execute(
    `insert into webhook_attempt (delivery_id, number, company_id, started_at, duration_ms)
     select ?, number, ?, now(), 1 from generate_series(1, 205) number`,
    [delivery, company],
  );
  const { attemptLog } = (await get(`${id}/deliveries/${delivery}`)).body as { attemptLog: { number: number }[] };
  expect(attemptLog.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => index + 6));
});

test.each(['PENDING', 'SUCCEEDED', 'FAILED'] as const)(
  'a %s delivery is delivered again when asked',
  async (status) => {
    const id = await endpoint();
    const attempts = { attempts: 20, roundAttempts: 5, responseStatus: 503, errorMessage: 'Fora.' };
    const delivery = await plant(id, { status, ...attempts, deliveredAt: status === 'SUCCEEDED' ? new Date() : null });
    const { eventId } = (await get(`${id}/deliveries/${delivery}`)).body;
    const answer = await post(`${id}/deliveries/${delivery}/redeliver`);
    expect(answer).toMatchObject({ status: 202, body: { deliveryId: delivery, requeued: true } });
    const detail = (await get(`${id}/deliveries/${delivery}`)).body;
    expect(detail).toMatchObject({ eventId, status: 'PENDING', attempts: 20, responseStatus: 503, deliveredAt: null });
    expect(Date.parse(String(detail.nextAttemptAt))).toBeLessThanOrEqual(Date.now());
    const row = await acrossCompanies(api.orm).findOneOrFail(WebhookDelivery, { id: delivery });
    expect(row.roundAttempts).toBe(0);
  },
);

test('asked for twice at once, a redelivery is one', async () => {
  const id = await endpoint();
  const delivery = await plant(id, { status: 'FAILED', attempts: 20, roundAttempts: 20 });
  const answers = await Promise.all([1, 2].map(() => post(`${id}/deliveries/${delivery}/redeliver`)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  expect((await get(`${id}/deliveries`)).body.data).toMatchObject([{ id: delivery, status: 'PENDING' }]);
});

test('a delivery is reached through its own endpoint alone, and by its own company', async () => {
  const [id, other, stranger] = [await endpoint(), await endpoint(), await newCompany(api.orm)];
  const delivery = await plant(id, {});
  const theirs = `/v1/webhooks/${id}/deliveries/${delivery}`;
  const answers = [
    await get(`${other}/deliveries/${delivery}`),
    await post(`${other}/deliveries/${delivery}/redeliver`),
    await api.call('GET', theirs, { key: stranger.key }),
    await api.call('POST', `${theirs}/redeliver`, { key: stranger.key }),
    await api.call('GET', `/v1/webhooks/${id}/deliveries`, { key: stranger.key }),
    await api.call('POST', `/v1/webhooks/${id}/test`, { key: stranger.key }),
    await api.call('POST', `/v1/webhooks/${id}/rotate-secret`, { key: stranger.key }),
    await api.call('PATCH', `/v1/webhooks/${id}`, { key: stranger.key, body: { isActive: false } }),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not_found']));
  expect((await get(`${id}/deliveries`)).body.data).toHaveLength(1);
});

test.each(['x', '7', '%00', "'--", '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b'])(
  'what is no delivery of the endpoint is 404: %s',
  async (delivery) => {
    const id = await endpoint();
    expect((await get(`${id}/deliveries/${delivery}`)).body.code).toBe('not_found');
    expect((await post(`${id}/deliveries/${delivery}/redeliver`)).body.code).toBe('not_found');
  },
);

test('while Temporal is away what was asked for is kept, and answered as ever', async () => {
  const [apart, receiver] = [await startApi(), await openReceiver()];
  const { company, key } = await newCompany(apart.orm);
  const em = acrossCompanies(apart.orm);
  const { id } = em.create(WebhookEndpoint, { ...fields, company: company.id });
  const delivery = await plant(id, { status: 'FAILED' }, { em, company: company.id });
  const { body } = await apart.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } });
  const other = `/v1/webhooks/${String(body.id)}`;
  await apart.call('PATCH', other, { key, body: { isActive: false } });
  const answers = await Promise.all([
    apart.call('POST', `/v1/webhooks/${id}/test`, { key }),
    apart.call('POST', `/v1/webhooks/${id}/deliveries/${delivery}/redeliver`, { key }),
    apart.call('PATCH', other, { key, body: { isActive: true } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 200]);
  expect((await apart.call('GET', other, { key })).body).toMatchObject({ isActive: true });
  const due = { endpoint: id, status: 'PENDING', nextAttemptAt: { $lte: new Date() } } as const;
  expect(await em.count(WebhookDelivery, due)).toBe(2);
  expect((await apart.logs()).filter(({ level }) => level === 'warn')).toHaveLength(3);
  receiver.close();
  await apart.close();
});

const sealedSecret = { version: 1, masterKeyId: '', wrappedKey: '', data: '' } as const;
const fields = { url: 'http://127.0.0.1:1/', events: [], sealedSecret };

async function endpoint(changes: { isActive?: boolean; events?: string[] } = {}): Promise<string> {
  const em = acrossCompanies(api.orm);
  const { id } = em.create(WebhookEndpoint, { ...fields, company, ...changes });
  await em.flush();
  return id;
}

/** Writes a delivery as the actor leaves it. */
async function plant(
  endpoint: string,
  changes: Partial<WebhookDelivery>,
  of = { em: acrossCompanies(api.orm), company },
): Promise<string> {
  const event = newEventId();
  of.em.create(Event, { id: event, company: of.company, type: 'DOCUMENT_AUTHORIZED', data: {} });
  const { id } = of.em.create(WebhookDelivery, { company: of.company, endpoint, event, ...changes });
  await of.em.flush();
  return id;
}

function get(path: string) {
  return api.call('GET', `/v1/webhooks/${path}`, { key });
}

function post(path: string) {
  return api.call('POST', `/v1/webhooks/${path}`, { key });
}
