import { DomainError, type ErrorCode, type Issue } from './errors.ts';

/** What has to be mended first: form before codes, codes and records before taxes, taxes before the sums that depend on them. */
const severity = [
  'validation_error',
  'unsupported_document_type',
  'invalid_plate',
  'invalid_cest',
  'invalid_cfop',
  'invalid_template',
  'template_type_mismatch',
  'invalid_product',
  'invalid_tax_rule',
  'invalid_carrier',
  'invalid_taxation',
  'invalid_duplicates',
  'invalid_payments',
] as const satisfies ErrorCode[];

/** One thing wrong with a note, under the code it would have alone. */
export type Fault = Issue & { code: (typeof severity)[number] };

/**
 * Throws one error that lists every fault, one for each path and code; does nothing when there is none. The code and the sentence are those
 * of the gravest fault.
 *
 * @throws DomainError
 */
export function refuseAny(faults: Fault[]): void {
  if (faults.length > 0) refuse(faults);
}

/**
 * Ends in one error that lists every fault, of which there is one at least.
 *
 * @throws DomainError
 */
export function refuse(faults: Fault[]): never {
  const distinct = distinctOf(faults);
  const gravest = severity.map((code) => distinct.find((fault) => fault.code === code)).find((fault) => fault);
  if (!gravest) throw new TypeError('nothing to refuse');
  const others = distinct.length - 1;
  const more = others > 0 ? ` (e mais ${others} ${others > 1 ? 'problemas' : 'problema'} em issues)` : '';
  throw new DomainError(gravest.code, `${gravest.path}: ${gravest.message}${more}`, {
    issues: distinct.map(({ path, message }) => ({ path, message })),
  });
}

function distinctOf(faults: Fault[]): Fault[] {
  const seen = new Set<string>();
  return faults.filter(({ path, code }) => {
    const key = `${code} ${path}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
