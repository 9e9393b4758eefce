import type { DocumentEventType } from '../../document-types.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type Known = Pick<DocumentEvent, 'type' | 'sequence' | 'status' | 'cStat'>;

/** The types of event that register a delivery receipt and remove it. */
export const deliveryReceiptTypes = ['DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'] as const;

/** Duplicidade de evento: under this sequence the authority has a receipt that is not ours. */
const takenByAnother = '573';

/** The state of a document's receipts and removals. */
export type DeliveryReceipts<Event> = {
  /** Not ended yet; the rest is only certain when it has. */
  pending: Event | undefined;
  /** Registered and not removed. */
  standing: Event | undefined;
  /** The place of the next receipt, which is that of a refused one where there is one. */
  next: { sequence: number; refused: Event | undefined };
  /** The refused removal of the standing receipt. */
  refusedRemoval: Event | undefined;
};

/** @param events receipts and removals of a document; a removal has the sequence of its receipt */
export function deliveryReceiptsOf<Event extends Known>(events: Event[]): DeliveryReceipts<Event> {
  const ofType = (type: DocumentEventType) => events.filter((event) => event.type === type);
  const receipts = ofType('DELIVERY_RECEIPT').toSorted((a, b) => a.sequence - b.sequence);
  const removals = new Map(ofType('DELIVERY_RECEIPT_REMOVAL').map((event) => [event.sequence, event]));
  const standing = receipts.findLast(
    ({ status, sequence }) => status === 'REGISTERED' && removals.get(sequence)?.status !== 'REGISTERED',
  );
  const spent = receipts.findLast(({ status, cStat }) => status !== 'REJECTED' || cStat === takenByAnother);
  const sequence = (spent?.sequence ?? 0) + 1;
  return {
    pending: events.find(({ status }) => status === 'PENDING'),
    standing,
    next: { sequence, refused: receipts.find((receipt) => receipt.sequence === sequence) },
    refusedRemoval: standing && removals.get(standing.sequence),
  };
}
