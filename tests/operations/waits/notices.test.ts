import { DateTime } from 'luxon';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Certificate } from '../../../domain/companies/certificate.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { WaitKind } from '../../../domain/conversation/waiting.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { Office } from '../../../domain/offices/office.entity.ts';
import { WebhookDelivery } from '../../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../../domain/webhooks/event.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction, type Transaction } from '../../../operations/outbox.ts';
import { tellExpiring, tellWaiting } from '../../../operations/waits/tell-notices.ts';
import { newEndpoint } from '../../support/rows/endpoint.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const both = ['DOCUMENT_WAITING', 'CERTIFICATE_EXPIRING'] as const;

let orm: Orm;
/** The databases of two workers, by their login. */
let workers: [Orm, Orm];
let company: Company;
let office: Office;
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url);
  workers = [await patientOrm(byLogin(url, 'worker')), await patientOrm(byLogin(url, 'worker'))];
  company = await emptyCompany(orm);
  ({ office } = await newOffice(orm));
  await linkOf(orm, office, company);
});
afterEach(async () => {
  const em = acrossCompanies(orm);
  await em.nativeDelete(WebhookDelivery, {});
  await em.nativeDelete(Event, {});
  await em.nativeDelete(WebhookEndpoint, {});
  await em.nativeDelete(Certificate, {});
  await em.nativeUpdate(Document, {}, { waitingKind: null, waitingSince: null, waitingUntil: null });
});
afterAll(() => Promise.all([orm?.close(), ...workers.map((worker) => worker.close())]));

test('a document that waited for five minutes is reported to those who name it, once, whoever looks at the same time', async () => {
  const own = await newEndpoint(orm, { company }, { events: [...both] });
  const theirs = await newEndpoint(orm, { office }, { events: ['DOCUMENT_WAITING'] });
  await newEndpoint(orm, { company });
  await newEndpoint(orm, { company }, { events: ['DOCUMENT_AUTHORIZED'] });
  await newEndpoint(orm, { office });
  const { id } = await waiting('AUTHORITY_PAUSED', { minutes: 5 });
  const rounds = [...workers, ...workers, ...workers].map((worker) => told(worker));
  await Promise.all(rounds);
  await told(workers[0]);

  expect(await heard()).toEqual([own.id, theirs.id].toSorted());
  const [event, ...more] = await acrossCompanies(orm).findAll(Event);
  expect(more).toEqual([]);
  expect(event).toMatchObject({ type: 'DOCUMENT_WAITING', document: id, company: company.id });
  expect(event?.data).toMatchObject({
    documentId: id,
    status: 'PROCESSING',
    number: null,
    waiting: { kind: 'AUTHORITY_PAUSED', reason: 'Porque sim.', until: null, command: null },
  });
});

test('nothing is kept where nobody names it, and who names it later does not hear of what was before', async () => {
  await newEndpoint(orm, { company });
  await waiting('AUTHORITY_PAUSED', { minutes: 6 });
  await told();
  await newEndpoint(orm, { company }, { events: [...both] });
  await told();
  expect(await acrossCompanies(orm).count(Event)).toBe(0);
});

