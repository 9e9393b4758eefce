import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { masterKey, sealOwner, unseal } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { ownerIdOf } from '../../../domain/webhooks/endpoint-owner.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { newSealedSecret } from '../../../operations/webhooks/endpoints.ts';
import { until } from '../../support/checks/until.ts';
import { openLink } from '../../support/faults/link.ts';
import { ownPorts } from '../../support/servers/own-ports.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { companyForm } from '../company-form.ts';
import { lavraJson } from '../lavra.ts';
import { listening, send } from './listening.ts';

const company = '11222333000181';
const secret = 'whsec_b25seSBmb3IgdGVzdHM6IG5ldmVyIGEgc2VjcmV0Li4=';
const key = randomBytes(32);
const accessKey = '35261111222333000181550010000000421234567897';
const authorized = {
  id: 'evt_1',
  type: 'document.authorized',
  data: { documentId: 'x', type: 'NFE', series: 1, number: 42, accessKey },
};
let orm: Orm;
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  settings = { DATABASE_URL: url, LAVRA_MASTER_KEY: key.toString('base64'), LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true' };
  orm = await patientOrm(url);
  await createCompany(acrossCompanies(orm), companyForm);
});
afterAll(() => orm.close());

test('each delivery is a line that says what it is about, whether it is genuine and whether it came before', async () => {
  const listener = await listening(['--secret-stdin', '--count', '4'], {}, `${secret}\n`);
  const answers = [
    await send(listener.url, authorized, secret),
    await send(listener.url, authorized, secret),
    await send(listener.url, { ...authorized, id: 'evt_2' }, 'whsec_another'),
    await send(listener.url, authorized, secret, 'no event at all\u001b[2J'),
  ];
  expect(answers).toEqual([204, 204, 401, 401]);
  const { code, lines } = await listener.ended();
  expect(code).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d {2}document.authorized {3}evt_1 {2}NF-e 1\/42 3526\d{40} {2}assinatura válida → 204$/,
    ),
    expect.stringContaining('assinatura válida, repetido (2ª vez) → 204'),
    expect.stringContaining('evt_2  NF-e 1/42'),
    expect.stringContaining('o corpo não é um evento  ASSINATURA INVÁLIDA → 401'),
  ]);
  expect(lines[2]).toContain('ASSINATURA INVÁLIDA → 401');
});

test('in JSON each delivery is an object of its own line, and a bad day can be rehearsed', async () => {
  const listener = await listening(['--secret', secret, '--json', '--respond', '503', '--count', '1'], {});
  expect(await send(listener.url, authorized, secret)).toBe(503);
  const { lines } = await listener.ended();
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({
      type: 'document.authorized',
      eventId: 'evt_1',
      deliveryId: 'd-1',
      signature: 'VALID',
      occurrence: 1,
      answered: 503,
      event: expect.objectContaining({ data: authorized.data }),
    }),
  ]);
});

test('without a secret it says that nothing is verified, and what a stranger writes cannot move the cursor', async () => {
  const listener = await listening(['--count', '1'], {});
  expect(listener.told.join()).toContain('as assinaturas não são conferidas');
  const message = '\u001b[2J\u202eOlá\r\n';
  expect(await send(listener.url, { id: 'evt_3', type: 'webhook.test', data: { message } }, secret)).toBe(204);
  const { lines } = await listener.ended();
  expect(lines).toEqual([expect.stringContaining('evt_3  ?[2J?Olá??  assinatura não conferida → 204')]);
});

test('for a company it is registered while it listens, and gone after Ctrl-C', async () => {
  const listener = await listening(['--company', company, '--events', 'DOCUMENT_AUTHORIZED'], settings);
  const em = acrossCompanies(orm);
  const endpoint = await em.findOneOrFail(WebhookEndpoint, { url: listener.url }, { populate: ['sealedSecret'] });
  expect(endpoint).toMatchObject({ isActive: true, events: ['DOCUMENT_AUTHORIZED'] });
  const owner = sealOwner.webhookSecret(ownerIdOf(endpoint), endpoint.id);
  expect(await send(listener.url, authorized, unseal(masterKey(key), owner, endpoint.sealedSecret))).toBe(204);
  listener.interrupt();
  const { code, lines } = await listener.ended();
  expect([code, lines]).toEqual([0, [expect.stringContaining('assinatura válida')]]);
  expect(await acrossCompanies(orm).count(WebhookEndpoint, {})).toBe(0);
});

