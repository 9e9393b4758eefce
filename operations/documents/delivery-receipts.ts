import type { EntityManager, Orm } from '../../config/orm.ts';
import { canHave } from '../../domain/document-types.ts';
import type { Document } from '../../domain/documents/document.entity.ts';
import {
  deliveryReceiptsOf,
  deliveryReceiptTypes,
  proofHash,
  type ProofType,
} from '../../domain/documents/events/delivery-receipts.ts';
import { DeliveryProof, DocumentEvent } from '../../domain/documents/events/document-event.entity.ts';
import { DomainError, NotFound } from '../../domain/errors.ts';
import type { ActingCompany } from '../acting.ts';
import { type CommittedEvent, type EventToRegister, nextEventToRegister, takeRequestedEvent } from './take-event.ts';

/** The content of a delivery receipt, and its proof, both as base64 as it was sent and as a file. */
export type NewDeliveryReceipt = {
  deliveredAt: string;
  receiverName: string;
  receiverDocument: string;
  contentType: ProofType;
  base64: string;
  content: Buffer;
};

/** How many sequences the layout has (leiauteEventoEntregaNFe 1.00). */
const mostReceipts = 20;

/**
 * Requests the delivery receipt of a document: finds the same one where it is under way or registered, or creates one where there is none.
 *
 * @throws NotFound
 * @throws DomainError `invalid_state`, `unsupported_document_type`, `delivery_receipt_registered`, `limit_reached`
 * @throws AuthorityRejected
 */
export function registerDeliveryReceipt(
  orm: Orm,
  company: ActingCompany,
  documentId: string,
  asked: NewDeliveryReceipt,
): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, (em, document) => receipt(em, { company, document }, asked));
}

/**
 * Requests the removal of the registered receipt, or joins the removal that is under way.
 *
 * @throws NotFound also where no receipt is registered
 * @throws DomainError `invalid_state`, `unsupported_document_type`
 * @throws AuthorityRejected
 */
export function removeDeliveryReceipt(orm: Orm, company: ActingCompany, documentId: string): Promise<CommittedEvent> {
  return nextEventToRegister(orm, company, documentId, (em, document) => removal(em, { company, document }));
}

/** All receipts and removals of a document. */
export async function deliveryReceiptsIn(em: EntityManager, document: Document) {
  return deliveryReceiptsOf(
    await em.find(DocumentEvent, { document: document.id, type: { $in: deliveryReceiptTypes } }),
  );
}

/** The error for a document that has a registered receipt. */
export function deliveryReceiptStands(): DomainError {
  const message =
    'Há um comprovante de entrega registrado para esta NF-e. Remova-o antes com DELETE /v1/fiscal-documents/{id}/delivery-receipt.';
  return new DomainError('delivery_receipt_registered', message);
}

/** A document, and the company with the actor who asks. */
type ReceiptPlace = { company: ActingCompany; document: Document };

async function receipt(em: EntityManager, of: ReceiptPlace, asked: NewDeliveryReceipt): Promise<EventToRegister> {
  const { document } = of;
  checkDeliverable(document);
  const { base64, content, ...said } = asked;
  const delivery = { ...said, proofHash: proofHash(document.accessKey ?? '', base64) };
  const { pending, standing, next } = await deliveryReceiptsIn(em, document);
  if (pending) return { event: pending, isOwn: isSame(pending.delivery, delivery) };
  if (standing && isSame(standing.delivery, delivery)) return { event: standing, isOwn: true };
  if (standing) throw deliveryReceiptStands();
  if (next.sequence > mostReceipts) {
    const message = `Esta NF-e já teve ${mostReceipts} comprovantes de entrega, o máximo que a SEFAZ aceita.`;
    throw new DomainError('limit_reached', message);
  }
  const event = await takeRequestedEvent(em, of, { ...next, type: 'DELIVERY_RECEIPT' }, { delivery });
  const kept = next.refused && (await em.findOne(DeliveryProof, { event: event.id }));
  if (kept) kept.content = content;
  else em.create(DeliveryProof, { event: event.id, company: document.company, content });
  return { event, isOwn: true };
}

async function removal(em: EntityManager, of: ReceiptPlace): Promise<EventToRegister> {
  const { document } = of;
  checkDeliverable(document);
  const { pending, standing, refusedRemoval } = await deliveryReceiptsIn(em, document);
  const type = 'DELIVERY_RECEIPT_REMOVAL';
  if (pending) return { event: pending, isOwn: pending.type === type };
  if (!standing) throw new NotFound('deliveryReceipt');
  const { sequence } = standing;
  return { event: await takeRequestedEvent(em, of, { type, sequence, refused: refusedRemoval }, {}), isOwn: true };
}

function checkDeliverable({ type, status }: Document): void {
  if (!canHave(type, 'DELIVERY_RECEIPT')) {
    const message = 'Comprovante de entrega só existe para NF-e (modelo 55).';
    throw new DomainError('unsupported_document_type', message);
  }
  if (status !== 'AUTHORIZED') {
    const message = `Só uma NF-e AUTHORIZED tem comprovante de entrega; esta está ${status}.`;
    throw new DomainError('invalid_state', message);
  }
}

function isSame(known: DocumentEvent['delivery'], asked: NonNullable<DocumentEvent['delivery']>): boolean {
  return (
    known?.proofHash === asked.proofHash &&
    known.deliveredAt === asked.deliveredAt &&
    known.receiverName === asked.receiverName &&
    known.receiverDocument === asked.receiverDocument
  );
}
