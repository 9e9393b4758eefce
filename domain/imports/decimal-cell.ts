/** How a file writes decimals: `1.234,56` or `1,234.56`. */
export const decimalStyles = ['comma', 'point'] as const;
export type DecimalStyle = (typeof decimalStyles)[number];

const forms: Record<DecimalStyle, RegExp> = {
  comma: /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
  point: /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
};

/** How these cells write decimals; null when they do not show it, or contradict each other. */
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
 * The number of a cell as a decimal string with a point. `5.499` may be five or five thousand: it is refused where the file does not
 * tell. `5,499` is then five, as nearly everybody in Brazil writes it.
 */
export function readDecimal(cell: string, style: DecimalStyle | null): { value: string } | { fault: string } {
  const number = bareNumber(cell);
  const [first, second] = stylesOf(number);
  if (!first) return { fault: `"${cell.slice(0, 40)}" não é um número.` };
  if (second && !style && number.includes('.')) {
    const mend = 'use vírgula decimal, ou diga --decimal comma ou --decimal point';
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
