import type { Schema } from '../operations.ts';
import { authorityText } from './authority-text.ts';

/**
 * The justification as it is sent, without spaces at the ends and with line breaks as spaces.
 *
 * @throws DomainError `validation_error` when it is then not of 15 to 255 letters that the authority takes
 */
export function justificationOf({ justification }: Schema<'Cancellation'>): string {
  return eventText('justification', justification, 255);
}

/** The same for the text of a correction letter, of 15 to 1000 letters. */
export function correctionOf({ correction }: Schema<'Correction'>): string {
  return eventText('correction', correction, 1000);
}

function eventText(path: string, written: string, most: number): string {
  const lengths = `deve ter de 15 a ${most} caracteres, sem contar espaços nas pontas`;
  return authorityText(path, written, { least: 15, most, lengths });
}
