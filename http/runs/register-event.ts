import type { Client } from '@temporalio/client';
import type { Orm } from '../../config/orm.ts';
import type { EventEnd } from '../../domain/conversation/progress.ts';
import type { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { titleOfEvent } from '../../domain/documents/events/event.ts';
import type { RefusalCode } from '../../domain/errors.ts';
import type { ActingCompany } from '../../operations/acting.ts';
import { findEvent } from '../../operations/documents/find-document.ts';
import type { CommittedEvent } from '../../operations/documents/take-event.ts';
import { inCompany } from '../../operations/in-company.ts';
import { withdrawEvent } from '../../operations/withdraw.ts';
import { awaitFiscalEvent, startFiscalEvent } from '../../temporal/start.ts';
import { endOfPatience, patienceIsOver, runRefusal, startAndAwait } from './await-run.ts';

/** What registering needs; requests wait for the authority for `patienceMs`, or the usual time. */
export type EventParts = { orm: Orm; temporal: Client; patienceMs?: number };

/**
 * Registers one event of a document at the authority and waits for it, as every synchronous operation does. Once committed, the event goes on without
 * the request.
 *
 * @param take asks for the event: called once, and again after each earlier event that had to end first
 * @param refusedAs the code of a refusal by the authority, where it is not `authority_rejected`
 * @throws DomainError `authority_rejected`, `authority_unavailable` when it takes too long, whatever `take` throws
 */
export async function registerEvent(
  parts: EventParts,
  company: ActingCompany,
  take: () => Promise<CommittedEvent>,
  refusedAs?: RefusalCode,
): Promise<DocumentEvent> {
  const until = endOfPatience(parts);
  for (;;) {
    const taken = await take();
    const isRegistered = taken.event.status === 'REGISTERED';
    const end = isRegistered ? null : await endOf(parts, company, taken, until);
    if (!taken.isOwn && end) continue;
    if (end?.status === 'REJECTED') {
      throw runRefusal(taken.authority, end, { code: refusedAs, tpEvento: taken.event.code });
    }
    const event = await inCompany(parts.orm, company.id, (em) => findEvent(em, taken.event.id));
    if (isRegistered || end) return event;
    const next = taken.isOwn ? goesOn : isInTheWay;
    throw patienceIsOver(taken.authority, titleOfEvent(event), event.reason, next);
  }
}

/** Starts the event, or finds it under way, and waits for its end; null when it has not ended by then. */
function endOf(
  { orm, temporal }: EventParts,
  company: ActingCompany,
  { event, accessKey }: CommittedEvent,
  until: number,
): Promise<EventEnd | null> {
  const { id, attempt } = event;
  const start = { eventId: id, attempt, companyTaxId: company.taxId, accessKey, title: titleOfEvent(event) };
  const run = {
    start: () => startFiscalEvent(temporal, start),
    withdraw: () => withdrawEvent(orm, company, { id, attempt }),
    end: (patience: number) => awaitFiscalEvent(temporal, start, patience),
  };
  return startAndAwait(run, until);
}

const goesOn = 'O pedido segue em segundo plano: consulte o documento ou tente de novo.';
const isInTheWay = 'Este pedido espera por aquele, e dele nada foi enviado: tente de novo em instantes.';
