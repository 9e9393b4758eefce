import type { Orm } from '../config/orm.ts';
import { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../domain/inutilizations/inutilization.entity.ts';
import type { ActingCompany } from './acting-company.ts';
import { inCompany } from './in-company.ts';

/** The reason of a withdrawal, in the row and in the response. */
export const neverSent = 'A fila de processamento estava indisponível; nada foi enviado à SEFAZ.';

/** One attempt of an event or a range. */
type Attempt = { id: string; attempt: number };

/**
 * Withdraws an event whose start the queue did not confirm, unless a workflow got the message all the same and has claimed it. Returns
 * whether it was withdrawn.
 */
export function withdrawEvent(orm: Orm, company: ActingCompany, { id, attempt }: Attempt): Promise<boolean> {
  return inCompany(
    orm,
    company.id,
    async (em) =>
      (await em.nativeUpdate(DocumentEvent, DocumentEvent.unclaimed(id, attempt), DocumentEvent.withdrawn(neverSent))) >
      0,
  );
}

/** The same for a range of numbers that was reserved. */
export function withdrawInutilization(orm: Orm, company: ActingCompany, { id, attempt }: Attempt): Promise<boolean> {
  return inCompany(
    orm,
    company.id,
    async (em) =>
      (await em.nativeUpdate(Inutilization, Inutilization.unclaimed(id, attempt), Inutilization.withdrawn(neverSent))) >
      0,
  );
}
