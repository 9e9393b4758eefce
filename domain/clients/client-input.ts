import type { Address } from '../companies/settings.ts';
import type { TaxpayerType } from '../taxation/operation.ts';

type Text = string | null | undefined;

/** A client as a caller writes it, inline or on record (spec 2-extended §2.1; decisions.md, "Client"). Only the name is required. */
export type ClientInput = {
  name: string;
  tradeName?: Text;
  type?: ClientSnapshot['type'] | undefined;
  documentType?: ClientDocumentType | null | undefined;
  document?: Text;
  stateRegistration?: Text;
  taxpayerType?: TaxpayerType | null | undefined;
  isuf?: Text;
  email?: Text;
  phone?: Text;
  zipCode?: Text;
  street?: Text;
  number?: Text;
  complement?: Text;
  neighborhood?: Text;
  city?: Text;
  state?: Text;
  municipalityCode?: Text;
  /** ISO 3166 alpha-2. */
  country?: Text;
};

/** A field of a client that cannot stay as it is, and in Portuguese how to mend it. */
export type ClientFault = { field: string; message: string };

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
