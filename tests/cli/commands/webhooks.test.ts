import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { masterKey, seal, sealOwner } from '../../../domain/seal.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { type DeliveryStatus, newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { webhooksId } from '../../../temporal/names.ts';
import { untilTemporalTakes, until } from '../../support/checks/until.ts';
import { newOffice } from '../../support/rows/office.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { type TestTemporal, testTemporal } from '../../support/servers/temporal.ts';
import { companyForm } from '../company-form.ts';
import { lavra, lavraJson } from '../lavra.ts';

const key = randomBytes(32);
const nobody = '00000000-0000-7000-8000-000000000000';
let orm: Orm;
let temporal: TestTemporal;
let company: Company;
let receiver: Server;
let receiverAnswers = 204;
/** Called between a ping's arrival and its answer. */
let meanwhile: (path: string) => Promise<unknown> = async () => {};
let settings: Record<string, string>;
beforeAll(async () => {
  const url = await testDatabase();
  temporal = await testTemporal();
  settings = {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    LAVRA_MASTER_KEY: key.toString('base64'),
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
  };
  orm = await patientOrm(url);
  company = await createCompany(acrossCompanies(orm), companyForm);
  receiver = createServer((message, answer) => {
    message
      .resume()
      .on('end', () => void meanwhile(message.url ?? '').then(() => answer.writeHead(receiverAnswers).end()));
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await Promise.all([orm.close(), temporal.close()]);
});
beforeEach(async () => {
  meanwhile = async () => {};
  await acrossCompanies(orm).nativeDelete(WebhookEndpoint, {});
});

test('the endpoints of all companies are listed, those in trouble first, with what waits and never a secret', async () => {
  const [healthy, off] = [await endpoint({}), await endpoint({ isActive: false, disabledReason: 'Desativado.' })];
  await delivery(healthy, 'PENDING');
  await delivery(healthy, 'SUCCEEDED');
  const { answer } = await lavraJson(['webhooks', 'list'], settings);
  expect(answer).toMatchObject([
    { id: off.id, isActive: false, disabledReason: 'Desativado.', waiting: 0, nextAttemptAt: null },
    { id: healthy.id, companyTaxId: '11222333000181', isActive: true, waiting: 1, nextAttemptAt: expect.any(String) },
  ]);
  const { out } = await lavra(['webhooks', 'list', '--company', companyForm.taxId], settings);
  expect(out).toContain(off.id);
  expect(out + JSON.stringify(answer)).not.toMatch(/whsec_|sealed/i);
});

test('endpoints of offices are listed, and their actors found by the label of the office', async () => {
  const { office } = await newOffice(orm);
  const [owned, other] = [await endpoint({ company: null, office: office.id }), await endpoint({})];
  const { answer } = await lavraJson(['webhooks', 'list', '--office', office.taxId], settings);
  expect(answer).toMatchObject([{ id: owned.id, companyId: null, officeId: office.id, officeTaxId: office.taxId }]);
  const { out } = await lavra(['webhooks', 'list'], settings);
  expect(out).toContain(other.id);
  expect(out).toMatch(new RegExp(`${owned.id} +escritório ${office.taxId} `));
  const both = ['webhooks', 'list', '--office', office.taxId, '--company', companyForm.taxId];
  expect((await lavraJson(both, settings)).error).toMatchObject({ error: { code: 'invalid_input' } });

  await delivery(owned, 'FAILED');
  await untilTemporalTakes(async () => {
    const { answer: requeued } = await lavraJson(['webhooks', 'redeliver', owned.id, '--failed'], settings);
    expect(requeued).toMatchObject({ isAwake: true });
  });
  const actor = temporal.client.workflow.getHandle(webhooksId(owned.id));
  const { searchAttributes: found, staticSummary } = await actor.describe();
  expect([found['Company'], await staticSummary()]).toEqual([
    [`office/${office.taxId}`],
    `Webhook do escritório ${office.taxId}`,
  ]);
  await actor.terminate();
});

test('an endpoint of an office is not activated again', async () => {
  const { office } = await newOffice(orm);
  const { id } = await endpoint({ company: null, office: office.id, isActive: false });
  const refused = await lavraJson(['webhooks', 'enable', id], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'endpoint_of_office' } } });
  const inactive = await lavraJson(['webhooks', 'redeliver', id, '--failed'], settings);
  expect(inactive.error).toMatchObject({ error: { message: expect.stringContaining('cadastrar outro') } });
});

