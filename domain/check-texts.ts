import type { Fault } from './faults.ts';

const broken = /(?![\t\n\r])\p{Cc}/u;

/**
 * Texts anywhere in a value that carry control characters or halves of a character, which neither XML nor the database can hold;
 * each under its path as the caller wrote it.
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
