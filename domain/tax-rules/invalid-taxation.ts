import type { Fault } from '../faults.ts';

/** A fault of what a rule says of taxes, under the path as the caller wrote it. */
export function invalidTaxation(path: string, message: string): Fault {
  return { code: 'invalid_taxation', path, message };
}
