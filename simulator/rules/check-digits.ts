/** Remainder by 11 of the weighted sum of a text, in which each character counts as ASCII − 48. */
function remainder(text: string, weights: readonly number[]): number {
  const total = [...text].reduce((sum, char, i) => sum + (char.charCodeAt(0) - 48) * (weights[i] ?? 0), 0);
  return total % 11;
}

/** Weights 2 to `highest` from right to left, repeated. */
function cycling(length: number, highest: number): number[] {
  return Array.from({ length }, (_, i) => 2 + ((length - 1 - i) % (highest - 1)));
}

/** Eleven minus the remainder, 0 where that has two digits. */
function digit(text: string, highest: number): string {
  const rest = remainder(text, cycling(text.length, highest));
  return String(rest < 2 ? 0 : 11 - rest);
}

/** Check digit of the other characters of an access key: 43 of NF-e (MOC 7.0 §2.2.6.3), 49 of NFS-e. */
export function keyDigit(others: string): string {
  return digit(others, 9);
}

/** Whether a CNPJ, letters included, has its two check digits and is not all zeros (NT Conjunta 2025.001). */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || /^0+$/.test(text)) return false;
  const first = digit(text.slice(0, 12), 9);
  return text.slice(12) === first + digit(text.slice(0, 12) + first, 9);
}

/** Whether a CPF has its two check digits and is not one digit repeated. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || /^(\d)\1+$/.test(text)) return false;
  const first = digit(text.slice(0, 9), 11);
  return text.slice(9) === first + digit(text.slice(0, 9) + first, 11);
}

/** Whether a GTIN of 8, 12, 13 or 14 digits has its check digit. */
export function isGtin(text: string): boolean {
  const digits = [...text].map(Number).reverse();
  const total = digits.reduce((sum, value, i) => sum + value * (i % 2 === 0 ? 1 : 3), 0);
  return total % 10 === 0;
}

/** Whether a registration at SUFRAMA has its check digit; only that of nine digits is published. */
export function isSuframa(text: string): boolean {
  return text.length !== 9 || text.slice(8) === digit(text.slice(0, 8), 9);
}
