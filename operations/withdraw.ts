import type { Orm } from '../config/orm.ts';
import { DocumentEvent } from '../domain/documents/events/document-event.entity.ts';
import { Inutilization } from '../domain/inutilizations/inutilization.entity.ts';
import type { ActingCompany } from './acting-company.ts';
import { inCompany } from './in-company.ts';

/** Why something was withdrawn, in its row and to whoever asked for it. */
export const neverSent = 'A fila de processamento estava indisponível; nada foi enviado à SEFAZ.';

/** One attempt at what stands in a row. */
type Attempt = { id: string; attempt: number };

/**
 * The queue did not say that it took an event: it is withdrawn, unless a workflow got the message all the same and has claimed it. Whether
 * it was withdrawn.
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

/** The same of a range of numbers that was reserved. */
export function withdrawInutilization(orm: Orm, company: ActingCompany, { id, attempt }: Attempt): Promise<boolean> {
  return inCompany(
    orm,
    company.id,
    async (em) =>
      (await em.nativeUpdate(Inutilization, Inutilization.unclaimed(id, attempt), Inutilization.withdrawn(neverSent))) >
      0,
  );
}
