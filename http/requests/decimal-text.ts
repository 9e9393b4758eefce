import { decimal } from '../../domain/money.ts';

/**
 * A number of the body as a decimal string, so that it is never a float again. A JSON number carries 15 significant digits: digits beyond them come
 * from binary floats (`1.1 * 3`) and were not meant.
 */
export function decimalText(value: number | string): string {
  return typeof value === 'string' ? value.trim() : decimal(value.toPrecision(15)).toFixed();
}

/** The same for a field that may be cleared or absent: null and undefined stay what they are. */
export function decimalTextOrNot(value: number | string | null | undefined): string | null | undefined {
  return value === null || value === undefined ? value : decimalText(value);
}

/** The fields that were sent and are not empty, with numbers as decimal strings. Absent, null and empty count as the same. */
export function sentFields<Name extends string>(
  source: { [N in Name]?: number | string | null | undefined },
  names: readonly Name[],
): { [N in Name]?: string } {
  const result: { [N in Name]?: string } = {};
  for (const name of names) {
    const value: number | string | null | undefined = source[name];
    if (value !== null && value !== undefined && value !== '') result[name] = decimalText(value);
  }
  return result;
}

/** The non-empty texts, unchanged: an id with a blank beside it is not an id. */
export function sentTexts<Name extends string>(
  source: { [N in Name]?: string | null | undefined },
  names: readonly Name[],
): { [N in Name]?: string } {
  const result: { [N in Name]?: string } = {};
  for (const name of names) {
    const value: string | null | undefined = source[name];
    if (value) result[name] = value;
  }
  return result;
}
