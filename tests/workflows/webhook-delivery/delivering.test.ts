import { Context } from '@temporalio/activity';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDeliverer, type Deliverer } from '../../../adapters/outbound/deliver.ts';
import { OfficeLink } from '../../../domain/offices/office-link.entity.ts';
import { WebhookAttempt } from '../../../domain/webhooks/delivery.entity.ts';
import { isGenuine } from '../../../domain/webhooks/signature.ts';
import { type WebhookReceiver, webhookReceiver } from '../../../local/demo/webhook-receiver.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction, recordEvent } from '../../../operations/outbox.ts';
import { queues, webhooksId } from '../../../temporal/names.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { until } from '../../support/checks/until.ts';
import { delivered, openScene, refused, type Scene } from './scene.ts';

let scene: Scene;
let receiver: WebhookReceiver;
let deliverer: Deliverer;
beforeAll(async () => {
  [scene, receiver] = await Promise.all([openScene(), webhookReceiver()]);
  deliverer = createDeliverer({ allowLocal: true, timeoutMs: 60_000 });
});
afterEach(() => scene?.retire());
afterAll(async () => {
  await Promise.all([deliverer?.close(), receiver?.close()]);
  await scene?.close();
});

test('10,000 events that wait at one endpoint arrive, each once, in a history of a few steps', async () => {
  const arrived: string[] = [];
  scene.answer(({ eventId }) => {
    arrived.push(eventId);
    return delivered;
  });
  const endpoint = await scene.addEndpoint();
  const events = await scene.addDeliveries(endpoint, 10_000);
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(arrived.toSorted()).toEqual(events.toSorted());
  const { historyLength } = await scene.client.workflow.getHandle(webhooksId(endpoint)).describe();
  expect(historyLength).toBeLessThan(200); // six events for every ten seconds of deliveries
  const [left] = await acrossCompanies(scene.orm).execute<{ count: string }[]>(
    `select count(*) from webhook_delivery d where endpoint_id = ? and (status <> 'SUCCEEDED' or attempts <> 1
       or not exists (select 1 from webhook_attempt a where a.delivery_id = d.id and a.number = 1))`,
    [endpoint],
  );
  expect(Number(left?.count)).toBe(0);
});

test('an endpoint has sixteen exchanges at a time at most, and one when it fails', async () => {
  const endpoint = await scene.addEndpoint();
  await scene.addDeliveries(endpoint, 300);
  let under = 0;
  let answer = delivered;
  const seen: number[] = [];
  const areSixteen = Promise.withResolvers<void>();
  scene.answer(async () => {
    under += 1;
    seen.push(under);
    if (under === 16) areSixteen.resolve();
    // Four successes open all lanes; later deliveries wait until all sixteen lanes are taken.
    if (answer === delivered && seen.length > 15) await areSixteen.promise;
    await new Promise((resolve) => setTimeout(resolve, 5));
    under -= 1;
    return answer;
  });
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(Math.max(...seen)).toBe(16);

  seen.length = 0;
  answer = refused;
  await scene.addDeliveries(endpoint, 20);
  await scene.wake(endpoint);
  await until('all were tried', async () => seen.length >= 20);
  expect(Math.max(...seen)).toBe(1);
});

test('an office hears once what happens in each company of its portfolio, and after a link’s end what happened before', async () => {
  const { company, orm } = scene;
  const [second, { office }] = [await emptyCompany(orm), await newOffice(orm)];
  await linkOf(orm, office, company);
  const { id: link } = await linkOf(orm, office, second);
  const endpoint = await scene.addEndpoint(office);
  const documents = [await processingDocument(orm, company), await processingDocument(orm, second)];
  const record = () =>
    inTransaction(
      acrossCompanies(orm),
      async () => {},
      async (tx) => {
        for (const document of documents) await recordEvent(tx, 'DOCUMENT_REJECTED', document);
      },
    );
  scene.answer(() => delivered);
  const before = scene.posts.length;
  await record();
  await acrossCompanies(orm).nativeUpdate(OfficeLink, { id: link }, { status: 'ENDED' });
  await record();
  await scene.wake(endpoint);
  await scene.ended(endpoint);

  const bodies = scene.posts.slice(before).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(bodies.map(({ companyId }) => companyId).toSorted()).toEqual([company.id, company.id, second.id].toSorted());
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(3);
  expect(bodies[0]).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'document.rejected',
    createdAt: expect.any(String),
    officeId: office.id,
    companyId: expect.any(String),
    data: expect.objectContaining({ status: 'PROCESSING', rejectionReason: null }),
  });
  const attempts = await acrossCompanies(orm).find(WebhookAttempt, { office: office.id });
  expect(attempts.map(({ company: about }) => about).toSorted()).toEqual(
    bodies.map(({ companyId }) => companyId).toSorted(),
  );
});

