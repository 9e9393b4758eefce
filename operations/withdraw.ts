import type { Orm } from '../config/orm.ts';
import { unclaimedAttempt, withdrawn } from '../domain/conversation/attempt-columns.ts';
import { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../domain/documents/inutilization.entity.ts';
import type { ActingCompany } from './acting.ts';
import { recordFor } from './audit/record.ts';
import { inCompany } from './in-company.ts';

/** The reason of a withdrawal, in the row and in the response. */
export const neverSent = 'A fila de processamento estava indisponível; nada foi enviado à SEFAZ.';

/** One attempt of an event or a range. */
type Attempt = { id: string; attempt: number };

/**
 * Withdraws an event whose start Temporal did not confirm, unless a workflow got the message all the same and has claimed it.
 *
 * @returns whether it was withdrawn
 */
export function withdrawEvent(
  orm: Orm,
  company: Pick<ActingCompany, 'id' | 'actor'>,
  { id, attempt }: Attempt,
): Promise<boolean> {
  return inCompany(orm, company.id, async (em) => {
    if ((await em.nativeUpdate(DocumentEvent, unclaimedAttempt(id, attempt), withdrawn(neverSent))) === 0) return false;
    const { document, receivedDocument = null } = await em.findOneOrFail(DocumentEvent, { id });
    recordFor(em, company, 'REQUEST_WITHDRAWN', document ?? receivedDocument, { event: id });
    return true;
  });
}

/** Withdraws a reserved range of numbers, as `withdrawEvent` does an event. */
export function withdrawInutilization(orm: Orm, company: ActingCompany, { id, attempt }: Attempt): Promise<boolean> {
  return inCompany(orm, company.id, async (em) => {
    if ((await em.nativeUpdate(Inutilization, unclaimedAttempt(id, attempt), withdrawn(neverSent))) === 0) return false;
    recordFor(em, company, 'REQUEST_WITHDRAWN', id);
    return true;
  });
}
