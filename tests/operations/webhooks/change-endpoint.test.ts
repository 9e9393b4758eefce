import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { ownerIdOf } from '../../../domain/webhooks/endpoint-owner.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { subscriptions } from '../../../domain/webhooks/event-types.ts';
import { isGenuine } from '../../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { startOwnApi, type OwnApi } from '../../api/own-api.ts';
import { createPings } from '../../api/pings.ts';
import { answering, hold, openReceiver, type Receiver } from '../../api/receiver.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { until } from '../../support/checks/until.ts';

let api: OwnApi;
const pings = createPings();
let temporal: TestTemporal;
let key: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  temporal = await testTemporal();
  api = await startOwnApi({ temporal: temporal.client, deliverer: pings });
  ({ key } = await newCompany(api.orm));
});
afterEach(async () => {
  pings.isHasty = false;
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(async () => {
  await api.close();
  await temporal.close();
});

test('what is sent changes, the rest stays, and nothing is pinged', async () => {
  const { id, url, arrivals } = await endpoint({ description: 'ERP', events: ['DOCUMENT_REJECTED'] });
  const twice = ['DOCUMENT_CANCELLED', 'DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED'];
  const events = ['DOCUMENT_AUTHORIZED', 'DOCUMENT_CANCELLED'];
  expect((await patch(id, { events: twice })).body).toMatchObject({ url, description: 'ERP', events, isActive: true });
  expect((await patch(id, { description: null })).body).toMatchObject({ description: null, events });
  const { status, body } = await patch(id, {});
  expect(status).toBe(200);
  expect(body).toEqual((await get(id)).body);
  expect(body).not.toHaveProperty('secret');
  expect((await patch(id, { events: [] })).body.events).toEqual([]);
  expect(arrivals).toHaveLength(0);
});

test('what changes nothing about where events go is not pinged', async () => {
  const { id, url, arrivals } = await endpoint();
  await change(id, { consecutiveFailures: 3 });
  expect((await patch(id, { url: ` ${url} `, isActive: true })).body).toMatchObject({ url, consecutiveFailures: 3 });
  const elsewhere = `${url}/elsewhere`;
  expect((await patch(id, { url: elsewhere, isActive: false })).body).toMatchObject({
    url: elsewhere,
    isActive: false,
    disabledReason: null,
    disabledAt: null,
  });
  expect((await patch(id, { url })).body).toMatchObject({ url, isActive: false });
  expect(arrivals).toHaveLength(0);
});

test('an endpoint is reactivated by a signed ping that is answered 2xx, and begins anew', async () => {
  const { id, secret, arrivals } = await endpoint();
  await deactivate(id);
  const { status, body } = await patch(id, { isActive: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ isActive: true, consecutiveFailures: 0, disabledReason: null, disabledAt: null });
  expect(arrivals).toHaveLength(1);
  const [{ headers, body: raw } = { headers: {}, body: '' }] = arrivals;
  expect(headers['x-webhook-event']).toBe('webhook.ping');
  const signed = { secret, body: raw, at: new Date() };
  expect(isGenuine(String(headers['x-webhook-signature']), signed)).toBe(true);
});

test('a new address of an active endpoint is pinged there, and the failures of the old one are forgotten', async () => {
  const [{ id, arrivals }, next] = [await endpoint(), await receiver()];
  await change(id, { consecutiveFailures: 4 });
  expect((await patch(id, { url: next.url })).body).toMatchObject({ url: next.url, consecutiveFailures: 0 });
  expect([arrivals.length, next.arrivals.length]).toEqual([0, 1]);
});

test('an inactive endpoint with a new address is pinged there alone', async () => {
  const [{ id, arrivals }, next] = [await endpoint(), await receiver()];
  await deactivate(id);
  expect((await patch(id, { url: next.url, isActive: true })).body).toMatchObject({ url: next.url, isActive: true });
  expect([arrivals.length, next.arrivals.length]).toEqual([0, 1]);
});

test.each<[string, RequestListener]>([
  ['answers 500', answering(500)],
  ['redirects', answering(302, { location: 'https://example.com' })],
  ['does not answer in time', () => {}],
])('an address that %s is 422 webhook_unreachable, and nothing is saved', async (_what, listener) => {
  const [{ id, receiver: old }, next] = [await endpoint(), await receiver(listener)];
  pings.isHasty = true;
  const before = (await get(id)).body;
  const moved = await patch(id, { url: next.url, description: 'Novo', events: ['DOCUMENT_REJECTED'] });
  expect({ status: moved.status, code: moved.body.code }).toEqual({ status: 422, code: 'webhook_unreachable' });
  expect((await get(id)).body).toEqual(before);

  await deactivate(id);
  const inactive = (await get(id)).body;
  old.answer = listener;
  const revived = await patch(id, { isActive: true, description: 'Novo' });
  expect({ status: revived.status, code: revived.body.code }).toEqual({ status: 422, code: 'webhook_unreachable' });
  expect((await get(id)).body).toEqual(inactive);
});

test('changes at the same moment lose nothing, and none waits for the ping of another', async () => {
  const [{ id }, next] = [await endpoint({ description: 'ERP' }), await held()];
  const moving = patch(id, { url: next.url });
  await next.arrived;
  expect((await patch(id, { events: ['DOCUMENT_REJECTED'] })).status).toBe(200);
  expect((await patch(id, { description: 'Novo' })).status).toBe(200);
  await until('no transaction is open', async () => (await openTransactions()) === 0);
  next.release();
  expect((await moving).body).toMatchObject({ url: next.url, description: 'Novo', events: ['DOCUMENT_REJECTED'] });
  const fields = { url: next.url, description: 'Novo', events: ['DOCUMENT_REJECTED'] };
  expect((await get(id)).body).toMatchObject(fields);
});

test('ten changes of different fields at once are all there afterwards', async () => {
  const { id } = await endpoint();
  const changes = [{ description: 'Novo' }, { events: ['DOCUMENT_REJECTED'] }, { isActive: false }];
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => patch(id, changes[at % changes.length])));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await get(id)).body).toMatchObject({ description: 'Novo', events: ['DOCUMENT_REJECTED'], isActive: false });
});

