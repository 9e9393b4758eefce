import type { Orm } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import { inCompany } from '../in-company.ts';
import type { DocumentInFull } from './find-document.ts';

/** A note of the company that is shown beside another one. */
export type LinkedNote = Pick<Document, 'id' | 'type' | 'series' | 'number' | 'status'>;

/** The note that a note replaces or will replace, and the one that replaced it; null where there is none here. */
export type LinkedNotes = { replaces: LinkedNote | null; replacedBy: LinkedNote | null };

/** The notes that a note replaces and is replaced by. It costs no query for a note that names none, as almost all do. */
export async function findLinkedNotes(
  orm: Orm,
  { document, payload, events }: Pick<DocumentInFull, 'document' | 'payload' | 'events'>,
): Promise<LinkedNotes> {
  const { company, environment } = document;
  const replaced = payload.type === 'NFSE' ? payload.replaces?.documentId : null;
  const substituteKey = events.flatMap((each) => {
    return each.kind === 'own' && each.event.status !== 'REJECTED' ? [each.event.substituteKey ?? null] : [];
  });
  const [key = null] = substituteKey.filter((each) => each !== null);
  if (!replaced && !key) return { replaces: null, replacedBy: null };
  return inCompany(orm, company, async (em) => ({
    replaces: replaced ? await em.findOne(Document, { id: replaced, company }) : null,
    replacedBy: key ? await em.findOne(Document, { accessKey: key, company, environment }) : null,
  }));
}
