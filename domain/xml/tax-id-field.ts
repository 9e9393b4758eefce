import { field } from './writer.ts';

/** The field `CNPJ` or `CPF`, by the length of the text. */
export function taxIdField(taxId: string): string {
  return field(taxId.length === 11 ? 'CPF' : 'CNPJ', taxId);
}

/** Only the digits of what people type with punctuation (telephones, zip codes, state registrations). */
export function digits(text: string | null | undefined): string | null {
  return text?.replace(/\D/g, '') ?? null;
}
