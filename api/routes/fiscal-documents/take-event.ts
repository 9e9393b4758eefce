import type { EntityManager } from '../../../config/orm.ts';
import {
  DocumentEvent,
  type DocumentEventType,
  type EventContent,
  eventCodeOf,
} from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { idOfEvent } from '../../../domain/documents/event-subject.ts';
import { refuseInsistence } from '../../requests/refuse-insistence.ts';

/**
 * Makes an event of a document, or of `refused` its next attempt, in place of what the authority did not take. For holders of the document's
 * lock: sequences are given out under it.
 *
 * @throws AuthorityRejected where the authority refused the same again and again
 */
export async function takeEvent(
  em: EntityManager,
  document: Document,
  { type, sequence, refused }: { type: DocumentEventType; sequence: number; refused: DocumentEvent | undefined },
  content: EventContent,
): Promise<DocumentEvent> {
  if (refused) {
    await refuseInsistence(em, idOfEvent(refused, document), refused);
    refused.tryAgain(content);
    return refused;
  }
  return em.create(DocumentEvent, {
    company: document.company,
    document: document.id,
    type,
    code: eventCodeOf[type],
    sequence,
    occurredAt: new Date(),
    ...content,
  });
}
