export const carrierDocumentTypes = ['CNPJ', 'CPF'] as const;
/** `CPF` is an autonomous carrier. */
export type CarrierDocumentType = (typeof carrierDocumentTypes)[number];

type Text = string | null | undefined;

/** A carrier as a caller writes it (spec 2-extended §2.4). Only the name is required. */
export type CarrierInput = {
  name: string;
  document?: Text;
  documentType?: CarrierDocumentType | null | undefined;
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
  documentType: CarrierDocumentType | null;
  stateRegistration: string | null;
  anttCode: string | null;
  street: string | null;
  number: string | null;
  city: string | null;
  state: string | null;
};
