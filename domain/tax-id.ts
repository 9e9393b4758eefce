import { modulus11 } from './modulus-11.ts';

const cpfForm = /^(?!(.)\1{10})[0-9]{11}$/;
const cnpjForm = /^(?!(.)\1{13})[0-9A-Z]{12}[0-9]{2}$/;

/** A CPF or CNPJ without punctuation, its letters in upper case. */
export function plainTaxId(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase();
}

/** Whether the text is a CPF, digits only, with the right check digits. */
export function isCpf(text: string): boolean {
  return cpfForm.test(text) && endsInCheckDigits(text, 11);
}

/** Whether the text is a CNPJ without punctuation, numeric or alphanumeric, with the right check digits (NT Conjunta 2025.001). */
export function isCnpj(text: string): boolean {
  return cnpjForm.test(text) && endsInCheckDigits(text, 9);
}

/** Whether a tax id without punctuation is a CPF or a CNPJ, by form and check digits; null where it is neither. */
export function taxIdKind(text: string): 'CPF' | 'CNPJ' | null {
  if (isCpf(text)) return 'CPF';
  return isCnpj(text) ? 'CNPJ' : null;
}

/**
 * The part of a tax id by which an authority identifies a taxpayer: the first eight characters of a CNPJ, which all its branches share, or a whole
 * CPF.
 */
export function taxIdRoot(taxId: string): string {
  return taxId.length === 14 ? taxId.slice(0, 8) : taxId;
}

function endsInCheckDigits(text: string, heaviest: number): boolean {
  const first = modulus11(text.slice(0, -2), heaviest);
  const second = modulus11(text.slice(0, -1), heaviest);
  return text.endsWith(`${first}${second}`);
}
