import { DomainError } from '../../domain/errors.ts';
import type { Schema } from '../operations.ts';

/** Letters that the authority's schema knows (TJust): Latin-1 without controls. */
const knownLetters = /^[ -ÿ]+$/;

/**
 * The justification as it is sent, without spaces at the ends and with line breaks as spaces.
 *
 * @throws DomainError `validation_error` when it is then not of 15 to 255 letters that the authority takes
 */
export function justificationOf({ justification }: Schema<'Cancellation'>): string {
  const text = justification.replace(/\s+/g, ' ').trim();
  const isLongEnough = text.length >= 15 && text.length <= 255;
  if (isLongEnough && knownLetters.test(text)) return text;
  const message = isLongEnough
    ? 'tem caracteres que a SEFAZ não aceita; use letras, números e pontuação comuns'
    : 'deve ter de 15 a 255 caracteres, sem contar espaços nas pontas';
  throw new DomainError('validation_error', `justification ${message}.`, {
    issues: [{ path: 'justification', message }],
  });
}