test('what a killed process had not committed is reported by the next one', async () => {
  const { id: endpoint } = await newEndpoint(orm, { company }, { events: [...both] });
  await waiting('AUTHORITY_PAUSED', { minutes: 6 });
  const killed = inWorker(workers[0], async (tx) => {
    expect(await tellWaiting(tx, new Date())).toBe(1);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await heard()).toEqual([]);
  await told();
  expect(await heard()).toEqual([endpoint]);
});

test.each<[string, WaitKind, { minutes: number; claimed?: number }, number]>([
  ['a wait of four minutes', 'AUTHORITY_PAUSED', { minutes: 4 }, 0],
  ['a document that a person must decide about', 'PERSON', { minutes: 0 }, 1],
  ['a document that no worker takes over', 'START', { minutes: 5 }, 1],
  ['waits that change, for nine minutes', 'UNANSWERED', { minutes: 1, claimed: 9 }, 0],
  ['waits that change, for ten minutes', 'UNANSWERED', { minutes: 1, claimed: 10 }, 1],
  ['a document that moves again after ten minutes', 'ANSWER', { minutes: 0, claimed: 10 }, 0],
])('%s: %s', async (_what, kind, how, times) => {
  await newEndpoint(orm, { company }, { events: [...both] });
  await waiting(kind, how);
  await told();
  expect(await heard()).toHaveLength(times);
});

test('one that stops for a person after another wait is reported once more, and so is the next attempt', async () => {
  await newEndpoint(orm, { company }, { events: [...both] });
  const { id } = await waiting('AUTHORITY_UNREACHABLE', { minutes: 6 });
  await told();
  await becomes(id, 'PERSON', { minutes: 0 });
  await told();
  await told();
  expect(await heard()).toHaveLength(2);

  const em = acrossCompanies(orm);
  const document = await em.findOneOrFail(Document, { id });
  document.reject('Encerrada por um operador.', null);
  document.requestEmission(new Date());
  await em.flush();
  await becomes(id, 'PERSON', { minutes: 0 });
  await told();
  expect(await heard()).toHaveLength(3);
});

test('a note that was issued in contingency is reported once, when half of its time for the transmission has passed', async () => {
  await newEndpoint(orm, { company }, { events: [...both] });
  const { id } = await waiting('TRANSMISSION', { minutes: 60, claimed: 60 });
  const late: string[][] = [];
  const look = (): Promise<number> =>
    inWorker(workers[0], (tx) => tellWaiting(tx, new Date(), null, (ids) => void late.push(ids)));
  const transmitIn = (minutes: number) =>
    acrossCompanies(orm).nativeUpdate(Document, { id }, { waitingUntil: new Date(Date.now() + minutes * minute) });
  await transmitIn(61);
  expect(await look()).toBe(0);
  await transmitIn(59);
  expect([await look(), await look()]).toEqual([1, 0]);
  expect(late).toEqual([[id]]);
  const [event] = await acrossCompanies(orm).findAll(Event);
  expect(event?.data).toMatchObject({ documentId: id, waiting: { kind: 'TRANSMISSION', until: expect.any(String) } });
});

test('one that was reported before it was issued in contingency is reported again as not transmitted', async () => {
  await newEndpoint(orm, { company }, { events: [...both] });
  const { id } = await waiting('AUTHORITY_UNREACHABLE', { minutes: 6 });
  await told();
  await becomes(id, 'TRANSMISSION', { minutes: 6 });
  await acrossCompanies(orm).nativeUpdate(Document, { id }, { waitingUntil: new Date() });
  await told();
  await told();
  expect(await heard()).toHaveLength(2);
});

test('only the document that is asked about is reported', async () => {
  await newEndpoint(orm, { company }, { events: [...both] });
  const [one] = [await waiting('PERSON', { minutes: 0 }), await waiting('PERSON', { minutes: 0 })];
  await inWorker(workers[0], (tx) => tellWaiting(tx, new Date(), one.id));
  const events = await acrossCompanies(orm).findAll(Event);
  expect(events.map(({ document }) => document)).toEqual([one.id]);
});

test('a certificate is reported 30, 7 and 1 days before its end, once each, to the company and its office', async () => {
  await newEndpoint(orm, { company }, { events: ['CERTIFICATE_EXPIRING'] });
  await newEndpoint(orm, { office }, { events: ['CERTIFICATE_EXPIRING'] });
  await newEndpoint(orm, { company });
  const end = new Date('2027-03-31T12:00:00Z');
  const { id } = await certificate(end);
  const days: number[] = [];
  for (let hours = 33 * 24; hours >= -24; hours -= 6) {
    const now = DateTime.fromJSDate(end).minus({ hours }).toJSDate();
    const found = await Promise.all(workers.map((worker) => inWorker(worker, (tx) => tellExpiring(tx, now))));
    if (found.some((count) => count > 0)) days.push(hours / 24);
  }
  expect(days).toEqual([30, 7, 1]);
  const events = await acrossCompanies(orm).findAll(Event, { orderBy: { createdAt: 'asc' } });
  expect(events.map(({ type, data }) => [type, data['certificateId'], data['daysLeft']])).toEqual(
    days.map((each) => ['CERTIFICATE_EXPIRING', id, each]),
  );
  expect(events[0]?.data).toMatchObject({ companyId: company.id, taxId: company.taxId, notAfter: end.toISOString() });
  expect(await heard()).toHaveLength(6);
});

test('a certificate that has a successor is not reported; one that is added late is, at once', async () => {
  await newEndpoint(orm, { company }, { events: ['CERTIFICATE_EXPIRING'] });
  const now = new Date();
  await certificate(new Date(now.getTime() + 5 * day));
  const next = await certificate(new Date(now.getTime() + 365 * day));
  expect(await inWorker(workers[0], (tx) => tellExpiring(tx, now))).toBe(0);
  await acrossCompanies(orm).nativeDelete(Certificate, { id: next.id });
  expect(await inWorker(workers[0], (tx) => tellExpiring(tx, now))).toBe(1);
  expect(await inWorker(workers[0], (tx) => tellExpiring(tx, now))).toBe(0);
});

/** Writes a document that has waited for so many minutes, claimed by a run so many minutes ago. */
async function waiting(kind: WaitKind, how: { minutes: number; claimed?: number }): Promise<Document> {
  const document = await processingDocument(orm, company);
  await becomes(document.id, kind, how);
  return document;
}

async function becomes(id: string, waitingKind: WaitKind, { minutes, claimed }: { minutes: number; claimed?: number }) {
  await acrossCompanies(orm).nativeUpdate(
    Document,
    { id },
    {
      waitingKind,
      waitingFor: 'Porque sim.',
      waitingSince: new Date(Date.now() - minutes * minute),
      claimedAt: claimed === undefined ? null : new Date(Date.now() - claimed * minute),
    },
  );
}

async function told(worker: Orm = workers[0]): Promise<void> {
  await inWorker(worker, (tx) => tellWaiting(tx, new Date()));
}

function inWorker<Result>(worker: Orm, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(acrossCompanies(worker), async () => {}, work);
}

/** The endpoints of the written deliveries, once for each. */
async function heard(): Promise<string[]> {
  const deliveries = await acrossCompanies(orm).findAll(WebhookDelivery);
  return deliveries.map(({ endpoint }) => endpoint).toSorted();
}

async function certificate(notAfter: Date): Promise<Certificate> {
  const em = acrossCompanies(orm);
  const id = uuid();
  const row = em.create(Certificate, {
    id,
    company: company.id,
    taxId: company.taxId,
    subject: 'EMPRESA',
    issuer: 'AC',
    serialNumber: '1',
    fingerprint: id.replaceAll('-', ''),
    notBefore: new Date(0),
    notAfter,
    sealed: { version: 1, masterKeyId: '', wrappedKey: '', data: '' },
  });
  await em.flush();
  return row;
}
