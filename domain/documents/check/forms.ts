import { DateTime } from 'luxon';
import { decimalFault, type DecimalForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { printedTextFault, type TextForm } from '../../xml/clean-text.ts';

/** The fault, if any, of a number that may be absent. */
export function checkDecimal(text: string | null | undefined, form: DecimalForm, path: string): Fault[] {
  if (text === undefined || text === null) return [];
  const message = decimalFault(text, form);
  return message ? [refusal(path, message)] : [];
}

/** The fault, if any, of a text that goes into the note and may be absent. */
export function checkWritten(text: string | null | undefined, form: TextForm, path: string): Fault[] {
  if (text === undefined || text === null || (text === '' && form.least === 0)) return [];
  const message = printedTextFault(text, form);
  return message ? [refusal(path, message)] : [];
}

/** The fault, if any, of an object in which not exactly one of these fields is given; `because` says why there is one only, in Portuguese. */
export function exactlyOneOf(fields: Record<string, unknown>, path: string, because: string): Fault[] {
  const names = Object.keys(fields);
  const given = names.filter((name) => fields[name] !== undefined && fields[name] !== null && fields[name] !== '');
  if (given.length === 1) return [];
  const choices = `${names.slice(0, -1).join(', ')} ou ${names.at(-1) ?? ''}`;
  const came = given.length === 0 ? 'não veio nenhum' : `vieram ${given.join(' e ')}`;
  return [refusal(path, `${because}: informe só ${choices}; ${came}.`)];
}

/** The fault, if any, of a text that should be a day, as `2026-11-21`. */
export function checkDate(date: string, path: string): Fault[] {
  if (/^\d{4}-\d{2}-\d{2}$/.test(date) && DateTime.fromISO(date).isValid) return [];
  return [refusal(path, `Informe uma data que existe, como 2026-11-21; veio ${date.slice(0, 40)}.`)];
}

/** The path of a text that is printed, the text, and its form in the layout. */
export type PrintedText = [path: string, text: string | null | undefined, form: TextForm];

/** Faults of texts that the layout refuses in their printed form: letters outside its alphabet, too few or too many of them. */
export function checkPrinted(texts: PrintedText[]): Fault[] {
  return texts.flatMap(([path, text, form]) => {
    const message = text ? printedTextFault(text, form) : null;
    return message ? [refusal(path, message)] : [];
  });
}
