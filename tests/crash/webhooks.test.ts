import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Company } from '../../domain/companies/company.entity.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { labelOfOffice } from '../../domain/webhooks/endpoint-owner.ts';
import type { DocumentSubscription } from '../../domain/webhooks/event-types.ts';
import { isGenuine } from '../../domain/webhooks/signature.ts';
import { acrossCompanies } from '../../operations/in-company.ts';
import { recordEvent } from '../../operations/outbox.ts';
import { wakeEndpoint } from '../../temporal/start.ts';
import { untilTemporalTakes, watchFor, until } from '../support/checks/until.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { processingDocument } from '../support/samples/sale.ts';
import { type Deployment, openDeployment } from '../support/servers/deployment.ts';

const eventsAKill = 250;
/** How many of them come from notes posted to the API; the others are written to the database as activities write them. */
const notesAKill = 15;
/** How many arrivals are answered before a kill; later ones are under way at the kill and answered after it. */
const answeredBeforeKill = 50;

const subscriptions = {
  everything: [],
  authorized: ['DOCUMENT_AUTHORIZED'],
  others: ['DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED'],
} satisfies Record<string, DocumentSubscription[]>;
/** An endpoint of each office: one with an active link, one with a pending link, one whose link ended. */
const offices = { office: 'ACTIVE', asking: 'PENDING', past: 'ENDED' } as const;
type Name = keyof typeof subscriptions;
type OfficeName = keyof typeof offices;
type Registered = { id: string; name: string; secret: string; ownerLabel: string };
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

test('1,000 events of two companies while every part is killed once: each reaches all who subscribed, under one id however often', async () => {
  const { company: second } = await deployment.openCompany({ taxId: '11444777000161' });
  const own = await Promise.all((['everything', 'authorized', 'others'] as const).map(register));
  const ofOffices = await Promise.all(
    (['office', 'asking', 'past'] as const).map((name) => registerOffice(name, [deployment.company, second])),
  );
  const endpoints = [...own, ...ofOffices];
  const notes: Promise<unknown>[] = [];
  const [api, worker] = [deployment.apis[0]!, deployment.workers[0]!];
  const document = await firstDocument();
  const another = await settledDocument(second);
  let written = 1;

  for (const part of [api, worker, deployment.temporal, deployment.postgres]) {
    holdFrom(arrivals.length + answeredBeforeKill);
    for (let posted = 0; posted < notesAKill; posted += 1) notes.push(deployment.erp.insist());
    written += notesAKill;
    for (; written % eventsAKill !== 0; written += 1) {
      await write(written % 5 === 0 ? another : document, kindOf(written));
    }
    await Promise.all(endpoints.map(wake));
    await watchFor('deliveries travel', async () => arrivals.length > answered);
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
  await until('nothing waits any more', async () => (await waiting()) === 0);
  for (const { name, secret } of own) {
    const wanted: string[] = subscriptions[name];
    const due = events.filter(({ type, company }) => {
      return company === deployment.company.id && (wanted.length === 0 || wanted.includes(type));
    });
    expect(heard(name, secret)).toEqual(due.map(({ id }) => id).toSorted());
  }
  for (const { name, secret } of ofOffices) {
    expect(heard(name, secret)).toEqual(name === 'office' ? events.map(({ id }) => id).toSorted() : []);
  }
  const eventsOfDeliveries = new Map(arrivals.map(({ deliveryId, eventId }) => [deliveryId, eventId]));
  const bodies = new Set(arrivals.map(({ deliveryId, body }) => deliveryId + body));
  expect(bodies.size).toBe(eventsOfDeliveries.size);
  expect(arrivals.length).toBeGreaterThan(eventsOfDeliveries.size); // some deliveries were under way at a kill, and so arrived twice
});

/** Ids of the events that arrived at an endpoint, each once; expects that every delivery is signed. */
function heard(name: string, secret: string): string[] {
  const got = arrivals.filter(({ path }) => path === `/${name}`);
  expect(got.every(({ signature, body, at }) => isGenuine(signature, { secret, body, at }))).toBe(true);
  return [...new Set(got.map(({ eventId }) => eventId))].toSorted();
}

function holdFrom(count: number): void {
  afterKill = Promise.withResolvers<void>();
  answered = count;
}

function answerAll(): void {
  answered = Infinity;
  afterKill.resolve();
}

async function register(name: Name): Promise<Registered & { name: Name }> {
  const order = { url: urlOf(name), events: subscriptions[name] };
  const { status, body } = await deployment.erp.call('POST', '/v1/webhooks', order);
  expect(status).toBe(201);
  return { id: String(body['id']), name, secret: String(body['secret']), ownerLabel: deployment.company.taxId };
}

async function registerOffice(name: OfficeName, companies: Company[]): Promise<Registered> {
  const { office, key } = await newOffice(deployment.orm);
  for (const company of companies) await linkOf(deployment.orm, office, company, { status: offices[name] });
  const { status, body } = await deployment.erpOf(key).call('POST', '/v1/accounting/webhooks', { url: urlOf(name) });
  expect(status).toBe(201);
  return { id: String(body['id']), name, secret: String(body['secret']), ownerLabel: labelOfOffice(office) };
}

function urlOf(name: string): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/${name}`;
}

async function firstDocument(): Promise<Document> {
  const { id } = await deployment.erp.insist();
  return until('the first note is authorized', () =>
    acrossCompanies(deployment.orm).findOne(Document, { id, status: 'AUTHORIZED' }),
  );
}

/** A document that no worker issues. */
async function settledDocument(company: Company): Promise<Document> {
  const document = await processingDocument(deployment.orm, company);
  await acrossCompanies(deployment.orm).nativeUpdate(Document, { id: document.id }, { status: 'REJECTED' });
  return document;
}

/** Writes an event as activities do, but wakes no actor, as after a crash. */
async function write(document: Document, type: DocumentSubscription): Promise<void> {
  await recordEvent(
    {
      em: acrossCompanies(deployment.orm),
      endpoints: new Set(),
      mailing: new Set(),
      events: new Set(),
      replaced: new Set(),
      ended: [],
    },
    type,
    document,
  );
}

function kindOf(count: number): DocumentSubscription {
  return (['DOCUMENT_AUTHORIZED', 'DOCUMENT_REJECTED', 'DOCUMENT_CANCELLED'] as const)[count % 3]!;
}

const wake = ({ id: endpointId, ownerLabel }: Registered) =>
  untilTemporalTakes(() => wakeEndpoint(deployment.client, { endpointId, ownerLabel }));

type StoredEvent = { id: string; type: string; company: string };

function eventsByType(): Promise<StoredEvent[]> {
  return acrossCompanies(deployment.orm).execute<StoredEvent[]>('select id, type, company_id as company from event');
}

async function waiting(): Promise<number> {
  const [row] = await acrossCompanies(deployment.orm).execute<{ count: string }[]>(
    `select count(*) from webhook_delivery where status <> 'SUCCEEDED'`,
  );
  return Number(row?.count);
}
