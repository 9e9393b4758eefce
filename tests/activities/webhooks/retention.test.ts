import { MockActivityEnvironment } from '@temporalio/testing';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { retentionActivities } from '../../../activities/retention.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { WebhookAttempt, WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { newEventId } from '../../../domain/webhooks/event-types.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { anotherRound } from '../../../domain/webhooks/retry.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { createCompany } from '../../../operations/provisioning.ts';
import { testOrm } from '../../support/servers/parts.ts';

const now = new Date('2027-06-01T12:00:00Z');
const dayMs = 86_400_000;
let orm: Orm;
let company: Company;
beforeAll(async () => {
  orm = await testOrm();
  company = await createCompany(acrossCompanies(orm), demoCompany);
});
afterAll(() => orm.close());
beforeEach(() => acrossCompanies(orm).nativeDelete(WebhookEndpoint, {}));

test('what ended longer ago than that is forgotten with its attempts, whatever came of it; its event stays', async () => {
  const id = await endpoint();
  const [arrived, failed] = [await ended(id, 91, 'SUCCEEDED'), await ended(id, 91, 'FAILED')];
  expect(await forget(90)).toBe(2);
  expect(await kept()).toEqual([]);
  const em = acrossCompanies(orm);
  expect(await em.count(WebhookAttempt, { delivery: { $in: [arrived.id, failed.id] } })).toBe(0);
  expect(await em.count(Event, { id: { $in: [arrived.event, failed.event] } })).toBe(2);
});

test('what ended later, or had an attempt since, is kept', async () => {
  const id = await endpoint();
  const later = await ended(id, 89, 'SUCCEEDED');
  const again = await ended(id, 91, 'FAILED');
  await attempt(again, 2, 1);
  expect(await forget(90)).toBe(0);
  expect(await kept()).toEqual([later.id, again.id].toSorted());
});

test('what waits is kept however old it is, also what an inactive endpoint holds', async () => {
  const [active, inactive] = [await endpoint(), await endpoint({ isActive: false })];
  const waiting = [
    await ended(active, 400, 'FAILED', { nextAttemptAt: now }),
    await ended(active, 400, 'PENDING', { nextAttemptAt: now }),
    await ended(inactive, 400, 'PENDING', { nextAttemptAt: ago(400) }),
  ];
  expect(await forget(90)).toBe(0);
  expect(await kept()).toEqual(waiting.map(({ id }) => id).toSorted());
});

test('what is being asked for again at that moment is kept', async () => {
  const { id } = await ended(await endpoint(), 91, 'FAILED');
  await acrossCompanies(orm).transactional(async (em) => {
    await em.nativeUpdate(WebhookDelivery, { id }, anotherRound(now));
    expect(await forget(90)).toBe(0);
  });
  expect(await forget(90)).toBe(0);
  expect(await kept()).toEqual([id]);
});

test('more than a batch is forgotten in one round, of however many endpoints', async () => {
  for (const id of [await endpoint(), await endpoint()]) await endedMany(id, 1_100);
  const fresh = await ended(await endpoint(), 1, 'SUCCEEDED');
  expect(await forget(90)).toBe(2_200);
  expect(await kept()).toEqual([fresh.id]);
});

const ago = (days: number): Date => new Date(now.getTime() - days * dayMs);

function forget(days: number): Promise<unknown> {
  const activities = retentionActivities({ orm, now: () => now });
  return new MockActivityEnvironment().run(() => activities.forgetDeliveries(days));
}

async function kept(): Promise<string[]> {
  const rows = await acrossCompanies(orm).findAll(WebhookDelivery, { fields: ['id'] });
  return rows.map(({ id }) => id).toSorted();
}

async function endpoint(changes: Partial<WebhookEndpoint> = {}): Promise<string> {
  const em = acrossCompanies(orm);
  const sealedSecret = { version: 1, masterKeyId: '', wrappedKey: '', data: '' } as const;
  const fields = { id: uuid(), company: company.id, url: 'https://erp.example.com/', events: [], sealedSecret };
  const { id } = em.create(WebhookEndpoint, { ...fields, ...changes });
  await em.flush();
  return id;
}

/** A delivery that ended so many days ago, with its attempt. */
async function ended(
  endpoint: string,
  days: number,
  status: WebhookDelivery['status'],
  changes: Partial<WebhookDelivery> = {},
): Promise<WebhookDelivery> {
  const em = acrossCompanies(orm);
  const event = em.create(Event, { id: newEventId(), company: company.id, type: 'WEBHOOK_TEST', data: {} });
  const fields = { company: company.id, endpoint, event: event.id, status, attempts: 1, createdAt: ago(days) };
  const delivery = em.create(WebhookDelivery, { ...fields, ...changes });
  await em.flush();
  await attempt(delivery, 1, days);
  return delivery;
}

async function attempt({ id: delivery }: WebhookDelivery, number: number, days: number): Promise<void> {
  const em = acrossCompanies(orm);
  em.create(WebhookAttempt, { delivery, number, company: company.id, startedAt: ago(days), durationMs: 1 });
  await em.flush();
}

function endedMany(endpoint: string, count: number): Promise<unknown> {
  return acrossCompanies(orm).execute(
    `with happened as (
       insert into event (id, company_id, type, data, created_at)
       select 'evt_' || gen_random_uuid(), ?::uuid, 'WEBHOOK_TEST', '{}', ? from generate_series(1, ?::int) returning *
     )
     insert into webhook_delivery (id, company_id, endpoint_id, event_id, status, created_at)
     select gen_random_uuid(), company_id, ?, id, 'SUCCEEDED', created_at from happened`,
    [company.id, ago(200), count, endpoint],
  );
}