test('a company is not told of offices: its envelope has neither', async () => {
  scene.answer(() => delivered);
  const endpoint = await scene.addEndpoint();
  await scene.addDelivery(endpoint);
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  expect(Object.keys(JSON.parse(scene.posts.at(-1)!.body) as object)).toEqual(['id', 'type', 'createdAt', 'data']);
});

test('a rotated secret and a changed address count from the next attempt on', async () => {
  const endpoint = await scene.addEndpoint();
  await scene.addDeliveries(endpoint, 100);
  const before = scene.posts.length;
  const change = Promise.withResolvers<string>();
  scene.answer(async () => {
    const sent = scene.posts.length - before;
    if (sent === 40) {
      const secret = await scene.rotate(endpoint);
      await scene.change(endpoint, { url: 'https://novo.example.com/' });
      change.resolve(secret);
    }
    if (sent >= 40) await change.promise;
    return delivered;
  });
  await scene.wake(endpoint);
  await scene.ended(endpoint);
  const secret = await change.promise;
  const posts = scene.posts.slice(before);
  expect(posts).toHaveLength(100);
  // The fifteen other lanes may have read the endpoint just before the change.
  const after = posts.slice(40 + 15);
  expect(after.filter((post) => post.secret !== secret || post.url !== 'https://novo.example.com/')).toEqual([]);
});

test('an endpoint that fails or takes long is called from the queue of those in trouble, until it has recovered', async () => {
  const endpoint = await scene.addEndpoint();
  await scene.addDelivery(endpoint);
  const answers = [refused, { ...delivered, durationMs: 9_000 }];
  const calledFrom: string[] = [];
  scene.answer(() => {
    calledFrom.push(Context.current().info.taskQueue);
    return answers.shift() ?? delivered;
  });
  await scene.wake(endpoint);
  await until('the retry', async () => {
    await scene.sleep('1 second');
    return (await isVisited(endpoint)) && calledFrom.length === 2;
  });
  for (const calls of [3, 4]) {
    await scene.addDelivery(endpoint);
    await scene.wake(endpoint);
    await until('the visit', async () => (await isVisited(endpoint)) && calledFrom.length === calls);
  }
  const { webhooks, webhooksInTrouble } = queues;
  expect(calledFrom).toEqual([webhooks, webhooksInTrouble, webhooksInTrouble, webhooks]);
});

test.each([
  ['2027-01-31T23:59:59-03:00', true],
  ['2027-02-01T00:00:00-03:00', false],
])('the legacy headers of an attempt at %s: %s', async (moment, hasLegacy) => {
  const now = new Date(moment);
  scene.answer(() => delivered, { now: () => now, deliverer });
  const endpoint = await scene.addEndpoint();
  await scene.change(endpoint, { url: receiver.url });
  const secret = await scene.rotate(endpoint);
  const delivery = await scene.addDelivery(endpoint, now);
  await scene.wake(endpoint);
  await scene.ended(endpoint);

  const { event: eventId } = await scene.delivery(delivery);
  const { headers, rawBody } = await receiver.arrived('webhook.test', eventId, 600_000);
  const names = ['event', 'delivery', 'signature'];
  const current = names.map((name) => headers[`x-webhook-${name}`]);
  expect(current.slice(0, 2)).toEqual(['webhook.test', delivery]);
  expect(isGenuine(String(current[2]), { secret, body: rawBody, at: now })).toBe(true);
  expect(names.map((name) => headers[`x-service-${name}`])).toEqual(hasLegacy ? current : Array(3).fill(undefined));
});

/** Whether no visit of the endpoint is under way, so that a delivery which is due now comes with the next visit. */
async function isVisited(endpoint: string): Promise<boolean> {
  const { events } = await scene.client.workflow.getHandle(webhooksId(endpoint)).fetchHistory();
  const begun = events?.filter((event) => event.activityTaskScheduledEventAttributes).length;
  const ended = events?.filter((event) => event.activityTaskCompletedEventAttributes).length;
  return begun === ended;
}
