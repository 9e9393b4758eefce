import { type DecimalStyle, readDecimal } from './decimal-cell.ts';
import { headerKey } from './header-key.ts';

/** What a cell says, or in Portuguese why nothing can be made of it. */
export type CellRead = { value: string | boolean } | { fault: string };

/** Makes the API's value of a cell that is not empty; `style` is how the file writes decimals, null when it does not show. */
export type CellReader = (text: string, style: DecimalStyle | null) => CellRead;

/** The text as it stands. */
export const asText: CellReader = (value) => ({ value });

/** A number, as people and ERPs write it, as a decimal string with a point. */
export const asDecimal: CellReader = (text, style) => readDecimal(text, style);

/** A code without the punctuation that some write in it: `8471.30.12`, `5.102`. */
export const asCode: CellReader = (text) => ({ value: text.replace(/[.\-/\s]/g, '') });

/** The code of `0 - Nacional`, or the text when there is only a code. */
export const asLeadingCode: CellReader = (text) => ({ value: /^(\w{1,4})\s*-/.exec(text)?.[1] ?? text });

/** One of the API's words, written as such or in one of the ways that `words` knows; keys are header keys (`headerKey`). */
export function asWord<Word extends string | boolean>(
  words: ReadonlyMap<string, Word>,
  advice = [...new Set(words.values())].join(', '),
): CellReader {
  return (text) => {
    const value = words.get(headerKey(text));
    return value === undefined ? { fault: `"${text.slice(0, 40)}" não serve aqui: use ${advice}.` } : { value };
  };
}

/** Yes or no, as ERPs write it. */
export const asFlag: CellReader = asWord(
  new Map([
    ...['true', 'verdadeiro', 's', 'sim', '1', 'a', 'ativo', 'ativa', 'x'].map((word) => [word, true] as const),
    ...['false', 'falso', 'n', 'nao', '0', 'i', 'inativo', 'inativa'].map((word) => [word, false] as const),
  ]),
  'sim ou não',
);
