import type { DocumentEventType } from '../../document-types.ts';
import type { DocumentEvent } from './document-event.entity.ts';

type Known = Pick<DocumentEvent, 'type' | 'sequence' | 'status' | 'cStat'>;

/** The types of event that say whether a delivery receipt stands. */
export const deliveryReceiptTypes = ['DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'] as const;

/** Duplicidade de evento: the authority holds a receipt, not of ours, under this sequence. */
const takenByAnother = '573';

/** What the receipts and removals of a document come to. */
export type DeliveryReceipts<Event> = {
  /** Not ended yet: whoever wants to know more waits for it. */
  pending: Event | undefined;
  /** Registered and not removed. */
  standing: Event | undefined;
  /** Where the next receipt goes, in the place of one that was refused where there is one. */
  next: { sequence: number; refused: Event | undefined };
  /** The removal of the standing receipt that was refused. */
  refusedRemoval: Event | undefined;
};

/** @param events receipts and removals of a document; a removal bears the sequence of its receipt */
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
