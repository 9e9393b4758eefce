/** The value of a cell, or why it cannot be read, in Portuguese. */
export type CellResult = { value: string | boolean } | { fault: string };

/** Turns a non-empty cell into the API's value; `style` is how the file writes decimals, null when the file does not show it. */
export type CellReader = (text: string, style: DecimalStyle | null) => CellResult;

/** Reads the text unchanged. */
export const asText: CellReader = (value) => ({ value });

/** Reads a number, as people and ERPs write it, into a decimal string with a point. */
export const asDecimal: CellReader = (text, style) => readDecimal(text, style);

/** Reads a code without the punctuation that some write in it: `8471.30.12`, `5.102`. */
export const asCode: CellReader = (text) => ({ value: text.replace(/[.\-/\s]/g, '') });

/** Reads the code in `0 - Nacional`, or the whole text where there is only a code. */
export const asLeadingCode: CellReader = (text) => ({ value: /^(\w{1,4})\s*-/.exec(text)?.[1] ?? text });

/** Makes a reader for a word of the API, written as such or in one of the spellings in `words`, whose keys are header keys (`headerKey`). */
export function asWord<Word extends string | boolean>(
  words: ReadonlyMap<string, Word>,
  advice = [...new Set(words.values())].join(', '),
): CellReader {
  return (text) => {
    const value = words.get(headerKey(text));
    return value === undefined ? { fault: `"${text.slice(0, 40)}" não serve aqui: use ${advice}.` } : { value };
  };
}

/** Reads yes or no, in the words that ERPs write. */
export const asFlag: CellReader = asWord(
  new Map([
    ...['true', 'verdadeiro', 's', 'sim', '1', 'a', 'ativo', 'ativa', 'x'].map((word) => [word, true] as const),
    ...['false', 'falso', 'n', 'nao', '0', 'i', 'inativo', 'inativa'].map((word) => [word, false] as const),
  ]),
  'sim ou não',
);

/** How a file writes decimals: `1.234,56` or `1,234.56`. */
export const decimalStyles = ['comma', 'point'] as const;
export type DecimalStyle = (typeof decimalStyles)[number];

const forms: Record<DecimalStyle, RegExp> = {
  comma: /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
  point: /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
};

/** How these cells write decimals; null when they do not show it, or are mixed. */
export function decimalStyleOf(cells: Iterable<string>): DecimalStyle | null {
  const seen = new Set<DecimalStyle>();
  for (const cell of cells) {
    const [style, other] = stylesOf(bareNumber(cell));
    if (style && !other) seen.add(style);
  }
  const [only, other] = seen;
  return other === undefined ? (only ?? null) : null;
}

/**
 * Reads a number into a decimal string with a point. `5.499` may be five or five thousand: it is refused where the file does not show its style.
 * `5,499` is then five, as is usual in Brazil.
 */
export function readDecimal(cell: string, style: DecimalStyle | null): { value: string } | { fault: string } {
  const number = bareNumber(cell);
  const [first, second] = stylesOf(number);
  if (!first) return { fault: `"${cell.slice(0, 40)}" não é um número.` };
  if (second && !style && number.includes('.')) {
    const mend = 'use vírgula decimal, ou diga como o arquivo escreve os decimais';
    return { fault: `"${cell.slice(0, 40)}" pode ter casas decimais ou milhares: ${mend}.` };
  }
  const decided = second ? (style ?? 'comma') : first;
  return { value: decided === 'comma' ? number.replaceAll('.', '').replace(',', '.') : number.replaceAll(',', '') };
}

function stylesOf(number: string): DecimalStyle[] {
  return decimalStyles.filter((style) => forms[style].test(number));
}

function bareNumber(cell: string): string {
  return cell.replace(/^R\$|%$|\s/g, '').trim();
}

/** The key of a header, the same for all spellings: letters and digits, lower case, no accents. */
export function headerKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** One line of a CSV file, without its line break. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return quoted.join(delimiter);
}

/** Shows spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\ufeff';

/**
 * Puts an apostrophe before a cell that a spreadsheet would compute, which makes it a text. Such cells begin with one of these characters, of which
 * East Asian keyboards have wide forms (OWASP, CSV Injection; seen 2026-11-23).
 */
export function withoutFormula(cell: string): string {
  const inOneLine = cell.replace(/\s+/g, ' ').trim();
  return /^[=+\-@＝＋－＠]/.test(inOneLine) ? `'${inOneLine}` : inOneLine;
}