test('it is gone after Ctrl-C also where a result is being written at that moment', async () => {
  const listener = await listening(['--company', company], settings);
  const em = acrossCompanies(orm);
  const endpoint = await em.findOneOrFail(WebhookEndpoint, { url: listener.url });
  const event = em.create(Event, { id: newEventId(), company: ownerIdOf(endpoint), type: 'WEBHOOK_TEST', data: {} });
  const delivery = em.create(WebhookDelivery, { company: ownerIdOf(endpoint), endpoint: endpoint.id, event: event.id });
  await em.flush();
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await acrossCompanies(orm).transactional(async (writing) => {
    await writing.nativeUpdate(WebhookDelivery, { id: delivery.id }, { attempts: 5, status: 'FAILED' });
    listener.interrupt();
    await until('it waits', async () => (await acrossCompanies(orm).execute(waits)).length > 0);
    await writing.nativeUpdate(WebhookEndpoint, { id: endpoint.id }, { consecutiveFailures: 1 });
  });
  expect((await listener.ended()).code).toBe(0);
  expect(await acrossCompanies(orm).count(WebhookEndpoint, {})).toBe(0);
});

test('it is gone when the terminal is closed, and what a kill left behind when the next one listens', async () => {
  const em = acrossCompanies(orm);
  const { id: owner } = await em.findOneOrFail(Company, { taxId: company });
  const [port = 0] = await ownPorts(1);
  const description = 'lavra webhooks listen (temporário)';
  const url = `http://127.0.0.1:${port}/`;
  const { sealedSecret } = newSealedSecret(masterKey(key), { owner, id: randomUUID() });
  em.create(WebhookEndpoint, { company: owner, url, description, events: [], sealedSecret });
  await em.flush();
  const listener = await listening(['--company', company], settings);
  const urls = async () => (await acrossCompanies(orm).findAll(WebhookEndpoint)).map((endpoint) => endpoint.url);
  expect(await urls()).toEqual([listener.url]);
  const beside = await listening(['--company', company], settings);
  expect((await urls()).sort()).toEqual([listener.url, beside.url].sort());
  listener.hangUp();
  beside.interrupt();
  expect([(await listener.ended()).code, (await beside.ended()).code]).toEqual([0, 0]);
  expect(await urls()).toEqual([]);
});

test('it goes on over a restart of the stack, and registers anew where the database does not know it', async () => {
  const link = await openLink(Number(new URL(settings.DATABASE_URL!).port));
  const url = Object.assign(new URL(settings.DATABASE_URL!), { host: link.address }).href;
  const listener = await listening(['--company', company], { ...settings, DATABASE_URL: url });
  const { id } = await acrossCompanies(orm).findOneOrFail(WebhookEndpoint, { url: listener.url });
  link.flow('mute');
  await acrossCompanies(orm).nativeDelete(WebhookEndpoint, { id });
  link.flow('open');
  const endpoint = await until('it is registered anew', () =>
    acrossCompanies(orm).findOne(WebhookEndpoint, { url: listener.url }, { populate: ['sealedSecret'] }),
  );
  const owner = sealOwner.webhookSecret(ownerIdOf(endpoint), endpoint.id);
  expect(await send(listener.url, authorized, unseal(masterKey(key), owner, endpoint.sealedSecret))).toBe(204);
  listener.interrupt();
  expect((await listener.ended()).code).toBe(0);
  expect(await acrossCompanies(orm).count(WebhookEndpoint, {})).toBe(0);
  await link.close();
});

test('it ends at Ctrl-C also where the database is away', async () => {
  const link = await openLink(Number(new URL(settings.DATABASE_URL!).port));
  const url = Object.assign(new URL(settings.DATABASE_URL!), { host: link.address }).href;
  const listener = await listening(['--company', company], { ...settings, DATABASE_URL: url });
  await link.close();
  listener.interrupt();
  expect((await listener.ended()).code).toBeGreaterThan(0);
  await acrossCompanies(orm).nativeDelete(WebhookEndpoint, { url: listener.url });
});

test.each([
  ['a company where workers may not call this machine', ['--company', company], 'invalid_settings'],
  ['a company and a secret', ['--company', company, '--secret', secret], 'invalid_input'],
  ['events without a company', ['--events', 'DOCUMENT_AUTHORIZED'], 'invalid_input'],
  ['no HTTP status', ['--respond', '42'], 'invalid_input'],
])('%s is refused', async (_what, args, code) => {
  const { error } = await lavraJson(['webhooks', 'listen', ...args], { DATABASE_URL: settings.DATABASE_URL! });
  expect(error).toMatchObject({ error: { code } });
});

test('an event that does not exist is named', async () => {
  const args = ['webhooks', 'listen', '--company', company, '--events', 'DOCUMENT_BURNT'];
  const { error } = await lavraJson(args, settings);
  expect(error).toMatchObject({ error: { code: 'invalid_input', message: expect.stringContaining('DOCUMENT_BURNT') } });
});

test('a port that is taken is reported as such', async () => {
  const first = await listening(['--count', '1'], {});
  const { error } = await lavraJson(['webhooks', 'listen', '--port', new URL(first.url).port], {});
  expect(error).toMatchObject({ error: { code: 'port_in_use' } });
  first.interrupt();
  await first.ended();
});
