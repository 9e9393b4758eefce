import { Refused } from '../refused.ts';

/** One flag of a company's form: how it is written, where in the form its value goes, and how its text is read. */
export type Flag = { flags: string; path: string[]; description: string; read?: (text: string) => unknown };

/** Reads the list of a flag: `name=value` pairs with commas between them. An empty value clears its field. */
export function pairs(flag: string, example: string): (text: string) => Record<string, string | null> {
  return (text) => {
    const read = text.split(',').map((pair) => pair.split('='));
    if (read.some((pair) => pair.length !== 2)) {
      throw new Refused('invalid_input', `${flag} deve ser como ${example}.`);
    }
    return Object.fromEntries(
      read.map(([name = '', value = '']) => [name.trim(), value.trim() === '' ? null : value.trim()]),
    );
  };
}
