import { checkTexts } from '../../domain/documents/text-check.ts';
import { DomainError } from '../../domain/errors.ts';
import { cleanText, isPrintable } from '../../domain/xml/clean-text.ts';

/** How many letters it may have; `lengths` is the sentence for another number of them. */
type Bounds = { least: number; most?: number; lengths: string };

/**
 * A text as it is sent to the authority (TJust, xCorrecao): clean, as the texts of a note are, with line breaks as spaces.
 *
 * @throws DomainError `validation_error` when it has then too few or too many letters, or letters that the authority does not take
 */
export function authorityText(path: string, written: string, { least, most = Infinity, lengths }: Bounds): string {
  const text = cleanText(written);
  if (text.length < least || text.length > most) throw textFault(path, lengths);
  if (checkTexts(written).length === 0 && isPrintable(text)) return text;
  throw textFault(path, 'tem caracteres que a SEFAZ não aceita; use letras, números e pontuação comuns');
}

/** A fault of one field of the body, `message` going on after its name. */
export function textFault(path: string, message: string): DomainError {
  return new DomainError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] });
}
