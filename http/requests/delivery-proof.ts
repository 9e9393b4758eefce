import { DateTime } from 'luxon';
import { isOfType, largestProof } from '../../domain/documents/events/delivery-receipts.ts';
import type { Schema } from '../schema.ts';
import { textFault } from './authority-text.ts';

const earliest = DateTime.utc(2006);

/**
 * When a delivery was made or tried, as ISO 8601 in UTC.
 *
 * @throws DomainError `validation_error` where it is no moment, or none in the past
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
