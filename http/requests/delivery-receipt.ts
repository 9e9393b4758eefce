import { DateTime } from 'luxon';
import { isOfType, largestProof } from '../../domain/documents/events/delivery-receipts.ts';
import type { NewDeliveryReceipt } from '../../operations/documents/delivery-receipts.ts';
import type { Schema } from '../schema.ts';
import { authorityText, textFault } from './authority-text.ts';

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

const earliest = DateTime.utc(2006);

/**
 * When a delivery was made or tried, as ISO 8601 in UTC.
 *
 * @throws DomainError `validation_error` where the text is no moment, or one in the future
 */
export function deliveryMoment(path: string, text: string): string {
  const moment = DateTime.fromISO(text);
  if (moment.isValid && moment >= earliest && moment <= DateTime.now()) return moment.toUTC().toISO();
  throw textFault(path, 'deve ser a data da entrega, com fuso e não no futuro, como 2026-11-21T14:30:00-03:00');
}

/**
 * The proof of a delivery as a file.
 *
 * @throws DomainError `validation_error`
 */
export function proofFile(path: string, { contentType, base64 }: Schema<'DeliveryProof'>): Buffer {
  const content = Buffer.from(base64, 'base64');
  if (content.toString('base64') !== base64) {
    throw textFault(
      `${path}.base64`,
      'não é base64 válido; envie o arquivo em base64 padrão, sem quebras de linha e sem prefixo',
    );
  }
  if (content.length > largestProof)
    throw textFault(`${path}.base64`, 'tem mais de 3 MB; reduza a imagem ou o documento');
  if (isOfType(content, contentType)) return content;
  throw textFault(
    `${path}.base64`,
    `não começa como um arquivo ${contentType}; confira o arquivo e ${path}.contentType`,
  );
}
