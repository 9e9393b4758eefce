import type { EntityManager } from '../../config/orm.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';

/** The last manifestation that was asked for here of each of some received notes. `em` sees one company (`inCompany`). */
export async function lastAnswers(em: EntityManager, noteIds: readonly string[]): Promise<Map<string, DocumentEvent>> {
  if (noteIds.length === 0) return new Map();
  const events = await em.find(
    DocumentEvent,
    { receivedDocument: { $in: [...noteIds] }, type: 'MANIFESTATION' },
    { orderBy: { updatedAt: 'asc', id: 'asc' } },
  );
  return new Map(events.flatMap((event) => (event.receivedDocument ? [[event.receivedDocument, event]] : [])));
}
