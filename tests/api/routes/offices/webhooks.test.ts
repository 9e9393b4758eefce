import { afterAll, beforeAll, expect, test } from 'vitest';
import { masterKey, sealOwner, unseal } from '../../../../domain/seal.ts';
import { WebhookDelivery } from '../../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../../domain/webhooks/endpoint.entity.ts';
import { newEventId, officeSubscriptions } from '../../../../domain/webhooks/event-types.ts';
import { Event } from '../../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { newEndpoint } from '../../../support/rows/endpoint.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { newCompany, startApi, type TestApi } from '../../fixture.ts';
import { openReceiver, type Receiver } from '../../receiver.ts';

const path = '/v1/accounting/webhooks';
let api: TestApi;
let receiver: Receiver;
let company: { id: string };
let companyKey: string;
beforeAll(async () => {
  [api, receiver] = await Promise.all([startApi(), openReceiver()]);
  ({ company, key: companyKey } = await newCompany(api.orm));
});
afterAll(async () => {
  receiver?.close();
  await api?.close();
});

test('an endpoint is registered without a ping, its secret is shown once and sealed to its office', async () => {
  const { office, key } = await newOffice(api.orm);
  const order = { url: receiver.url, events: ['LINK_UPDATED', 'DOCUMENT_AUTHORIZED', 'LINK_UPDATED'] };
  const { status, body } = await api.call('POST', path, { key, body: order });
  expect([status, body]).toMatchObject([
    201,
    {
      ...{ url: receiver.url, events: ['DOCUMENT_AUTHORIZED', 'LINK_UPDATED'], isActive: true, description: null },
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    },
  ]);
  expect(receiver.arrivals).toEqual([]);
  const id = String(body.id);
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  expect([row.office, row.company]).toEqual([office.id, null]);
  expect(opened(row)).toBe(body.secret);

  const { secret, ...rest } = body;
  expect((await api.call('GET', `${path}/${id}`, { key })).body).toEqual(rest);
  const all = await api.call('GET', path, { key });
  expect(all.body).toEqual({ data: [rest] });
  expect(all.text).not.toContain(String(secret));
});

test('every event of offices can be subscribed to, and none is all', async () => {
  const { key } = await newOffice(api.orm);
  const events = async (sent: unknown) =>
    (await api.call('POST', path, { key, body: { url: receiver.url, events: sent } })).body.events;
  expect(await events(officeSubscriptions)).toEqual(officeSubscriptions);
  expect(await events([])).toEqual([]);
  expect(await events(null)).toEqual([]);
});

test.each([
  ['no https', { url: 'http://example.com/' }],
  ['a private address', { url: 'https://10.0.0.1/' }],
  ['an unknown event', { url: 'https://example.com/', events: ['WEBHOOK_TEST'] }],
  ['an unknown field', { url: 'https://example.com/', isActive: true }],
  ['no address', { events: [] }],
])('%s is 400', async (_what, body) => {
  const strict = await startApi({ allowLocal: false });
  const { key } = await newOffice(strict.orm);
  const { status, body: refusal } = await strict.call('POST', path, { key, body });
  await strict.close();
  expect([status, refusal.code]).toEqual([400, 'validation_error']);
});

test('an office has five endpoints at most, also when ten are registered at once, and inactive ones count', async () => {
  const { office, key } = await newOffice(api.orm);
  const order = { key, body: { url: receiver.url } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.call('POST', path, order)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('limit_reached'));
  await acrossCompanies(api.orm).nativeUpdate(WebhookEndpoint, { office: office.id }, { isActive: false });
  expect((await api.call('POST', path, order)).body.code).toBe('limit_reached');
  const { body } = await api.call('GET', path, { key });
  const [{ id } = { id: '' }] = body.data as { id: string }[];
  expect((await api.call('DELETE', `${path}/${id}`, { key })).body).toEqual({ success: true });
  expect((await api.call('POST', path, order)).status).toBe(201);
});

