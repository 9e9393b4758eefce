import { field } from '../../xml/writer.ts';

/** CNPJ or CPF, whichever the text has the length of. */
export function taxIdField(taxId: string): string {
  return field(taxId.length === 11 ? 'CPF' : 'CNPJ', taxId);
}
