import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDeliverer } from '../../../adapters/outbound/deliver.ts';
import { createNames } from '../../../adapters/outbound/host-names.ts';
import { masterKey, seal, sealOwner, unseal } from '../../../domain/seal.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { subscriptions } from '../../../domain/webhooks/event-types.ts';
import { isGenuine } from '../../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { startDnsServer } from '../../adapters/outbound/dns-server.ts';
import { newCompany } from '../fixture.ts';
import { startOwnApi, type OwnApi } from '../own-api.ts';
import { createPings } from '../pings.ts';
import { answering, openReceiver, type Receiver } from '../receiver.ts';

let api: OwnApi;
const pings = createPings();
let key: string;
let companyId: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  api = await startOwnApi({ deliverer: pings });
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterEach(() => {
  pings.isHasty = false;
  closing.splice(0).forEach((close) => close());
});
afterAll(() => api.close());

test('an endpoint is pinged with its own secret before it is saved, and the secret is shown once', async () => {
  const { url, arrivals } = await receiver();
  const { status, body } = await register({ url, description: 'ERP', events: ['DOCUMENT_AUTHORIZED'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    url,
    description: 'ERP',
    events: ['DOCUMENT_AUTHORIZED'],
    isActive: true,
    consecutiveFailures: 0,
    disabledReason: null,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  });
  const [ping] = arrivals;
  expect(ping?.headers['x-webhook-event']).toBe('webhook.ping');
  const signed = { secret: String(body.secret), body: ping?.body ?? '', at: new Date() };
  expect(isGenuine(String(ping?.headers['x-webhook-signature']), signed)).toBe(true);
  expect(JSON.parse(signed.body)).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    type: 'webhook.ping',
    createdAt: expect.any(String),
    data: { message: expect.any(String) },
  });

  const one = await api.call('GET', `/v1/webhooks/${String(body.id)}`, { key });
  const { secret, ...rest } = body;
  expect(one.body).toEqual(rest);
  const all = await api.call('GET', '/v1/webhooks', { key });
  expect(all.text).not.toContain(String(secret));
});

test('the secret is sealed for its endpoint', async () => {
  const { body } = await register({ url: (await receiver()).url });
  const id = String(body.id);
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  expect(JSON.stringify(row.sealedSecret)).not.toContain(String(body.secret));
  const owner = sealOwner.webhookSecret(companyId, id);
  expect(unseal(masterKey(Buffer.alloc(32, 7)), owner, row.sealedSecret)).toBe(body.secret);
});

test('no events, or none named, are all events', async () => {
  const { url } = await receiver();
  expect((await register({ url })).body.events).toEqual([]);
  expect((await register({ url, events: [], description: null })).body).toMatchObject({
    events: [],
    description: null,
  });
  const twice = ['DOCUMENT_REJECTED', 'DOCUMENT_REJECTED'];
  expect((await register({ url, events: twice })).body.events).toEqual(['DOCUMENT_REJECTED']);
});

