import type { EntityManager } from '../config/orm.ts';
import type { Closing } from '../domain/closings/closing.entity.ts';
import type { EndedMatter } from '../domain/conversation/progress.ts';
import type { Document } from '../domain/documents/document.entity.ts';
import type { Inutilization } from '../domain/documents/inutilization.entity.ts';
import {
  type ClosingEventName,
  type CommonEventName,
  type DocumentSubscription,
  newEventId,
  type NoticeName,
  type OfficeEventName,
} from '../domain/webhooks/event-types.ts';
import { closingData, eventData, inutilizationData } from '../domain/webhooks/payloads.ts';
import { logFields } from '../telemetry/log-fields.ts';
import { traceparent } from '../telemetry/spans.ts';
import { mailsOfEvent, mailsOwed } from './mails/owed.ts';

/**
 * What is to be done once a transaction has committed. The ids are those of endpoints with something to deliver, companies with mails to send,
 * events whose runs have to start, and replaced notes for which something has changed; `ended` is for the metrics.
 */
export type WakeList = {
  endpoints: Set<string>;
  mailing: Set<string>;
  events: Set<string>;
  replaced: Set<string>;
  ended: EndedMatter[];
};

/** An empty list. */
export function newWakeList(): WakeList {
  return { endpoints: new Set(), mailing: new Set(), events: new Set(), replaced: new Set(), ended: [] };
}

/** A transaction, with the list of what is to be done after its commit. */
export type Transaction = WakeList & { em: EntityManager };

/** Wakes the actors, and counts what ended. Must not reject: the work is committed. */
export type Wake = (waiting: WakeList) => Promise<void>;

/** Runs `work` in one transaction, then wakes the actors on its list. */
export async function inTransaction<Result>(
  em: EntityManager,
  wake: Wake,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const waiting = newWakeList();
  const result = await em.transactional((inside) => work({ em: inside, ...waiting }));
  const { endpoints, mailing, events, replaced, ended } = waiting;
  if (endpoints.size + mailing.size + events.size + replaced.size + ended.length > 0) await wake(waiting);
  return result;
}

/**
 * Writes the event about a document, and one pending delivery for each endpoint that subscribes to it, in the transaction that makes it happen
 * (invariant 4): endpoints of the company, and of the office that is linked to it at that moment. Where the company mails its documents, the mails
 * are written, too.
 */
export function recordEvent(tx: Transaction, type: DocumentSubscription, document: Document): Promise<void> {
  const { company, id: documentId } = document;
  tx.ended.push(endOf(document));
  return record(tx, { company, documentId, type, data: eventData(type, document) });
}

/** The end of a document, as its last change left it, for the metrics. */
function endOf({ type, environment, status, isDenied, cStat, issueDateTime }: Document): EndedMatter {
  const outcome =
    status === 'AUTHORIZED' ? 'authorized' : status === 'CANCELLED' ? 'cancelled' : isDenied ? 'denied' : 'rejected';
  const seconds = outcome === 'authorized' ? (Date.now() - issueDateTime.getTime()) / 1000 : null;
  return { what: 'document', type, environment, outcome, cStat: cStat ?? null, seconds };
}

/** Writes the event that a range of numbers was inutilized, for webhooks. */
export function recordInutilized(tx: Transaction, range: Inutilization): Promise<void> {
  const data = inutilizationData(range);
  return record(tx, { company: range.company, documentId: null, type: 'DOCUMENT_INUTILIZED', data });
}

/**
 * As `recordEvent`, for an event that concerns one office: only its endpoints are told, whatever portfolio the company is in by now. Where none
 * listens, nothing is written.
 *
 * @param namedOnly whether endpoints without `events` are left out
 * @returns the endpoints whose actors have to be woken
 */
export async function recordForOffice(
  em: EntityManager,
  { type, company, office, data }: OfficeHappening,
  { namedOnly = false } = {},
): Promise<string[]> {
  const values = [newEventId(), company, type, JSON.stringify(data), office, type, namedOnly, office, namedOnly];
  const listening = await em.execute<{ id: string }[]>(officeEventAndDeliveries, values);
  return listening.map(({ id }) => id);
}

/**
 * Writes events about something that needs attention, and one pending delivery for each endpoint that names this type: of the company, and of the
 * office that is linked to it at that moment. Where none names it, nothing is written.
 */
export async function recordNotices(
  { em, endpoints }: Transaction,
  type: NoticeName,
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({ id: newEventId(), ...notice }));
  const listening = await em.execute<{ id: string }[]>(noticesAndDeliveries, [type, JSON.stringify(rows), type]);
  for (const { id } of listening) endpoints.add(id);
}

/** Something that needs attention; `document` is null where it is about none. */
export type Notice = { company: string; document: string | null; data: Record<string, unknown> };

type OfficeHappening = {
  type: OfficeEventName | ClosingEventName;
  company: string;
  office: string;
  data: Record<string, unknown>;
};
type Happening = { company: string; documentId: string | null; type: CommonEventName; data: Record<string, unknown> };

