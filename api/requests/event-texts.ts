import { DomainError } from '../../domain/errors.ts';
import type { Schema } from '../operations.ts';

/** Letters that the authority's schema knows (TJust, xCorrecao): Latin-1 without controls. */
const knownLetters = /^[ -~\u00a0-ÿ]+$/;

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
  const text = written.replace(/\s+/g, ' ').trim();
  const isLongEnough = text.length >= 15 && text.length <= most;
  if (isLongEnough && knownLetters.test(text)) return text;
  const message = isLongEnough
    ? 'tem caracteres que a SEFAZ não aceita; use letras, números e pontuação comuns'
    : `deve ter de 15 a ${most} caracteres, sem contar espaços nas pontas`;
  throw new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}
