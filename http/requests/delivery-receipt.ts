import { DateTime } from 'luxon';
import { isOfType, largestProof, type ProofType } from '../../domain/documents/events/delivery-receipts.ts';
import type { NewDeliveryReceipt } from '../../operations/documents/delivery-receipts.ts';
import type { Schema } from '../schema.ts';
import { authorityText, textFault } from './authority-text.ts';

const earliest = DateTime.utc(2006);

/**
 * The receipt of a body, with its proof decoded to a file.
 *
 * @throws DomainError `validation_error`
 */
export function receiptRequest(body: Schema<'DeliveryReceiptRequest'>): NewDeliveryReceipt {
  const { contentType, base64 } = body.proof;
  return {
    deliveredAt: momentOf(body.deliveredAt),
    receiverName: wordsOf('receiverName', body.receiverName),
    receiverDocument: wordsOf('receiverDocument', body.receiverDocument),
    contentType,
    base64,
    content: proofOf(contentType, base64),
  };
}

function momentOf(text: string): string {
  const moment = DateTime.fromISO(text);
  if (moment.isValid && moment >= earliest && moment <= DateTime.now()) return moment.toUTC().toISO();
  throw textFault(
    'deliveredAt',
    'deve ser a data da entrega, com fuso e não no futuro, como 2026-11-21T14:30:00-03:00',
  );
}

function wordsOf(path: 'receiverName' | 'receiverDocument', written: string): string {
  const lengths = 'deve ter ao menos 2 caracteres, sem contar espaços nas pontas';
  return authorityText(path, written, { least: 2, lengths });
}

function proofOf(contentType: ProofType, base64: string): Buffer {
  const content = Buffer.from(base64, 'base64');
  if (content.toString('base64') !== base64) {
    throw textFault(
      'proof.base64',
      'não é base64 válido; envie o arquivo em base64 padrão, sem quebras de linha e sem prefixo',
    );
  }
  if (content.length > largestProof)
    throw textFault('proof.base64', 'tem mais de 3 MB; reduza a imagem ou o documento');
  if (isOfType(content, contentType)) return content;
  throw textFault('proof.base64', `não começa como um arquivo ${contentType}; confira o arquivo e proof.contentType`);
}
