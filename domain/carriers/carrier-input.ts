export const carrierDocumentTypes = ['CNPJ', 'CPF'] as const;
/** A carrier with a `CPF` is an autonomous one. */
export type CarrierDocumentType = (typeof carrierDocumentTypes)[number];

type Text = string | null | undefined;

/** A carrier as a caller writes it (`CarrierCreation` of the contract). Only the name is required. */
export type CarrierInput = {
  name: string;
  document?: Text;
  documentType?: CarrierDocumentType | null | undefined;
  stateRegistration?: Text;
  anttCode?: Text;
  email?: Text;
  street?: Text;
  number?: Text;
  city?: Text;
  state?: Text;
};

/** A carrier in normal form: what its record keeps. */
export type NormalCarrier = {
  name: string;
  /** Digits and letters only; `''` where it has none. */
  document: string;
  documentType: CarrierDocumentType | null;
  stateRegistration: string | null;
  anttCode: string | null;
  email: string | null;
  street: string | null;
  number: string | null;
  city: string | null;
  state: string | null;
};

/** The carrier in a document, as it was when the document was created; later edits of the record do not change it. */
export type CarrierSnapshot = {
  name: string;
  /** Digits and letters only; `''` when the record has none. */
  document: string;
  documentType: CarrierDocumentType | null;
  stateRegistration: string | null;
  anttCode: string | null;
  /** Street and number in one line (xEnder). */
  address: string | null;
  city: string | null;
  state: string | null;
};

/** The snapshot of a carrier's record for a document. */
export function carrierSnapshot(carrier: CarrierFields): CarrierSnapshot {
  const { name, document, documentType, stateRegistration, anttCode, city, state } = carrier;
  return {
    name,
    document,
    documentType: documentType ?? null,
    stateRegistration: stateRegistration ?? null,
    anttCode: anttCode ?? null,
    address: addressLine(carrier),
    city: city ?? null,
    state: state ?? null,
  };
}

/** Street and number in one line, as the note prints them; null without either. */
export function addressLine({ street, number }: Pick<CarrierFields, 'street' | 'number'>): string | null {
  return [street, number].filter(Boolean).join(', ') || null;
}

/** Fields of a record that are needed; nullable ones may be absent. */
type CarrierFields = Pick<NormalCarrier, 'name' | 'document'> & {
  [Field in keyof Omit<NormalCarrier, 'name' | 'document'>]?: NormalCarrier[Field] | undefined;
};
