import type { NewDeliveryReceipt } from '../../operations/documents/delivery-receipts.ts';
import type { Schema } from '../schema.ts';
import { authorityText } from './authority-text.ts';
import { deliveryMoment, proofFile } from './delivery-proof.ts';

/**
 * The receipt of a body, with its proof decoded to a file.
 *
 * @throws DomainError `validation_error`
 */
export function receiptRequest(body: Schema<'DeliveryReceiptRequest'>): NewDeliveryReceipt {
  const { contentType, base64 } = body.proof;
  return {
    deliveredAt: deliveryMoment('deliveredAt', body.deliveredAt),
    receiverName: wordsOf('receiverName', body.receiverName),
    receiverDocument: wordsOf('receiverDocument', body.receiverDocument),
    contentType,
    base64,
    content: proofFile('proof', body.proof),
  };
}

function wordsOf(path: 'receiverName' | 'receiverDocument', written: string): string {
  const lengths = 'deve ter ao menos 2 caracteres, sem contar espaços nas pontas';
  return authorityText(path, written, { least: 2, lengths });
}
