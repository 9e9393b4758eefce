import type { Schema } from '../schema.ts';

/** To whom a document is mailed beside its client; each address once, in lower case. */
export function mailToRequest({ mailTo }: Pick<Schema<'FiscalDocumentCreation'>, 'mailTo'>): { mailTo?: string[] } {
  return mailTo ? { mailTo: [...new Set(mailTo.map((address) => address.toLowerCase()))] } : {};
}
