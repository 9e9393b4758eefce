import prefixes from '../tables/gtin-prefixes.json' with { type: 'json' };

/** Why the text is no GTIN that a note can have, in Portuguese; null where it is one. */
export function gtinFault(text: string): string | null {
  if (!isGtin(text)) return `O GTIN tem 8, 12, 13 ou 14 dígitos e dígito verificador; ${text} não confere.`;
  if (hasKnownPrefix(text)) return null;
  return `O GTIN ${text} tem um prefixo que a GS1 não distribuiu (rejeição 882): confira o código de barras.`;
}

/** Whether the text is a GTIN-8, 12, 13 or 14 with the right check digit (GS1 General Specifications §7.9; rule 611). */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Whether GS1 has assigned the GTIN's first three digits (rules I03-20 and I12-20, 882 and 884). */
function hasKnownPrefix(gtin: string): boolean {
  const prefix = prefixOf(gtin);
  return prefixes.ranges.some(([first = '', last = '']) => first <= prefix && prefix <= last);
}

/** The three prefix digits: in a GTIN-14 they follow the indicator, and a GTIN-12 lacks the zero before them. */
function prefixOf(gtin: string): string {
  if (gtin.length === 14) return gtin.slice(1, 4);
  return gtin.length === 12 ? `0${gtin.slice(0, 2)}` : gtin.slice(0, 3);
}