test('an address that was moved during a reactivation has to answer too', async () => {
  const [{ id, receiver: old }, next] = [await endpoint(), await receiver(answering(500))];
  await deactivate(id);
  const { arrived, release } = hold(old);
  const reviving = patch(id, { isActive: true });
  await arrived;
  expect((await patch(id, { url: next.url })).body).toMatchObject({ url: next.url, isActive: false });
  release();
  expect((await reviving).body.code).toBe('webhook_unreachable');
  expect((await get(id)).body).toMatchObject({ url: next.url, isActive: false });
  expect(next.arrivals).toHaveLength(1);
});

test('an endpoint that is deactivated while its new address is pinged stays inactive, with its reason', async () => {
  const [{ id }, next] = [await endpoint(), await held()];
  const moving = patch(id, { url: next.url });
  await next.arrived;
  await deactivate(id);
  next.release();
  const inactive = { url: next.url, isActive: false, disabledReason: reason, consecutiveFailures: 5 };
  expect((await moving).body).toMatchObject(inactive);
  expect((await get(id)).body).toMatchObject(inactive);
});

test('an endpoint that is removed while its new address is pinged is 404', async () => {
  const [{ id }, next] = [await endpoint(), await held()];
  const moving = patch(id, { url: next.url });
  await next.arrived;
  expect((await api.call('DELETE', `/v1/webhooks/${id}`, { key })).status).toBe(200);
  next.release();
  expect((await moving).status).toBe(404);
});

test('who changes the address without end is told so by the one who reactivates', async () => {
  const { id, receiver: first } = await endpoint();
  await deactivate(id);
  let moves = 0;
  first.answer = (_request, response) => {
    const url = first.url.replace(/\/hook.*$/, `/hook/${(moves += 1)}`);
    void patch(id, { url }).then(() => response.writeHead(204).end());
  };
  const { status, body } = await patch(id, { isActive: true });
  expect({ status, code: body.code, moves }).toEqual({ status: 422, code: 'invalid_state', moves: 3 });
  expect((await get(id)).body).toMatchObject({ isActive: false, disabledReason: reason });
});

