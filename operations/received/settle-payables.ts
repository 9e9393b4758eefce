import type { EntityManager } from '../../config/orm.ts';
import { Payable } from '../../domain/payables/payable.entity.ts';

/**
 * Gives the payables of received notes the status that follows from the notes: in the transaction that changes a note or a payment.
 * One that the same transaction made is younger than the transaction's `now()`.
 */
export async function settlePayables(em: EntityManager, receivedDocumentIds: string[]): Promise<void> {
  if (receivedDocumentIds.length === 0) return;
  await em.execute(
    `update payable p set status = ${Payable.standing}, updated_at = greatest(p.created_at, now())
     from received_document d
     where d.id = p.received_document_id and d.id in (?) and p.status <> ${Payable.standing}`,
    [receivedDocumentIds],
  );
}