test('deliveries are listed by status, with the last answer', async () => {
  const { id } = await endpoint({});
  const failed = await delivery({ id }, 'FAILED');
  await delivery({ id }, 'SUCCEEDED');
  const { answer } = await lavraJson(['webhooks', 'deliveries', id, '--status', 'FAILED'], settings);
  expect(answer).toEqual([
    expect.objectContaining({
      id: failed,
      eventType: 'WEBHOOK_TEST',
      status: 'FAILED',
      attempts: 5,
      responseStatus: 500,
    }),
  ]);
});

test('what failed is put back into the queue, all of it or one, and the actor is woken', async () => {
  const { id } = await endpoint({});
  const [first, second, arrived] = [
    await delivery({ id }, 'FAILED'),
    await delivery({ id }, 'FAILED'),
    await delivery({ id }, 'SUCCEEDED'),
  ];
  const all = await lavraJson(['webhooks', 'redeliver', id, '--failed'], settings);
  expect(all.answer).toEqual({ requeued: 2, isAwake: expect.any(Boolean) });
  await untilTemporalTakes(async () => {
    const one = await lavraJson(['webhooks', 'redeliver', id, '--delivery', arrived], settings);
    expect(one.answer).toEqual({ requeued: 1, isAwake: true });
  });
  const rows = await acrossCompanies(orm).find(WebhookDelivery, { id: { $in: [first, second, arrived] } });
  for (const row of rows)
    expect(row).toMatchObject({ status: 'PENDING', roundAttempts: 0, attempts: 5, deliveredAt: null });
  const actor = temporal.client.workflow.getHandle(webhooksId(id));
  expect((await actor.describe()).status.name).toBe('RUNNING');
  await actor.terminate();
});

test('while Temporal is away deliveries are queued all the same, and it is said', async () => {
  const { id } = await endpoint({});
  await delivery({ id }, 'FAILED');
  const { code, out } = await lavra(['webhooks', 'redeliver', id, '--failed'], {
    ...settings,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  });
  expect([code, out]).toEqual([0, expect.stringContaining('1 entrega(s) de volta à fila. O Temporal não respondeu')]);
});

test('an endpoint is enabled only when its address answers the ping', async () => {
  const inactive = { isActive: false, consecutiveFailures: 5, disabledReason: 'Desativado.', disabledAt: new Date() };
  const { id } = await endpoint(inactive);
  receiverAnswers = 500;
  const refused = await lavraJson(['webhooks', 'enable', id], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'webhook_unreachable' } } });
  expect(await acrossCompanies(orm).findOneOrFail(WebhookEndpoint, id)).toMatchObject({ isActive: false });
  receiverAnswers = 204;
  await untilTemporalTakes(async () => {
    await acrossCompanies(orm).nativeUpdate(WebhookEndpoint, { id }, inactive);
    const { answer } = await lavraJson(['webhooks', 'enable', id], settings);
    expect(answer).toMatchObject({ wasInactive: true, isAwake: true });
  });
  const enabled = await acrossCompanies(orm).findOneOrFail(WebhookEndpoint, id);
  expect(enabled).toMatchObject({ isActive: true, consecutiveFailures: 0, disabledReason: null, disabledAt: null });
  expect((await lavraJson(['webhooks', 'enable', id], settings)).answer).toMatchObject({ wasInactive: false });
  await temporal.client.workflow.getHandle(webhooksId(id)).terminate();
});