test('events are taken in the form in which they are delivered, too', async () => {
  const { url } = await receiver();
  const events = ['document.authorized', 'DOCUMENT_REJECTED', 'certificate.expiring'];
  const { status, body } = await register({ url, events });
  expect(status).toBe(201);
  expect(body.events).toEqual(['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'CERTIFICATE_EXPIRING']);
  const changed = await api.call('PATCH', `/v1/webhooks/${String(body.id)}`, {
    key,
    body: { events: ['document.cancelled'] },
  });
  expect(changed.body).toMatchObject({ events: ['DOCUMENT_CANCELLED'] });
  const misspelt = await register({ url, events: ['document.authorised'] });
  expect(misspelt.body.issues).toEqual([
    { path: 'events[0]', message: expect.stringMatching(/\(você quis dizer DOCUMENT_AUTHORIZED\?\)$/) },
  ]);
});

test('filters and days come with the events that they hold for, and stay until they are changed', async () => {
  const { url } = await receiver();
  const filters = { supplierTaxIds: ['11222333000181'], models: ['NFE'], minValue: 100, maxValue: '2500.5' };
  const kept = { ...filters, minValue: '100.00', maxValue: '2500.50' };
  const events = ['payable.created', 'PAYABLE_DUE', 'supplier.cancelled', 'RECEIVED_DOCUMENT_CREATED'];
  const { status, body } = await register({ url, events, filters, dueDaysBefore: [0, 7, 7] });
  expect([status, body.filters, body.dueDaysBefore]).toEqual([201, kept, [7, 0]]);
  expect((await register({ url })).body).toMatchObject({ events: [], filters: null, dueDaysBefore: [0] });
  const patch = async (changes: object) => {
    const path = `/v1/webhooks/${String(body.id)}`;
    const { status, body: answer } = await api.call('PATCH', path, { key, body: changes });
    return { ...answer, status } as { status: number; issues?: { path: string }[] };
  };
  expect(await patch({ description: 'ERP' })).toMatchObject({ status: 200, filters: kept, dueDaysBefore: [7, 0] });
  const issuesOf = async (changes: object) => {
    const { status, issues } = await patch(changes);
    return [status, issues?.map(({ path }) => path)];
  };
  expect(await issuesOf({ events: ['DOCUMENT_AUTHORIZED'] })).toEqual([400, ['filters', 'dueDaysBefore']]);
  expect(await issuesOf({ events: [], filters: null })).toEqual([400, ['dueDaysBefore']]);
  expect(await issuesOf({ filters: { minValue: '2', maxValue: '1' } })).toEqual([400, ['filters.maxValue']]);
  expect(await issuesOf({ filters: { suppliers: [] } })).toEqual([400, ['filters.suppliers']]);
  expect(await issuesOf({ dueDaysBefore: [61] })).toEqual([400, ['dueDaysBefore[0]']]);
  expect(await patch({ events: [], filters: null, dueDaysBefore: null })).toMatchObject({
    status: 200,
    events: [],
    filters: null,
    dueDaysBefore: [0],
  });
  const refused = await register({ url, filters });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_error']);
});

test.each<[string, RequestListener]>([
  ['answers 500', answering(500)],
  ['redirects', answering(302, { location: 'https://example.com' })],
  ['does not answer in time', () => {}],
])('an endpoint that %s is 422 webhook_unreachable and is not saved', async (_what, listener) => {
  pings.isHasty = true;
  const before = await acrossCompanies(api.orm).count(WebhookEndpoint, { company: companyId });
  const { status, body } = await register({ url: (await receiver(listener)).url });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'webhook_unreachable' });
  expect(await acrossCompanies(api.orm).count(WebhookEndpoint, { company: companyId })).toBe(before);
});

test('outside development only https and public addresses are taken, all refused with the same words', async () => {
  const strict = await startOwnApi({ allowLocal: false });
  const { key } = await newCompany(strict.orm);
  const urls = [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://[::1]/',
  ];
  const headers = { 'x-request-id': 'the-same' };
  const answers = await Promise.all(
    urls.map((url) => strict.call('POST', '/v1/webhooks', { key, headers, body: { url } })),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(urls.map(() => [400, 'validation_error']));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body.issues).toMatchObject([{ path: 'url' }]);
  await strict.close();
});

test('which names exist inside the network cannot be learned from a registration', async () => {
  const dns = await startDnsServer({
    'vault.corp.example.com': { ipv4: ['10.1.2.3'], ipv6: [] },
    'broken.corp.example.com': { ipv4: 'SERVFAIL', ipv6: 'SERVFAIL' },
  });
  const deliverer = createDeliverer({ allowLocal: false, names: createNames({ servers: [dns.server] }) });
  const strict = await startOwnApi({ allowLocal: false, deliverer });
  const { key } = await newCompany(strict.orm);
  const urls = ['vault', 'broken', 'nothing'].map((name) => `https://${name}.corp.example.com/`);
  const headers = { 'x-request-id': 'the-same' };
  const answers = await Promise.all(
    urls.map((url) => strict.call('POST', '/v1/webhooks', { key, headers, body: { url } })),
  );
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(urls.map(() => [422, 'webhook_unreachable']));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  await strict.close();
  await dns.close();
});