test.each([
  [{ url: 17 }, 'url'],
  [{ url: '' }, 'url'],
  [{ url: null }, 'url'],
  [{ url: 'not a url' }, 'url'],
  [{ url: 'ftp://example.com/' }, 'url'],
  [{ url: `https://example.com/${'x'.repeat(1_981)}` }, 'url'],
  [{ description: 'x'.repeat(256) }, 'description'],
  [{ description: 7 }, 'description'],
  [{ events: null }, 'events'],
  [{ events: 'DOCUMENT_AUTHORIZED' }, 'events'],
  [{ events: ['WEBHOOK_TEST'] }, 'events[0]'],
  [{ events: [...subscriptions, 'DOCUMENT_REJECTED'] }, 'events'],
  [{ isActive: 'true' }, 'isActive'],
  [{ isActive: null }, 'isActive'],
  [{ secret: 'mine' }, 'secret'],
  [{ consecutiveFailures: 0 }, 'consecutiveFailures'],
])('a change to %j is 400 and names %s', async (body, path) => {
  const { id } = await endpoint();
  const before = (await get(id)).body;
  const answer = await patch(id, body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(answer.body.issues).toMatchObject([{ path }]);
  expect((await get(id)).body).toEqual(before);
});

test.each([['null'], ['[]'], ['"text"'], ['7'], ['{'], ['']])('a body of %s is no change', async (body) => {
  const { id } = await endpoint();
  const { status, body: answer } = await patch(id, body);
  expect({ status, code: answer.code }).toEqual({ status: 400, code: 'validation_error' });
});

test('texts at their bounds are taken', async () => {
  const { id, url } = await endpoint();
  await deactivate(id);
  const longest = `${url}/${'x'.repeat(2_000 - url.length - 1)}`;
  const { body } = await patch(id, { url: longest, description: 'ç'.repeat(255), events: subscriptions });
  expect(body).toMatchObject({ url: longest, description: 'ç'.repeat(255), events: subscriptions });
});

test('a rotated secret is new, shown once, and sealed for its endpoint', async () => {
  const { id, secret } = await endpoint();
  const { status, body } = await rotate(id);
  expect({ status, secret: body.secret }).toEqual({ status: 200, secret: expect.stringMatching(/^whsec_.{44}$/) });
  expect(body.secret).not.toBe(secret);
  const { secret: shown, ...rest } = body;
  expect((await get(id)).body).toEqual(rest);
  expect(await sealedSecretOf(id)).toBe(shown);
});

test('of rotations at once the last one’s secret is in force, and it is one that was answered', async () => {
  const { id } = await endpoint();
  const answers = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
  const secrets = answers.map(({ body }) => body.secret);
  expect(new Set(secrets).size).toBe(5);
  expect(secrets).toContain(await sealedSecretOf(id));
});

const reason = '5 entregas seguidas falharam.';

function patch(id: string, body: unknown) {
  return api.call('PATCH', `/v1/webhooks/${id}`, { key, body });
}

function get(id: string) {
  return api.call('GET', `/v1/webhooks/${id}`, { key });
}

function rotate(id: string) {
  return api.call('POST', `/v1/webhooks/${id}/rotate-secret`, { key });
}

/** A registered endpoint, after its ping. */
async function endpoint(fields: Record<string, unknown> = {}) {
  const opened = await receiver();
  const { url, arrivals } = opened;
  const { body } = await api.call('POST', '/v1/webhooks', { key, body: { url, ...fields } });
  arrivals.length = 0;
  closing.push(() => acrossCompanies(api.orm).nativeDelete(WebhookEndpoint, { id: String(body.id) }));
  return { id: String(body.id), secret: String(body.secret), url, arrivals, receiver: opened };
}

async function receiver(listener?: RequestListener): Promise<Receiver> {
  const opened = await openReceiver(listener);
  closing.push(() => opened.close());
  return opened;
}

/** A receiver that answers when the test lets it. */
async function held() {
  const opened = await receiver();
  return { url: opened.url, ...hold(opened) };
}

function change(id: string, fields: Partial<WebhookEndpoint>): Promise<number> {
  return acrossCompanies(api.orm).nativeUpdate(WebhookEndpoint, { id }, fields);
}

/** Deactivates an endpoint as the actor does after five failures in a row. */
function deactivate(id: string): Promise<number> {
  return change(id, { isActive: false, consecutiveFailures: 5, disabledReason: reason, disabledAt: new Date() });
}

async function sealedSecretOf(id: string): Promise<string> {
  const options = { populate: ['sealedSecret'] } as const;
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookEndpoint, { id }, options);
  return unseal(masterKey(Buffer.alloc(32, 7)), sealOwner.webhookSecret(ownerIdOf(row), id), row.sealedSecret);
}

/** The number of open transactions of any login: each holds the lock of its own transaction, which every login sees. */
async function openTransactions(): Promise<number> {
  const [row] = await acrossCompanies(api.orm).execute<{ open: string }[]>(
    `select count(*) as open from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where a.datname = current_database() and a.pid <> pg_backend_pid() and l.locktype = 'virtualxid' and l.granted`,
  );
  return Number(row?.open);
}
