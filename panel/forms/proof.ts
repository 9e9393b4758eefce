import { DateTime } from 'luxon';
import {
  isOfType,
  largestProof,
  proofEndings,
  type ProofType,
} from '../../domain/documents/events/delivery-receipts.ts';
import { DomainError } from '../../domain/errors.ts';
import { brasiliaZone } from '../../domain/fiscal-time.ts';
import type { Upload } from './own-forms.ts';

/** The most bytes of a form that carries a proof. */
export const proofFormBytes = largestProof + 64 * 1024;

const types = Object.keys(proofEndings) as ProofType[];

/**
 * The proof of a delivery, or of a delivery attempt, as the API takes it.
 *
 * @throws DomainError `validation_error` for a file that is missing, too large, or neither JPEG, PNG nor PDF
 */
export function proofOf(path: string, upload: Upload | undefined): { contentType: ProofType; base64: string } {
  if (!upload) throw wrong(path, 'Escolha a foto ou o PDF do comprovante.');
  if (upload.bytes.length > largestProof) throw wrong(path, 'O arquivo tem mais de 3 MB. Escolha um menor.');
  const contentType = types.find((type) => isOfType(upload.bytes, type));
  if (!contentType) throw wrong(path, 'O arquivo não é JPEG, PNG nem PDF. Escolha outro.');
  return { contentType, base64: upload.bytes.toString('base64') };
}

/**
 * The moment of a date and a time of day in Brasília, as ISO 8601.
 *
 * @param what the Portuguese noun of what happened then, for the message: `entrega`
 * @throws DomainError `validation_error` for a moment that is invalid or in the future
 */
export function momentOf(path: string, { day, time, what }: { day: unknown; time: unknown; what: string }): string {
  const moment = DateTime.fromISO(`${textOf(day)}T${textOf(time)}`, { zone: brasiliaZone });
  if (!moment.isValid) throw wrong(path, `Diga o dia e a hora da ${what}.`);
  if (moment > DateTime.now()) throw wrong(path, `A ${what} não pode ser no futuro.`);
  return moment.toISO();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wrong(path: string, message: string): DomainError {
  return new DomainError('validation_error', message, { issues: [{ path, message }] });
}