test.each([
  [{}, 'url'],
  [{ url: 17 }, 'url'],
  [{ url: '' }, 'url'],
  [{ url: 'not a url' }, 'url'],
  [{ url: `https://example.com/${'x'.repeat(2_000)}` }, 'url'],
  [{ url: 'https://example.com/', description: 'x'.repeat(256) }, 'description'],
  [{ url: 'https://example.com/', events: 'DOCUMENT_AUTHORIZED' }, 'events'],
  [{ url: 'https://example.com/', events: ['DOCUMENT_LOST'] }, 'events[0]'],
  [{ url: 'https://example.com/', secret: 'mine' }, 'secret'],
  [{ url: 'https://example.com/', events: [...subscriptions, 'DOCUMENT_REJECTED'] }, 'events'],
  [{ url: 'https://example.com/', events: ['WEBHOOK_TEST'] }, 'events[0]'],
])('a registration with %j is 400 and names %s', async (body, path) => {
  const answer = await register(body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(answer.body.issues).toMatchObject([{ path }]);
});

test('a description of 255 characters is taken whole', async () => {
  const description = 'ç'.repeat(255);
  expect((await register({ url: (await receiver()).url, description })).body.description).toBe(description);
});

test('of 20 registrations at once as many are saved as there is room for, 50 in all', async () => {
  const full = await newCompany(api.orm);
  const em = acrossCompanies(api.orm);
  const sealedSecret = seal(masterKey(Buffer.alloc(32, 7)), 'nobody', 'whsec_');
  for (let taken = 0; taken < 45; taken += 1) {
    em.create(WebhookEndpoint, { company: full.company.id, url: 'https://example.com/', events: [], sealedSecret });
  }
  await em.flush();
  const { url, arrivals } = await receiver();
  const registerAll = (size: number) =>
    Promise.all(Array.from({ length: size }, () => api.call('POST', '/v1/webhooks', { key: full.key, body: { url } })));
  const answers = await registerAll(20);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array<number>(5).fill(201),
    ...Array<number>(15).fill(422),
  ]);
  expect(answers.filter(({ body }) => body.code === 'limit_reached')).toHaveLength(15);
  expect(await em.count(WebhookEndpoint, { company: full.company.id })).toBe(50);
  const pinged = arrivals.length;
  expect((await registerAll(1))[0]?.body.code).toBe('limit_reached');
  expect(arrivals).toHaveLength(pinged);
});

test('a removed endpoint is gone', async () => {
  const { body } = await register({ url: (await receiver()).url });
  const path = `/v1/webhooks/${String(body.id)}`;
  expect((await api.call('DELETE', path, { key })).body).toEqual({ success: true });
  expect((await api.call('GET', path, { key })).status).toBe(404);
  expect((await api.call('DELETE', path, { key })).status).toBe(404);
});

test('another company sees and removes none of it', async () => {
  const { body } = await register({ url: (await receiver()).url });
  const { key: stranger } = await newCompany(api.orm);
  expect((await api.call('GET', '/v1/webhooks', { key: stranger })).body).toEqual({ data: [] });
  expect((await api.call('DELETE', `/v1/webhooks/${String(body.id)}`, { key: stranger })).status).toBe(404);
  expect((await api.call('GET', `/v1/webhooks/${String(body.id)}`, { key })).status).toBe(200);
});

function register(body: unknown) {
  return api.call('POST', '/v1/webhooks', { key, body });
}

async function receiver(listener?: RequestListener): Promise<Receiver> {
  const opened = await openReceiver(listener);
  closing.push(() => opened.close());
  return opened;
}
