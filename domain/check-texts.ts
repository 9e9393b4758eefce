import type { Fault } from './faults.ts';

const broken = /(?![\t\n\r])\p{Cc}/u;

/**
 * Faults of all texts in a value that have control characters or lone surrogates, which neither XML nor the database can hold; each with the path as
 * the caller wrote it.
 */
export function checkTexts(value: unknown, path = ''): Fault[] {
  if (typeof value === 'string') {
    if (!broken.test(value) && value.isWellFormed()) return [];
    const message = 'O texto tem caracteres de controle ou inválidos: retire-os e envie de novo.';
    return [{ code: 'validation_error', path, message }];
  }
  if (Array.isArray(value)) return value.flatMap((entry, index) => checkTexts(entry, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => checkTexts(entry, path ? `${path}.${name}` : name));
}
