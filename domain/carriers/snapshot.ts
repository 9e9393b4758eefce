import type { carrierDocumentTypes } from './carrier.entity.ts';

/** The carrier as a document keeps it from the moment of creation on, unchanged by later edits of the record. */
export type CarrierSnapshot = {
  name: string;
  /** Digits and letters only; `''` when the record has none. */
  document: string;
  documentType: (typeof carrierDocumentTypes)[number] | null;
  stateRegistration: string | null;
  anttCode: string | null;
  /** Street and number in one line (xEnder). */
  address: string | null;
  city: string | null;
  state: string | null;
};
