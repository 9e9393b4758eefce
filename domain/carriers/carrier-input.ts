import type { carrierDocumentTypes } from './carrier.entity.ts';

type Text = string | null | undefined;

/** A carrier as a caller writes it (spec 2-extended §2.4). Only the name is required. */
export type CarrierInput = {
  name: string;
  document?: Text;
  documentType?: (typeof carrierDocumentTypes)[number] | null | undefined;
  stateRegistration?: Text;
  anttCode?: Text;
  street?: Text;
  number?: Text;
  city?: Text;
  state?: Text;
};

/** A carrier in normal form: what its record keeps. */
export type NormalCarrier = {
  name: string;
  /** Digits and letters only; `''` without one. */
  document: string;
  documentType: (typeof carrierDocumentTypes)[number] | null;
  stateRegistration: string | null;
  anttCode: string | null;
  street: string | null;
  number: string | null;
  city: string | null;
  state: string | null;
};
