import { Context } from '@temporalio/activity';
import type { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../domain/documents/events/event.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { inTransaction, type Transaction, type WakeList } from '../operations/outbox.ts';
import { ownerLabel } from '../operations/webhooks/endpoints.ts';
import {
  type EndpointStart,
  type FiscalEventStart,
  type MailingStart,
  type ReplacedStart,
  startFiscalEvent,
  startReplaced,
  wakeEndpoint,
  wakeMails,
} from '../temporal/start.ts';
import { joinedSubject } from './fiscal-event/event-attempt.ts';
import type { Parts } from './parts.ts';

type Waking = Pick<Parts, 'orm' | 'logger' | 'metrics'>;

/** Runs `work` in one transaction across companies. After the commit it wakes the actors that have work because of it. */
export function transactAndWake<Result>(parts: Waking, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction(acrossCompanies(parts.orm), (waiting) => wakeActors(parts, waiting), work);
}

/**
 * Counts what ended in a transaction, and wakes the actors that have work because of it. Never rejects: the transaction is committed, and
 * reconciliation finds what was not woken.
 */
export async function wakeActors(
  parts: Waking,
  { endpoints, mailing, events, replaced, ended }: WakeList,
): Promise<void> {
  for (const end of ended) parts.metrics.ended(end);
  if (endpoints.size > 0) await wakeEndpoints(parts, [...endpoints]);
  if (mailing.size > 0) await wakeMailing(parts, [...mailing]);
  if (events.size > 0) await startEvents(parts, [...events]);
  if (replaced.size > 0) await wakeReplaced(parts, [...replaced]);
}

/**
 * Wakes the actors of endpoints, once for however many events are waiting: where `wokenAt` is set, a signal was sent already. Never rejects,
 * because the events are committed: a failure causes a delay and a line in the log, and reconciliation finds what is due.
 */
async function wakeEndpoints({ orm, logger }: Waking, endpointIds: string[]): Promise<void> {
  try {
    const asleep = await orm.em.fork().execute<EndpointStart[]>(
      `update webhook_endpoint e set woken_at = now() where e.id in (?) and e.woken_at is null
       returning e.id as "endpointId", ${ownerLabel} as "ownerLabel"`,
      [endpointIds],
    );
    const { client } = Context.current();
    await Promise.all(asleep.map((endpoint) => wakeEndpoint(client, endpoint)));
  } catch (error) {
    logger.warn('the actors of webhooks could not be woken', { endpointIds, error });
  }
}

/** Wakes the actors that mail documents of companies, once for however many mails are waiting. Never rejects, as `wakeEndpoints`. */
async function wakeMailing({ orm, logger }: Waking, companyIds: string[]): Promise<void> {
  try {
    const asleep = await orm.em.fork().execute<MailingStart[]>(
      `with asleep as (
         insert into mail_turn (company_id, woken_at) select id, now() from company where id in (?)
         on conflict (company_id) do update set woken_at = now() where mail_turn.woken_at is null
         returning company_id
       )
       select c.id as "companyId", c.tax_id as "companyTaxId" from asleep join company c on c.id = asleep.company_id`,
      [companyIds],
    );
    const { client } = Context.current();
    await Promise.all(asleep.map((start) => wakeMails(client, start)));
  } catch (error) {
    logger.warn('the actors of mails could not be woken', { companyIds, error });
  }
}

type EventStart = Omit<FiscalEventStart, 'title'> & Pick<DocumentEvent, 'type' | 'code'>;

/** Starts the runs of events that no request waits for: those that the authority makes itself, or that Lavra creates unasked. */
async function startEvents({ orm, logger }: Waking, eventIds: string[]): Promise<void> {
  try {
    const starts = await orm.em.fork().execute<EventStart[]>(
      `select e.id as "eventId", e.attempt, e.type, e.code, c.tax_id as "companyTaxId", s.access_key as "accessKey"
       from document_event e ${joinedSubject}
       where e.id in (?)`,
      [eventIds],
    );
    const { client } = Context.current();
    await Promise.all(
      starts.map(({ type, code, ...start }) =>
        startFiscalEvent(client, { ...start, title: titleOfEvent({ type, code }) }),
      ),
    );
  } catch (error) {
    logger.warn('the runs of events could not be started', { eventIds, error });
  }
}

/** Starts the runs of notes that others replaced; those under way are signalled that something has changed for them. */
async function wakeReplaced({ orm, logger }: Waking, ids: string[]): Promise<void> {
  try {
    const starts = await orm.em.fork().execute<ReplacedStart[]>(`${replacedStarts()} where n.id in (?)`, [ids]);
    const { client } = Context.current();
    await Promise.all(starts.map((start) => startReplaced(client, start)));
  } catch (error) {
    logger.warn('the runs of replaced notes could not be told', { ids, error });
  }
}

/** SQL that reads the input for the runs of replaced notes `n`, and `further` columns; the caller appends the conditions. */
export const replacedStarts = (further = ''): string => `
  select n.id as "replacedId", c.tax_id as "companyTaxId", coalesce(d.access_key, '') as "accessKey"${further}
  from replaced_note n join document d on d.id = n.document_id join company c on c.id = n.company_id`;
