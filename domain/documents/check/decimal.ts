import { type DecimalForm, decimalFault } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';

/** The fault, if any, of a number that the payload may leave out. */
export function checkDecimal(text: string | null | undefined, form: DecimalForm, path: string): Fault[] {
  if (text === undefined || text === null) return [];
  const message = decimalFault(text, form);
  return message ? [{ code: 'validation_error', path, message }] : [];
}