test('a new secret takes the place of the old one, and no change can activate an endpoint again', async () => {
  const { key } = await newOffice(api.orm);
  const { body: created } = await api.call('POST', path, { key, body: { url: receiver.url } });
  const one = `${path}/${String(created.id)}`;
  const { status, body } = await api.call('POST', `${one}/rotate-secret`, { key });
  expect([status, body]).toMatchObject([200, { id: created.id, url: receiver.url, isActive: true }]);
  expect(body.secret).not.toBe(created.secret);
  const id = String(created.id);
  const row = await acrossCompanies(api.orm).findOneOrFail(WebhookEndpoint, { id }, { populate: ['sealedSecret'] });
  expect(opened(row)).toBe(body.secret);
  expect((await api.call('PATCH', one, { key, body: { isActive: true } })).status).toBe(405);
});

test('an endpoint goes with what waits for it, and is not another’s to see or remove', async () => {
  const [{ office, key }, { key: other }] = [await newOffice(api.orm), await newOffice(api.orm)];
  await linkOf(api.orm, office, company);
  const { body } = await api.call('POST', path, { key, body: { url: receiver.url } });
  const { id: theirs } = await newEndpoint(api.orm, { company });
  const id = String(body.id);
  const em = acrossCompanies(api.orm);
  const event = em.create(Event, { id: newEventId(), company: company.id, type: 'DOCUMENT_AUTHORIZED', data: {} });
  em.create(WebhookDelivery, { company: company.id, office: office.id, endpoint: id, event: event.id });
  await em.flush();

  const foreign = await Promise.all([
    ...['GET', 'DELETE'].map((method) => api.call(method, `${path}/${id}`, { key: other })),
    api.call('POST', `${path}/${id}/rotate-secret`, { key: other }),
    api.call('GET', `/v1/webhooks/${id}`, { key: companyKey }),
    api.call('DELETE', `/v1/webhooks/${id}`, { key: companyKey }),
    api.call('GET', `${path}/${theirs}`, { key }),
    api.call('DELETE', `${path}/${theirs}`, { key }),
    api.call('GET', `${path}/nada`, { key }),
  ]);
  expect(foreign.map(({ status, body: refusal }) => [status, refusal.code])).toEqual(
    foreign.map(() => [404, 'not_found']),
  );
  expect((await api.call('GET', path, { key: other })).body).toEqual({ data: [] });
  expect(await acrossCompanies(api.orm).count(WebhookDelivery, { endpoint: id })).toBe(1);

  expect((await api.call('DELETE', `${path}/${id}`, { key })).status).toBe(200);
  expect(await acrossCompanies(api.orm).count(WebhookDelivery, { endpoint: id })).toBe(0);
  expect((await api.call('DELETE', `${path}/${id}`, { key })).status).toBe(404);
});

test('all of it asks for the scope webhooks:write', async () => {
  const { key } = await newOffice(api.orm, { scopes: ['documents:read', 'portfolio:write'] });
  const answers = await Promise.all([
    api.call('GET', path, { key }),
    api.call('POST', path, { key, body: { url: receiver.url } }),
    api.call('GET', `${path}/x`, { key }),
    api.call('DELETE', `${path}/x`, { key }),
    api.call('POST', `${path}/x/rotate-secret`, { key }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    answers.map(() => [403, 'insufficient_scope']),
  );
});

test('a company cannot subscribe to what only offices hear', async () => {
  const order = { url: receiver.url, events: ['LINK_UPDATED'] };
  const { status, body } = await api.call('POST', '/v1/webhooks', { key: companyKey, body: order });
  expect([status, body.code]).toEqual([400, 'validation_error']);
});

function opened({ id, office, sealedSecret }: Pick<WebhookEndpoint, 'id' | 'office' | 'sealedSecret'>): string {
  return unseal(masterKey(Buffer.alloc(32, 7)), sealOwner.webhookSecret(office ?? '', id), sealedSecret);
}