/** Creates the mails about a registered correction letter. @param sequence number of the letter */
export async function recordLetter(tx: Transaction, document: Document, sequence: number): Promise<void> {
  const owed = await tx.em.execute<object[]>(mailsOfEvent, [sequence, document.id]);
  if (owed.length > 0) tx.mailing.add(document.company);
}

async function record(tx: Transaction, { company, documentId, type, data }: Happening): Promise<void> {
  const values = [
    newEventId(),
    company,
    type,
    documentId,
    JSON.stringify(data),
    logFields().requestId ?? null,
    traceparent(),
  ];
  const left = await tx.em.execute<{ id: string; waits: 'endpoint' | 'mail' }[]>(eventAndDeliveries, values);
  for (const { id, waits } of left) (waits === 'mail' ? tx.mailing : tx.endpoints).add(id);
}

/**
 * SQL of the endpoints of the office that has a company in its portfolio now; a suspended office gets nothing new.
 *
 * @param company SQL of the company's id
 */
export const endpointsOfOffice = (company: string): string => `
    select e.id, e.office_id, e.events
    from office_link link
      join office on office.id = link.office_id and office.suspended_at is null
      join webhook_endpoint e on e.office_id = link.office_id and e.is_active
    where link.company_id = ${company} and link.status = 'ACTIVE'`;

/** As `endpointsOfOffice`, and the endpoints of the company itself. */
const ofEither = (company: string) => `
    select e.id, e.office_id, e.events from webhook_endpoint e where e.company_id = ${company} and e.is_active
    union all
    ${endpointsOfOffice(company)}`;

/** SQL that creates the deliveries of what `happened` to each `endpoint`; the caller appends `from` and the conditions. */
export const insertDeliveries = `
  insert into webhook_delivery
    (id, company_id, office_id, endpoint_id, event_id, status, attempts, next_attempt_at, created_at)
  select gen_random_uuid(), happened.company_id, endpoint.office_id, endpoint.id, happened.id, 'PENDING', 0,
    clock_timestamp(), clock_timestamp()`;

const subscribes = `endpoint.events = '{}' or happened.type = any(endpoint.events)`;

const eventAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, document_id, data, request_id, traceparent, created_at)
    values (?, ?, ?, ?, ?::jsonb, ?, ?, clock_timestamp())
    returning id, company_id, type, document_id
  ), delivered as (
    ${insertDeliveries}
    from happened cross join lateral (${ofEither('happened.company_id')}) endpoint
    where ${subscribes}
    returning endpoint_id
  ), mailed as (
    ${mailsOwed}
  )
  select endpoint_id as id, 'endpoint' as waits from delivered
  union all
  select company_id, 'mail' from mailed`;

/** SQL: whether an active endpoint of the company, or of its office, names a type. */
export const isNamedBy = (company: string, type: NoticeName): string =>
  `exists (select from (${ofEither(company)}) e where '${type}' = any(e.events))`;

const noticesAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, document_id, data, created_at)
    select notice.id, notice.company, ?, notice.document, notice.data, clock_timestamp()
    from jsonb_to_recordset(?::jsonb) as notice (id text, company uuid, document uuid, data jsonb)
    where exists (select from (${ofEither('notice.company')}) e where ? = any(e.events))
    returning id, company_id, type
  )
  ${insertDeliveries}
  from happened cross join lateral (${ofEither('happened.company_id')}) endpoint
  where happened.type = any(endpoint.events)
  returning endpoint_id as id`;

/** SQL: whether an endpoint listens to a type: it names the type, or it names none and the type need not be named. */
const listens = (type: string) =>
  `endpoint.is_active and (${type} = any(endpoint.events) or (endpoint.events = '{}' and not ?::boolean))`;

const officeEventAndDeliveries = `
  with happened as (
    insert into event (id, company_id, type, data, created_at)
    select ?, ?::uuid, ?, ?::jsonb, clock_timestamp()
    where exists (select from webhook_endpoint endpoint where endpoint.office_id = ? and ${listens('?')})
    returning id, company_id, type
  )
  ${insertDeliveries}
  from happened join webhook_endpoint endpoint on endpoint.office_id = ? and ${listens('happened.type')}
  returning endpoint_id as id`;

/**
 * Writes the event that a closing has ended, and one pending delivery for each endpoint of its office that names this end, in the transaction that
 * ends it (invariant 4). An endpoint without `events` gets no events about closings; where none listens, nothing is written.
 *
 * @param closing COMPLETED or FAILED, as this transaction leaves it
 * @returns the endpoints whose actors have to be woken
 */
export async function recordClosed(em: EntityManager, closing: Closing): Promise<string[]> {
  const type: ClosingEventName = closing.status === 'COMPLETED' ? 'CLOSING_COMPLETED' : 'CLOSING_FAILED';
  const { company, office } = closing;
  return recordForOffice(em, { type, company, office, data: closingData(closing) }, { namedOnly: true });
}
