import type { Fault } from '../../faults.ts';
import { printedTextFault, type TextForm } from '../../xml/printed-text.ts';

/** The fault, if any, of a text that goes into the note and may be left out. */
export function checkWritten(text: string | null | undefined, form: TextForm, path: string): Fault[] {
  if (text === undefined || text === null || (text === '' && form.least === 0)) return [];
  const message = printedTextFault(text, form);
  return message ? [{ code: 'validation_error', path, message }] : [];
}
