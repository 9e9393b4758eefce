import { modulus11 } from '../../../domain/modulus-11.ts';

/** The CPF of nine digits, with its check digits. */
export function cpfOf(number: number): string {
  return withCheckDigits(String(number).padStart(9, '0'), 11);
}

/** The CNPJ of a root's first establishment. */
export function cnpjOf(root: number): string {
  return withCheckDigits(`${String(root).padStart(8, '0')}0001`, 9);
}

function withCheckDigits(text: string, heaviest: number): string {
  const first = `${text}${modulus11(text, heaviest)}`;
  return `${first}${modulus11(first, heaviest)}`;
}
