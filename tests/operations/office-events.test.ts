import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import type { Company } from '../../domain/companies/company.entity.ts';
import { everyCompany } from '../../domain/companies/ownership.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import type { Office } from '../../domain/offices/office.entity.ts';
import { WebhookDelivery } from '../../domain/webhooks/delivery.entity.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { Event } from '../../domain/webhooks/event.entity.ts';
import { acrossCompanies, inCompany, inOffice } from '../../operations/in-company.ts';
import { inTransaction, recordEvent } from '../../operations/outbox.ts';
import { recordReceived } from '../../operations/supplier-events.ts';
import { setSuspended } from '../../operations/provisioning.ts';
import { newEndpoint } from '../support/rows/endpoint.ts';
import { emptyCompany } from '../support/rows/lots.ts';
import { linkOf, newOffice } from '../support/rows/office.ts';
import { byLogin, patientOrm, testDatabase } from '../support/servers/parts.ts';
import { receivedNote } from '../support/rows/received.ts';
import { processingDocument } from '../support/samples/sale.ts';

let orm: Orm;
/** By the login that workers have. */
let worker: Orm;
let company: Company;
let document: Document;
let office: Office;
let link: OfficeLink;
beforeAll(async () => {
  const url = await testDatabase();
  [orm, worker] = await Promise.all([patientOrm(url), patientOrm(byLogin(url, 'worker'))]);
  company = await emptyCompany(orm);
  document = await processingDocument(orm, company);
  ({ office } = await newOffice(orm));
  link = await linkOf(orm, office, company);
});
afterEach(async () => {
  await acrossCompanies(orm).nativeDelete(WebhookDelivery, {});
  await acrossCompanies(orm).nativeDelete(WebhookEndpoint, {});
  await setSuspended(orm, office.id, false);
  await stand('ACTIVE');
});
afterAll(() => Promise.all([orm?.close(), worker?.close()]));

test('an event goes to the endpoints of its company and of the office that is linked, once each, and to no other', async () => {
  const own = await newEndpoint(orm, { company });
  const [all, named] = [
    await newEndpoint(orm, { office }),
    await newEndpoint(orm, { office }, { events: ['DOCUMENT_REJECTED', 'LINK_UPDATED'] }),
  ];
  await newEndpoint(orm, { office }, { events: ['DOCUMENT_AUTHORIZED'] });
  await newEndpoint(orm, { office }, { isActive: false });
  const [{ office: pending }, { office: past }, { office: stranger }] = [
    await newOffice(orm),
    await newOffice(orm),
    await newOffice(orm),
  ];
  await linkOf(orm, pending, company, { status: 'PENDING' });
  await linkOf(orm, past, company, { status: 'ENDED' });
  await linkOf(orm, stranger, await emptyCompany(orm));
  for (const deaf of [pending, past, stranger]) await newEndpoint(orm, { office: deaf });

  expect(await rejected()).toEqual([own.id, all.id, named.id].toSorted());
  const kept = await acrossCompanies(orm).findAll(WebhookDelivery, { orderBy: { endpoint: 'asc' } });
  expect(kept.map(({ endpoint, company: about, office: receiver }) => [endpoint, about, receiver])).toEqual([
    [own.id, company.id, null],
    [all.id, company.id, office.id],
    [named.id, company.id, office.id],
  ]);
  expect(new Set(kept.map(({ event }) => event)).size).toBe(1);
});

test.each(['PENDING', 'REFUSED', 'ENDED'] as const)('an office hears nothing of a link that is %s', async (status) => {
  await newEndpoint(orm, { office });
  await stand(status);
  expect(await rejected()).toEqual([]);
  expect(await received()).toEqual([]);
});

test('an office hears nothing that happens while it is suspended', async () => {
  await newEndpoint(orm, { office });
  await setSuspended(orm, office.id, true);
  expect([await rejected(), await received()]).toEqual([[], []]);
  await setSuspended(orm, office.id, false);
  expect([await rejected(), await received()]).toEqual([[expect.any(String)], [expect.any(String)]]);
});

