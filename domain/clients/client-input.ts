import type { TaxpayerType } from '../taxation/parties.ts';
import type { ClientDocumentType, ClientSnapshot } from './snapshot.ts';

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