test('an endpoint whose address is changed while it is enabled is active only where the new one answered', async () => {
  const { id, url } = await endpoint({ isActive: false });
  const pinged: string[] = [];
  let moving: Promise<unknown> | undefined;
  meanwhile = async (path) => {
    pinged.push(path);
    await (moving ??= movedOnceSomebodyWaits(id, `${url}moved`));
  };
  expect((await lavraJson(['webhooks', 'enable', id], settings)).answer).toMatchObject({ wasInactive: true });
  expect(pinged).toEqual(['/', '/moved']);
  const enabled = await acrossCompanies(orm).findOneOrFail(WebhookEndpoint, id);
  expect(enabled).toMatchObject({ url: `${url}moved`, isActive: true });
  await temporal.client.workflow.getHandle(webhooksId(id)).terminate();
});

test('an endpoint that is removed while it is enabled is not there', async () => {
  const { id } = await endpoint({ isActive: false });
  meanwhile = () => acrossCompanies(orm).nativeDelete(WebhookEndpoint, { id });
  const refused = await lavraJson(['webhooks', 'enable', id], settings);
  expect(refused).toMatchObject({ code: 1, error: { error: { code: 'not_found' } } });
});

test.each([
  ['an endpoint that does not exist', nobody, ['--failed'], 'endpoint_not_found'],
  ['no id at all', 'nada', ['--failed'], 'endpoint_not_found'],
])('%s cannot be redelivered', async (_what, id, args, code) => {
  expect((await lavraJson(['webhooks', 'redeliver', id, ...args], settings)).error).toMatchObject({ error: { code } });
});

test.each([
  ['nothing chosen', true, [], 'invalid_input'],
  ['both chosen', true, ['--failed', '--delivery', nobody], 'invalid_input'],
  ['a delivery that does not exist', true, ['--delivery', nobody], 'delivery_not_found'],
  ['a delivery that is no id', true, ['--delivery', 'nada'], 'delivery_not_found'],
  ['an inactive endpoint', false, ['--failed'], 'endpoint_inactive'],
])('redelivering with %s is refused', async (_what, isActive, args, code) => {
  const { id } = await endpoint({ isActive });
  expect((await lavraJson(['webhooks', 'redeliver', id, ...args], settings)).error).toMatchObject({ error: { code } });
});

async function endpoint(facts: Partial<WebhookEndpoint>): Promise<WebhookEndpoint> {
  const em = acrossCompanies(orm);
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const id = crypto.randomUUID();
  const sealedSecret = seal(masterKey(key), sealOwner.webhookSecret(company.id, id), 'whsec_test');
  const url = `http://127.0.0.1:${port}/`;
  const created = em.create(WebhookEndpoint, { company: company.id, url, events: [], ...facts, id, sealedSecret });
  await em.flush();
  return created;
}

/** Changes an endpoint's URL in a transaction that commits once another transaction waits for the row. Resolves before the commit. */
function movedOnceSomebodyWaits(id: string, url: string): Promise<void> {
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return new Promise((begun, failed) => {
    const moved = acrossCompanies(orm).transactional(async (em) => {
      await em.nativeUpdate(WebhookEndpoint, { id }, { url });
      begun();
      await until('somebody waits', async () => (await acrossCompanies(orm).execute(waits)).length > 0);
    });
    moved.catch(failed);
  });
}

async function delivery({ id: endpoint }: { id: string }, status: DeliveryStatus): Promise<string> {
  const em = acrossCompanies(orm);
  const event = em.create(Event, {
    id: newEventId(),
    company: company.id,
    type: 'WEBHOOK_TEST',
    document: null,
    data: {},
  });
  const answered = {
    attempts: 5,
    roundAttempts: 5,
    responseStatus: 500,
    deliveredAt: status === 'SUCCEEDED' ? new Date() : null,
  };
  const nextAttemptAt = status === 'PENDING' ? new Date() : null;
  const row = em.create(WebhookDelivery, {
    company: company.id,
    endpoint,
    event: event.id,
    status,
    nextAttemptAt,
    ...answered,
  });
  await em.flush();
  return row.id;
}
