import { checkTexts } from '../../domain/check-texts.ts';
import { DomainError } from '../../domain/errors.ts';
import { cleanText, hasValidCharacters } from '../../domain/xml/clean-text.ts';
import type { Schema } from '../schema.ts';

/** How many characters a text may have; `lengths` is the sentence for a wrong number of them. */
type Bounds = { least: number; most?: number; lengths: string };

/**
 * A text as it is sent to the authority (TJust, xCorrecao): cleaned as the texts of a note are, line breaks replaced by spaces.
 *
 * @throws DomainError `validation_error` when the cleaned text has too few or too many characters, or characters that the authority does not take
 */
export function authorityText(path: string, written: string, { least, most = Infinity, lengths }: Bounds): string {
  const text = cleanText(written);
  if (text.length < least || text.length > most) throw textFault(path, lengths);
  if (checkTexts(written).length === 0 && hasValidCharacters(text)) return text;
  throw textFault(path, 'tem caracteres que a SEFAZ não aceita; use letras, números e pontuação comuns');
}

/** A fault of one field of the body; `message` follows the field's name. */
export function textFault(path: string, message: string): DomainError {
  return new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}

/**
 * The justification as it is sent, without spaces at the ends and with line breaks as spaces.
 *
 * @throws DomainError `validation_error` when it then does not have 15 to 255 characters that the authority takes
 */
export function justificationOf({ justification }: Schema<'CancellationRequest'>): string {
  return eventText('justification', justification, 255);
}

/** The same for the text of a correction letter, of 15 to 1000 characters. */
export function correctionOf({ correction }: Schema<'CorrectionRequest'>): string {
  return eventText('correction', correction, 1000);
}

function eventText(path: string, written: string, most: number): string {
  const lengths = `deve ter de 15 a ${most} caracteres, sem contar espaços nas pontas`;
  return authorityText(path, written, { least: 15, most, lengths });
}
