import type { EntityManager } from '../../../config/orm.ts';
import { type DocumentEventType, eventCodeOf } from '../../../domain/document-types.ts';
import { DocumentEvent } from '../../../domain/documents/document-event.entity.ts';
import type { Document } from '../../../domain/documents/document.entity.ts';
import { eventSubject } from '../../../domain/documents/event-subject.ts';
import { refuseInsistence } from '../../requests/refuse-insistence.ts';

/** What is said in an event, of the columns that its type has. */
export type EventContent = Partial<Pick<DocumentEvent, 'justification' | 'substituteKey' | 'correction' | 'delivery'>>;

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
    await refuseInsistence(em, eventSubject(refused, document), refused);
    return em.assign(refused, { ...fresh(), ...content, attempt: refused.attempt + 1 });
  }
  return em.create(DocumentEvent, {
    company: document.company,
    document: document.id,
    type,
    code: eventCodeOf(document.type, type),
    sequence,
    ...fresh(),
    ...content,
  });
}

function fresh() {
  const nothing = { claimedAt: null, signedXml: null, procXml: null, cStat: null, reason: null, protocol: null };
  return { ...nothing, status: 'PENDING', occurredAt: new Date() } as const;
}
