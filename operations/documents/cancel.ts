import { validate as isUuid } from 'uuid';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Document } from '../../domain/documents/document.entity.ts';
import {
  type NewCancellation,
  cancellationTypes,
  nextCancellation,
  reasonCodeOf,
  substituteKeyOf,
} from '../../domain/documents/events/cancellations.ts';
import { DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { deliveryReceiptsIn, deliveryReceiptStands } from './delivery-receipts.ts';
import { type CommittedEvent, type EventToRegister, nextEventToRegister, takeRequestedEvent } from './take-event.ts';

/** A request for a cancellation: `reason` is a code, and `substituteId` the id of the document that took its place. */
export type CancellationRequest = { justification: string; reason: string | null; substituteId: string | null };

/**
 * Requests the cancellation of a document, of which there is one at most: creates it, joins it while it is under way, or tries it again after a
 * refusal.
 *
 * @throws NotFound
 * @throws DomainError `validation_error`, `invalid_state`, `invalid_substitute`, `delivery_receipt_registered`
 * @throws AuthorityRejected
 */
export function cancelDocument(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  { justification, ...asked }: CancellationRequest,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, async (em, document) => {
    const reasonCode = reasonCodeOf(document.type, asked);
    const way = await wayOf(em, document, asked.substituteId);
    return cancellation(em, { company, document }, { ...way, justification, reasonCode });
  });
}

/** The type of cancellation that is requested. @throws DomainError where the document does not allow it */
async function wayOf(
  em: EntityManager,
  document: Document,
  substituteId: string | null,
): Promise<Pick<NewCancellation, 'type' | 'substituteKey'>> {
  if (document.status !== 'AUTHORIZED') {
    const message = `Só um documento AUTHORIZED pode ser cancelado; este está ${document.status}.`;
    throw new DomainError('invalid_state', message);
  }
  if (substituteId === null) return { type: 'CANCELLATION', substituteKey: null };
  const substitute = isUuid(substituteId) ? await em.findOne(Document, { id: substituteId }) : null;
  return { type: 'CANCELLATION_BY_SUBSTITUTION', substituteKey: substituteKeyOf(document, substitute) };
}

async function cancellation(
  em: EntityManager,
  of: { company: ActingCompany; document: Document },
  asked: NewCancellation,
): Promise<EventToRegister> {
  const { document } = of;
  const receipts = await deliveryReceiptsIn(em, document);
  if (receipts.pending) return { event: receipts.pending, isOwn: false };
  if (receipts.standing) throw deliveryReceiptStands();
  const known = await em.find(DocumentEvent, { document: document.id, type: { $in: cancellationTypes } });
  const next = nextCancellation(known, asked);
  if (next.kind !== 'make') return { event: next.event, isOwn: next.kind === 'find' };
  const { type, ...content } = asked;
  return {
    event: await takeRequestedEvent(em, of, { type, sequence: 1, refused: next.refused }, content),
    isOwn: true,
  };
}
