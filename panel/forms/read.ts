import { CertificateRefused } from '../../domain/companies/certificate-refused.ts';
import { DomainError, type Issue } from '../../domain/errors.ts';
import { ProvisioningRefused } from '../../operations/provisioning/provisioning-refused.ts';
import { inPlainWords } from '../parts/plain-words.ts';
import type { Field, FormState } from './fields.ts';

/** Values as operations take them: dots in the names of fields become groups within groups, row numbers become places in lists (`items[0].code`). */
export type ValueTree = { [name: string]: unknown };

/**
 * Reads the fields of a form as operations take them: an empty field becomes null, a Brazilian number (`1.234,50`) one of the contract (`1234.50`), a
 * box true or false. Text that is not a number stays as written, so that validation reports it.
 *
 * @param fields the fields that the form has: other names in what was sent are left out
 */
export function readValues(form: URLSearchParams, fields: readonly Field[]): ValueTree {
  // `get` scans all entries, and a long sale has tens of thousands.
  const written = new Map([...form].toReversed());
  const sent: ValueTree = {};
  for (const field of fields) put(sent, stepsOf(field.name), valueOf(written.get(field.name), field));
  return sent;
}

/** The same values without the empty ones: in a new record there is nothing to clear. */
export function filled(sent: ValueTree): ValueTree {
  const said = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    if (value === null) return [];
    if (!isGroup(value)) return [[name, value]];
    const inner = filled(value);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(said);
}

/** The path to a value: `items[0].code` becomes `items`, 0, `code`. */
function stepsOf(name: string): (string | number)[] {
  return name
    .split('.')
    .flatMap((part) => part.split('[').map((step, at) => (at === 0 ? step : Number(step.replace(']', '')))));
}

type Inner = ValueTree | unknown[];

function put(into: Inner, [step = '', ...rest]: (string | number)[], value: unknown): void {
  const [next] = rest;
  const inner = next === undefined ? value : innerOf(at(into, step), typeof next === 'number');
  if (Array.isArray(into)) into[Number(step)] = inner;
  else into[step] = inner;
  if (next !== undefined) put(inner as Inner, rest, value);
}

function innerOf(known: unknown, isList: boolean): Inner {
  if (isList) return Array.isArray(known) ? (known as unknown[]) : [];
  return isGroup(known) ? known : {};
}

function at(within: unknown, step: string | number): unknown {
  if (Array.isArray(within)) return within[Number(step)] as unknown;
  return isGroup(within) ? within[step] : undefined;
}

function valueOf(written: string | undefined, { kind = 'text' }: Field): unknown {
  const text = written?.trim() ?? '';
  if (kind === 'yesNo') return text !== '';
  if (text === '') return null;
  if (kind === 'trueFalse') return text === 'sim' ? true : text === 'nao' ? false : text;
  if (kind === 'lines') return linesOf(text);
  if (kind === 'decimal') return plainDecimal(text);
  if (kind === 'whole') return /^\d{1,15}$/.test(text) ? Number(text) : text;
  return text;
}

/** The values of a list, which stand on lines of their own or have commas or semicolons between them; null when there are none. */
function linesOf(text: string): string[] | null {
  const values = text.split(/[\r\n,;]+/).map((line) => line.trim());
  const filledIn = values.filter(Boolean);
  return filledIn.length > 0 ? filledIn : null;
}

/** Turns `1.234,50` into `1234.50`; text that has no decimal comma and no thousands dots stays as it is. */
export function plainDecimal(text: string): string {
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text) || /^-?\d+,\d+$/.test(text)) {
    return text.replaceAll('.', '').replace(',', '.');
  }
  return text;
}

/** The text in each field for a stored record: the reverse of `readValues`. */
export function formTexts(kept: object, fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [field.name, textOf(stepsOf(field.name).reduce<unknown>(at, kept), field)]),
  );
}

function textOf(value: unknown, { kind = 'text' }: Field): string {
  if (kind === 'trueFalse' && value === false) return 'nao';
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'sim';
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return kind === 'decimal' ? text.replace('.', ',') : text;
}

function isGroup(value: unknown): value is ValueTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The form as it was sent, with what is wrong beside each field in plain words; faults of anything else go above the form.
 *
 * @throws `error` itself when it is none that a person can mend
 */
export function refusedForm(error: unknown, form: URLSearchParams, fields: readonly Field[]): FormState {
  if (!isForPeople(error)) throw error;
  const values = Object.fromEntries(fields.map(({ name }) => [name, form.get(name) ?? '']));
  const issues: Issue[] = error instanceof DomainError ? error.issues : [];
  const names = new Set(fields.map(({ name }) => name));
  const faults: Record<string, string> = {};
  const others: string[] = [];
  for (const { path, message } of issues) {
    // A fault of any element belongs to the one field that shows the list.
    const field = [path, path.replace(/\[\d+\]$/, '')].find((each) => names.has(each));
    if (field !== undefined) faults[field] ??= sentenceOf(message);
    else others.push(sentenceOf(message));
  }
  const isTold = issues.length > 0 && others.length === 0;
  return {
    values,
    faults,
    fault: isTold ? null : [...new Set(others.length > 0 ? others : [inPlainWords(error.message)])].join(' '),
  };
}

function isForPeople(error: unknown): error is DomainError | ProvisioningRefused | CertificateRefused {
  if (error instanceof DomainError) return error.code !== 'not_found';
  return error instanceof ProvisioningRefused || error instanceof CertificateRefused;
}

function sentenceOf(message: string): string {
  const words = inPlainWords(message);
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
