import { field } from '../../xml/writer.ts';

/** CNPJ or CPF, whichever the text has the length of. */
export function taxIdField(taxId: string): string {
  return field(taxId.length === 11 ? 'CPF' : 'CNPJ', taxId);
}

/** Only the digits of what people type with punctuation (telephones, zip codes, state registrations). */
export function digits(text: string | null | undefined): string | null {
  return text?.replace(/\D/g, '') ?? null;
}
