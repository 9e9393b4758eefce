import { createHash } from 'node:crypto';
import type { DocumentEventType } from '../../document-types.ts';

/** A receipt or its removal, as far as its row is needed here. */
type KnownReceipt = { type: DocumentEventType; sequence: number; status: string; cStat?: string | null | undefined };

/** The types of event that register a delivery receipt and remove it. */
export const deliveryReceiptTypes = ['DELIVERY_RECEIPT', 'DELIVERY_RECEIPT_REMOVAL'] as const;

/** Duplicidade de evento: the authority has an event under this sequence that is not ours. */
const takenByAnother = '573';

/** The state of a document's receipts and removals. */
export type DeliveryReceipts<Event> = {
  /** A receipt or removal that has not ended; the other fields are final only once it has. */
  pending: Event | undefined;
  /** The receipt that is registered and not removed. */
  standing: Event | undefined;
  /** Sequence of the next receipt; `refused` is an earlier refused one of that sequence, whose row it takes over. */
  next: { sequence: number; refused: Event | undefined };
  /** The removal of the standing receipt, where it was refused. */
  refusedRemoval: Event | undefined;
};

/** @param events receipts and removals of a document; a removal has the sequence of its receipt */
export function deliveryReceiptsOf<Event extends KnownReceipt>(events: Event[]): DeliveryReceipts<Event> {
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

/** The first bytes of each type of file that may prove a delivery. */
const beginnings = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const;

export type ProofType = keyof typeof beginnings;

/** The extension of a proof's file name. */
export const proofEndings: Record<ProofType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** A delivery receipt; `proofHash` is hashComprovante of the layout. */
export type DeliveryReceipt = {
  /** Moment, ISO 8601. */
  deliveredAt: string;
  receiverName: string;
  receiverDocument: string;
  proofHash: string;
  contentType: ProofType;
};

/** The largest proof, in bytes. */
export const largestProof = 3 * 1024 * 1024;

/** Whether the file begins with the bytes of its type. */
export function isOfType(content: Uint8Array, type: ProofType): boolean {
  return beginnings[type].every((byte, at) => content[at] === byte);
}

/** hashComprovante of NT 2021.001: SHA-1, in base64, of the access key followed by the proof in base64. */
export function proofHash(accessKey: string, proofBase64: string): string {
  return createHash('sha1').update(accessKey).update(proofBase64).digest('base64');
}