test('what others issue is told to offices that listen to it, by name or to all, and to a company that names it', async () => {
  const events = async () => acrossCompanies(orm).count(Event, { type: 'RECEIVED_DOCUMENT_CREATED' });
  const before = await events();
  await newEndpoint(orm, { company });
  await newEndpoint(orm, { office }, { events: ['DOCUMENT_REJECTED', 'RECEIVED_DOCUMENT_UPDATED'] });
  expect([await received(), await events()]).toEqual([[], before]); // nobody is subscribed, so nothing is written
  const [all, named, own] = [
    await newEndpoint(orm, { office }),
    await newEndpoint(orm, { office }, { events: ['RECEIVED_DOCUMENT_CREATED'] }),
    await newEndpoint(orm, { company }, { events: ['RECEIVED_DOCUMENT_CREATED'] }),
  ];
  expect([await received(), await events()]).toEqual([[all.id, named.id, own.id].toSorted(), before + 1]);
});

test('neither wall shows an office’s deliveries to the company they are about, nor the company’s to the office', async () => {
  const [own, theirs] = [await newEndpoint(orm, { company }), await newEndpoint(orm, { office })];
  await rejected();
  const { office: other } = await newOffice(orm);
  const sides = [
    { inside: <Result>(work: Work<Result>) => inCompany(orm, company.id, work), seen: [own.id] },
    { inside: <Result>(work: Work<Result>) => inOffice(orm, office.id, work), seen: [theirs.id] },
    { inside: <Result>(work: Work<Result>) => inOffice(orm, other.id, work), seen: [] },
  ];
  for (const { inside, seen } of sides) {
    const byFilter = await inside((em) => em.nativeUpdate(WebhookDelivery, {}, { roundAttempts: 1 }));
    expect(byFilter).toBe(seen.length);
    const bySql = await inside(async (em) => {
      em.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
      await em.nativeUpdate(WebhookDelivery, {}, { roundAttempts: 2 });
      return em.execute(`update webhook_delivery set round_attempts = 3 returning endpoint_id as id`);
    });
    expect(bySql).toEqual(seen.map((id) => ({ id })));
    expect((await inside((em) => em.findAll(WebhookEndpoint))).map(({ id }) => id)).toEqual(seen);
  }
  const stolen = `insert into webhook_delivery (id, company_id, office_id, endpoint_id, event_id, status, created_at)
    select gen_random_uuid(), company_id, ?, ?, id, 'PENDING', now() from event`;
  const { id: endpoint } = theirs;
  const writing = inCompany(orm, company.id, (em) => em.execute(stolen, [office.id, endpoint]));
  await expect(writing).rejects.toThrow(/row-level security/);
});

type Work<Result> = Parameters<typeof inCompany<Result>>[2];

const nobodyIsWoken = async (): Promise<void> => {};

/** Records a rejection as workers do. @returns the endpoints that get it */
async function rejected(): Promise<string[]> {
  return inTransaction(acrossCompanies(worker), nobodyIsWoken, async (tx) => {
    await recordEvent(tx, 'DOCUMENT_REJECTED', document);
    return [...tx.endpoints].toSorted();
  });
}

/** The same for the arrival of a note. */
async function received(): Promise<string[]> {
  const accessKey = String(Math.random()).slice(2).padEnd(44, '0');
  const { id } = await receivedNote(orm, company, { accessKey });
  return inTransaction(acrossCompanies(worker), nobodyIsWoken, async (tx) => {
    await recordReceived(tx, 'RECEIVED_DOCUMENT_CREATED', [id]);
    return [...tx.endpoints].toSorted();
  });
}

function stand(status: OfficeLink['status']): Promise<number> {
  return acrossCompanies(orm).nativeUpdate(OfficeLink, { id: link.id }, { status });
}
