import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { acrossCompanies } from '../../config/orm.ts';
import { masterKey, sealOwner, unseal } from '../../domain/access/seal.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { isGenuine } from '../../domain/webhooks/signature.ts';
import { newCompany, startApi, type TestApi } from './fixture.ts';

let api: TestApi;
let key: string;
let companyId: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  api = await startApi();
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterEach(() => closing.splice(0).forEach((close) => close()));
afterAll(() => api.close());

test('an endpoint is pinged with its own secret before it is saved, and the secret is shown once', async () => {
  const pings: { headers: IncomingHttpHeaders; body: string }[] = [];
  const url = await receiver((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      pings.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
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
  const [ping] = pings;
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
  const { body } = await register({ url: await receiver((_request, response) => response.end()) });
  const id = String(body.id);
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  expect(JSON.stringify(row.sealedSecret)).not.toContain(String(body.secret));
  const owner = sealOwner.webhookSecret(companyId, id);
  expect(unseal(masterKey(Buffer.alloc(32, 7)), owner, row.sealedSecret)).toBe(body.secret);
});

test('no events, or none named, are all events', async () => {
  const url = await receiver((_request, response) => response.end());
  expect((await register({ url })).body.events).toEqual([]);
  expect((await register({ url, events: [], description: null })).body).toMatchObject({
    events: [],
    description: null,
  });
  const twice = ['DOCUMENT_REJECTED', 'DOCUMENT_REJECTED'];
  expect((await register({ url, events: twice })).body.events).toEqual(['DOCUMENT_REJECTED']);
});

test.each<[string, RequestListener]>([
  ['answers 500', (_request, response) => response.writeHead(500).end()],
  ['redirects', (_request, response) => response.writeHead(302, { location: 'https://example.com' }).end()],
  ['does not answer in time', () => {}],
])('an endpoint that %s is 422 webhook_unreachable and is not saved', async (_what, listener) => {
  const before = await acrossCompanies(api.orm).count(WebhookEndpoint, { company: companyId });
  const { status, body } = await register({ url: await receiver(listener) });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'webhook_unreachable' });
  expect(await acrossCompanies(api.orm).count(WebhookEndpoint, { company: companyId })).toBe(before);
});

test('outside development only https and public addresses are taken, all refused with the same words', async () => {
  const strict = await startApi({ allowLocal: false });
  const { key } = await newCompany(strict.orm);
  const urls = [
    'http://example.com/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://169.254.169.254/',
    'https://[::1]/',
  ];
  const answers = await Promise.all(urls.map((url) => strict.call('POST', '/v1/webhooks', { key, body: { url } })));
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(urls.map(() => [400, 'validation_error']));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]?.body.issues).toMatchObject([{ path: 'url' }]);
  await strict.close();
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
])('a registration with %j is 400 and names %s', async (body, path) => {
  const answer = await register(body);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(answer.body.issues).toMatchObject([{ path }]);
});

test('a removed endpoint is gone', async () => {
  const { body } = await register({ url: await receiver((_request, response) => response.end()) });
  const path = `/v1/webhooks/${String(body.id)}`;
  expect((await api.call('DELETE', path, { key })).body).toEqual({ success: true });
  expect((await api.call('GET', path, { key })).status).toBe(404);
  expect((await api.call('DELETE', path, { key })).status).toBe(404);
});

test('another company sees and removes none of it', async () => {
  const { body } = await register({ url: await receiver((_request, response) => response.end()) });
  const { key: stranger } = await newCompany(api.orm);
  expect((await api.call('GET', '/v1/webhooks', { key: stranger })).body).toEqual({ data: [] });
  expect((await api.call('DELETE', `/v1/webhooks/${String(body.id)}`, { key: stranger })).status).toBe(404);
  expect((await api.call('GET', `/v1/webhooks/${String(body.id)}`, { key })).status).toBe(200);
});

function register(body: unknown) {
  return api.call('POST', '/v1/webhooks', { key, body });
}

function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`));
  });
}
