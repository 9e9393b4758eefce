import type { Address } from '../companies/settings.ts';
import type { TaxpayerType } from '../taxation/parties.ts';

export const clientDocumentTypes = ['CPF', 'CNPJ', 'FOREIGN', 'OTHER'] as const;
export type ClientDocumentType = (typeof clientDocumentTypes)[number];

/** The recipient as a document keeps it, unchanged by later edits of the client. `document` is `''` for an anonymous consumer. */
export type ClientSnapshot = {
  /** The client record's id; null for an anonymous consumer, who has no record. */
  id: string | null;
  name: string;
  tradeName?: string | null;
  document: string;
  documentType: ClientDocumentType | null;
  type: 'INDIVIDUAL' | 'COMPANY' | 'FOREIGN' | null;
  stateRegistration: string | null;
  taxpayerType: TaxpayerType;
  /** Registration in the free zones of the north (SUFRAMA), 8 or 9 digits; absent in documents older than the field. */
  isuf?: string | null;
  email: string | null;
  phone: string | null;
  /** Null when no address was given; `country` is ISO 3166 alpha-2, `BR` by default. */
  address: Partial<Address> | null;
  country: string;
};
