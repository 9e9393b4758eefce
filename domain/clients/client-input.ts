import type { Address } from '../companies/settings.ts';
import type { TaxpayerType } from '../taxation/operation.ts';

type Text = string | null | undefined;

/** A client as a caller writes it, inline or on record (`DocumentClientInput` and `ClientCreation` of the contract). Only the name is required. */
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

/** A fault of one field of a client; the message says in Portuguese how to mend it. */
export type ClientFault = { field: string; message: string };

export const clientDocumentTypes = ['CPF', 'CNPJ', 'FOREIGN', 'OTHER'] as const;
export type ClientDocumentType = (typeof clientDocumentTypes)[number];

/** The recipient in a document; later edits of the client do not change it. `document` is `''` for an anonymous consumer. */
export type ClientSnapshot = {
  /** Id of the client's record; null for an anonymous consumer, who has no record. */
  id: string | null;
  name: string;
  tradeName?: string | null;
  document: string;
  documentType: ClientDocumentType | null;
  type: 'INDIVIDUAL' | 'COMPANY' | 'FOREIGN' | null;
  stateRegistration: string | null;
  taxpayerType: TaxpayerType;
  /** Registration at SUFRAMA (free zones of the north), 8 or 9 digits; absent in documents that are older than this field. */
  isuf?: string | null;
  email: string | null;
  phone: string | null;
  /** Null when no address was given; `country` is ISO 3166 alpha-2, `BR` by default. */
  address: Partial<Address> | null;
  country: string;
};
