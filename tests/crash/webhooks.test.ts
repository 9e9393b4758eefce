import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Document } from '../../domain/documents/document.entity.ts';
import type { DocumentSubscription } from '../../domain/webhooks/event-types.ts';
import { isGenuine } from '../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { recordEvent } from '../../operations/outbox.ts';
import { wakeEndpoint } from '../../temporal/start.ts';
import { openDeployment, type Deployment } from '../support/deployment.ts';
import { insist } from '../support/insist.ts';
import { until } from '../support/until.ts';

const eventsAKill = 250;
/** How many of them come from notes posted to the API; the others are written as activities write them. */
const notesAKill = 15;
/** Arrivals that are answered before a kill; later ones are under way at the kill and are answered after it. */
const answeredBeforeKill = 50;

const subscriptions = {
  everything: [],
  authorized: ['DOCUMENT_AUTHORIZED'],
  others: ['DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED'],
} satisfies Record<string, DocumentSubscription[]>;
type Name = keyof typeof subscriptions;
type Arrival = { path: string; deliveryId: string; eventId: string; signature: string; body: string; at: Date };

let deployment: Deployment;
let server: Server;
const arrivals: Arrival[] = [];
let answered = Infinity;
let afterKill = Promise.withResolvers<void>();
beforeAll(async () => {
  server = createServer((request, answer) => {
    void text(request).then(async (body) => {
      const { headers, url: path = '' } = request;
      const [event, deliveryId, signature] = ['event', 'delivery', 'signature'].map((name) =>
        String(headers[`x-webhook-${name}`]),
      );
      if (event !== 'webhook.ping') {
        const { id: eventId } = JSON.parse(body) as { id: string };
        arrivals.push({ path, deliveryId: deliveryId!, eventId, signature: signature!, body, at: new Date() });
        if (arrivals.length > answered) await afterKill.promise;
      }
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  deployment = await openDeployment();
});
afterAll(async () => {
  await deployment?.close();
  server?.closeAllConnections();
  server?.close();
});

test('1,000 events while every part is killed once: each reaches all who subscribed, under one id however often', async () => {
  const endpoints = await Promise.all((['everything', 'authorized', 'others'] as const).map(register));
  const notes: Promise<unknown>[] = [];
  const [api, worker] = [deployment.apis[0]!, deployment.workers[0]!];
  const document = await firstDocument();
  let written = 1;

  for (const part of [api, worker, deployment.temporal, deployment.postgres]) {
    holdFrom(arrivals.length + answeredBeforeKill);
    for (let posted = 0; posted < notesAKill; posted += 1) notes.push(deployment.erp.insist());
    written += notesAKill;
    for (; written % eventsAKill !== 0; written += 1) await write(document, kindOf(written));
    await Promise.all(endpoints.map(({ id }) => wake(id)));
    await until('deliveries travel', async () => arrivals.length > answered);
    await part.kill();
    answerAll();
    await part.start();
  }
  await Promise.all(notes);

  const events = await until('every event is there', async () => {
    const rows = await eventsByType();
    return rows.length >= written && rows;
  });
  expect(events).toHaveLength(1_000);
  await until('nothing waits any more', async () => (await waiting()) === 0, 240_000);
  for (const { name, secret } of endpoints) {
    const wanted: string[] = subscriptions[name];
    const due = events.filter(({ type }) => wanted.length === 0 || wanted.includes(type)).map(({ id }) => id);
    const got = arrivals.filter(({ path }) => path === `/${name}`);
    expect([...new Set(got.map(({ eventId }) => eventId))].toSorted()).toEqual(due.toSorted());
    expect(got.every(({ signature, body, at }) => isGenuine(signature, { secret, body, at }))).toBe(true);
  }
  const eventsOfDeliveries = new Map(arrivals.map(({ deliveryId, eventId }) => [deliveryId, eventId]));
  const bodies = new Set(arrivals.map(({ deliveryId, body }) => deliveryId + body));
  expect(bodies.size).toBe(eventsOfDeliveries.size);
  expect(arrivals.length).toBeGreaterThan(eventsOfDeliveries.size); // some deliveries were under way at a kill
}, 400_000);

function holdFrom(count: number): void {
  afterKill = Promise.withResolvers<void>();
  answered = count;
}

function answerAll(): void {
  answered = Infinity;
  afterKill.resolve();
}

async function register(name: Name): Promise<{ id: string; name: Name; secret: string }> {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const order = { url: `http://127.0.0.1:${port}/${name}`, events: subscriptions[name] };
  const { status, body } = await deployment.erp.call('POST', '/v1/webhooks', order);
  expect(status).toBe(201);
  return { id: String(body['id']), name, secret: String(body['secret']) };
}

async function firstDocument(): Promise<Document> {
  const { id } = await deployment.erp.insist();
  return until('the first note is authorized', () =>
    acrossCompanies(deployment.orm).findOne(Document, { id, status: 'AUTHORIZED' }),
  );
}

/** Writes an event as activities do, but wakes no actor, as after a crash. */
async function write(document: Document, type: DocumentSubscription): Promise<void> {
  await recordEvent({ em: acrossCompanies(deployment.orm), endpoints: new Set(), events: new Set() }, type, document);
}

function kindOf(count: number): DocumentSubscription {
  return (['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED'] as const)[count % 3]!;
}

const wake = (endpointId: string) =>
  insist(() => wakeEndpoint(deployment.client, { endpointId, ownerLabel: deployment.company.taxId }));

function eventsByType(): Promise<{ id: string; type: string }[]> {
  return acrossCompanies(deployment.orm).execute<{ id: string; type: string }[]>('select id, type from event');
}

async function waiting(): Promise<number> {
  const [row] = await acrossCompanies(deployment.orm).execute<{ count: string }[]>(
    `select count(*) from webhook_delivery where status <> 'SUCCEEDED'`,
  );
  return Number(row?.count);
}
