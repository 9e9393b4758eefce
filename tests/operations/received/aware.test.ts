import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequiredEntityData } from '@mikro-orm/core';
import { AuditEntry } from '../../../domain/audit/audit-entry.entity.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { DocumentEvent } from '../../../domain/documents/events/document-event.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { inTransaction, type WakeList } from '../../../operations/outbox.ts';
import { setCompany } from '../../../operations/provisioning.ts';
import { takeAwareness } from '../../../operations/received/aware.ts';
import { queues, reconciliationId } from '../../../temporal/names.ts';
import { awaitFiscalEvent } from '../../../temporal/start.ts';
import { authorizedDocument } from '../../support/rows/authorized.ts';
import { type Installation, openInstallation } from '../../support/servers/installation.ts';
import { receivedEvent, receivedNote } from '../../support/rows/received.ts';

const dayMs = 24 * 3_600_000;

let installation: Installation;
let seller: Company;
let buyer: Company;
let note: Document;
beforeAll(async () => {
  installation = await openInstallation();
  ({ company: seller } = await installation.openCompany());
  ({ company: buyer } = await installation.openCompany({
    ...{ taxId: '11444777000161', name: 'Mercado São João Ltda', received: { awareness: 'AUTOMATIC' } },
  }));
  note = await authorizedDocument(installation, seller);
});
afterAll(() => installation?.close());

test('a company that wants it is aware of new summaries, once, and reconciliation starts what was not started', async () => {
  const row = await receivedNote(installation.orm, buyer, note);
  const { events } = await aware([row]);
  const [event] = await eventsOf(row);
  expect(event).toMatchObject({ type: 'MANIFESTATION', code: '210210', sequence: 1, status: 'PENDING', attempt: 1 });
  expect([...events]).toEqual([event?.id]);
  expect((await aware([row])).events.size).toBe(0);
  expect(await eventsOf(row)).toHaveLength(1);
  const entries = await acrossCompanies(installation.orm).find(AuditEntry, { subject: row.id });
  expect(entries).toMatchObject([{ action: 'MANIFESTATION_REQUESTED', actorKind: 'SYSTEM', company: buyer.id }]);

  const id = event?.id ?? '';
  const long = new Date(Date.now() - 60_000);
  await acrossCompanies(installation.orm).nativeUpdate(DocumentEvent, { id }, { updatedAt: long });
  const round = { taskQueue: queues.events, workflowId: `${reconciliationId}-test` };
  expect(await installation.client.workflow.execute('reconciliation', round)).toMatchObject({ events: 1 });
  expect(await awaitFiscalEvent(installation.client, { eventId: id, attempt: 1 }, 600_000)).toMatchObject({
    status: 'REGISTERED',
  });
  const found = await acrossCompanies(installation.orm).findOneOrFail(ReceivedDocument, { id: row.id });
  expect(found.manifestation).toBe('CIENCIA');
});

test.each<[string, Partial<RequiredEntityData<ReceivedDocument>>]>([
  ['that came complete', { schemaType: 'PROC_NFE', hasFullXml: true }],
  ['of which the company is no recipient', { role: 'TRANSPORTER' }],
  ['that its issuer has cancelled', { status: 'CANCELLED' }],
  ['about which something was said', { manifestation: 'CONFIRMADA' }],
  ['that is too old', { emissionDate: new Date(Date.now() - 11 * dayMs) }],
  ['of another that is an NFS-e', { model: 'NFSE', schemaType: 'NFSE' }],
])('of a note %s nobody is aware by itself', async (_what, changes) => {
  const row = await receivedNote(installation.orm, buyer, unknown(), changes);
  expect((await aware([row])).events.size).toBe(0);
  expect(await eventsOf(row)).toEqual([]);
});

test('an event of the reform about a note is no word on it: the company is aware of it all the same', async () => {
  const em = acrossCompanies(installation.orm);
  const row = await receivedNote(installation.orm, buyer, unknown());
  em.create(DocumentEvent, {
    ...{ company: buyer.id, receivedDocument: row.id, type: 'ACTIVITY_CREDIT', code: '211150', sequence: 1 },
    ...{ status: 'REJECTED', occurredAt: new Date() },
  });
  await em.flush();
  expect((await aware([row])).events.size).toBe(1);
});

test('an event of a note, and a note of a company that does not want it, are left alone', async () => {
  const event = await receivedEvent(installation.orm, buyer, unknown(), { code: '110111', schemaType: 'RES_EVENTO' });
  const own = await receivedNote(installation.orm, seller, unknown());
  expect((await aware([event, own])).events.size).toBe(0);
});

test('the setting is off until it is turned on, and other settings leave it', async () => {
  expect(seller.settings?.received).toEqual({ awareness: 'MANUAL' });
  const row = await receivedNote(installation.orm, seller, unknown());
  await setCompany(acrossCompanies(installation.orm), seller.taxId, { received: { awareness: 'AUTOMATIC' } });
  await setCompany(acrossCompanies(installation.orm), seller.taxId, { phone: '1144445555' });
  expect((await aware([row])).events.size).toBe(1);
  await acrossCompanies(installation.orm).nativeDelete(DocumentEvent, { receivedDocument: row.id });
});

/** The actors that are woken once the transaction of these notes has committed. */
async function aware(rows: ReceivedDocument[]): Promise<WakeList> {
  const left: WakeList = {
    endpoints: new Set(),
    mailing: new Set(),
    events: new Set(),
    replaced: new Set(),
    ended: [],
  };
  const keep = async ({ events }: WakeList) => events.forEach((id) => left.events.add(id));
  const ids = rows.map(({ id }) => id);
  await inTransaction(acrossCompanies(installation.parts.orm), keep, (tx) => takeAwareness(tx, ids));
  return left;
}

function eventsOf({ id }: ReceivedDocument): Promise<DocumentEvent[]> {
  return acrossCompanies(installation.orm).find(DocumentEvent, { receivedDocument: id });
}

/** A note that the authority does not have. */
function unknown() {
  const number = String(Math.floor(Math.random() * 1e9)).padStart(9, '0');
  return { accessKey: `3526111122233300018155001${number}1${number.slice(0, 8)}0` };
}
