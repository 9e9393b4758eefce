import { LockMode } from '@mikro-orm/core';
import type { Response } from 'express';
import { type EntityManager, inCompany } from '../../../config/orm.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import type { EventEnd } from '../../../domain/emission/progress.ts';
import { awaitFiscalEvent, type FiscalEventStart, startFiscalEvent } from '../../../temporal/start.ts';
import { type Caller, callerOf } from '../../locals.ts';
import type { ApiParts } from '../../parts.ts';
import { titleOf } from '../../views/document-event.ts';
import { endOfPatience, neverSent, refusal, toItsEnd, unanswered } from '../to-its-end.ts';
import { findDocument } from './find-document.ts';

/** Whose turn it is at a document: an event of the request's own, or an earlier one that must have ended first. */
export type Turn = { event: DocumentEvent; isOwn: boolean };

/** What a request wants registered: called with the document's row locked, and again after each earlier event that ended. */
export type Take = (em: EntityManager, document: Document) => Promise<Turn>;

/**
 * Registers one event of a document at the authority, and waits for it: the one way of every synchronous operation. What stands in the rows
 * goes on without the request.
 *
 * @throws DomainError `authority_rejected`, `authority_unavailable` when patience is over, whatever `take` throws
 */
export async function registerEvent(parts: ApiParts, res: Response, id: string, take: Take): Promise<DocumentEvent> {
  const caller = callerOf(res);
  const until = endOfPatience(parts);
  for (;;) {
    const { start, isOwn, isRegistered } = await takeTurn(parts, caller, id, take);
    res.locals.documentId = id;
    const end = isRegistered ? null : await endOf(parts, caller.companyId, start, until);
    if (!isOwn && end) continue;
    if (end?.status === 'REJECTED') throw refusal(end);
    const { eventId } = start;
    const event = await inCompany(parts.orm, caller.companyId, (em) =>
      em.findOneOrFail(DocumentEvent, { id: eventId }),
    );
    if (!isRegistered && !end) throw unanswered(start.title, event.reason, isOwn ? goesOn : isInTheWay);
    return event;
  }
}

function takeTurn({ orm }: ApiParts, { companyId, company }: Caller, id: string, take: Take) {
  return inCompany(orm, companyId, async (em) => {
    const document = await findDocument(em, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { event, isOwn } = await take(em, document);
    const start: FiscalEventStart = {
      eventId: event.id,
      attempt: event.attempt,
      companyTaxId: company.taxId,
      accessKey: document.accessKey ?? '',
      title: titleOf(event.type),
    };
    return { start, isOwn, isRegistered: event.status === 'REGISTERED' };
  });
}

/** Starts the event, or finds it under way, and waits for its end; null when there is none by then. */
function endOf(
  { orm, temporal }: ApiParts,
  companyId: string,
  start: FiscalEventStart,
  until: number,
): Promise<EventEnd | null> {
  const run = {
    start: () => startFiscalEvent(temporal, start),
    withdraw: () => inCompany(orm, companyId, (em) => isWithdrawn(em, start)),
    end: (patience: number) => awaitFiscalEvent(temporal, start, patience),
  };
  return toItsEnd(run, until);
}

const goesOn = 'O pedido segue em segundo plano: consulte o documento ou tente de novo.';
const isInTheWay = 'Este pedido espera por aquele, e dele nada foi enviado: tente de novo em instantes.';

/**
 * The queue did not say that it took the event: it is withdrawn, unless a workflow got the message all the same and has claimed it. Whether
 * it was withdrawn.
 */
async function isWithdrawn(em: EntityManager, { eventId, attempt }: FiscalEventStart): Promise<boolean> {
  const unclaimed = DocumentEvent.unclaimed(eventId, attempt);
  return (await em.nativeUpdate(DocumentEvent, unclaimed, DocumentEvent.withdrawn(neverSent))) > 0;
}
