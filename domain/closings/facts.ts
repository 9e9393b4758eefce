import type { DocumentType } from '../document-types.ts';

/** Taxes of a document by their kind, as decimal strings with two places; a kind that it does not have is absent. */
export type TaxesByKind = Partial<Record<TaxKind, string>>;
export const taxKinds = [
  'icms',
  'icmsSt',
  'fcp',
  'fcpSt',
  'icmsDestination',
  'fcpDestination',
  'icmsExempted',
  'icmsMono',
  'icmsMonoRetained',
  'importTax',
  'ipi',
  'returnedIpi',
  'pis',
  'cofins',
  'ibs',
  'cbs',
  'selectiveTax',
  'iss',
  'issWithheld',
  'pisWithheld',
  'cofinsWithheld',
  'inssWithheld',
  'irrfWithheld',
  'csllWithheld',
] as const;
export type TaxKind = (typeof taxKinds)[number];

/**
 * Items of a document that an accountant posts as one line: of one CFOP, one origin and CST (or CSOSN) of ICMS, and one rate. As register
 * C190 of the EFD ICMS/IPI has them. Money with two places, rates with four; what the items do not have is `"0.00"`.
 */
export type GoodsLine = {
  cfop: string;
  /** Digit of the origin, 0 to 8; null, as CST is, on notes of credit and debit that are about IBS and CBS alone. */
  origin: string | null;
  /** CST (two digits) or CSOSN (three). */
  cst: string | null;
  rate: string;
  /** What they add to the note's value: goods, freight, insurance and other costs, substitution and its fund, ICMS
   * that is retained of biofuels, PIS and COFINS by substitution, II, IPI and returned IPI, less discounts and deducted exempted ICMS. */
  operationValue: string;
  icmsBase: string;
  icms: string;
  stBase: string;
  st: string;
  fcp: string;
  fcpSt: string;
  ipi: string;
  pisCst: string | null;
  pisBase: string;
  pis: string;
  cofinsCst: string | null;
  cofinsBase: string;
  cofins: string;
  /** CST and cClassTrib of IBS and CBS; null where the note has none. */
  ibsCbsCst: string | null;
  classification: string | null;
  ibsCbsBase: string;
  ibs: string;
  cbs: string;
};

/** A service as it is posted: by its national code. Money and rates as in GoodsLine. */
export type ServiceLine = {
  serviceCode: string;
  /** What the taker is charged, before anything is withheld. */
  operationValue: string;
  issBase: string;
  /** Null where nobody says one, because Simples collects the tax or none is due. */
  issRate: string | null;
  iss: string;
  issWithheld: string;
  /** Of the provider's own account; null where the note has none. */
  pisCofinsCst: string | null;
  pisCofinsBase: string;
  pis: string;
  cofins: string;
  ibsCbsCst: string | null;
  classification: string | null;
  ibsCbsBase: string;
  ibs: string;
  cbs: string;
};

/** What a closing's manifest says of one document. Kept as JSON while the ZIP is being made. */
export type DocumentFacts = {
  documentId: string;
  type: DocumentType;
  accessKey: string;
  series: number;
  number: number;
  /** Of an NFS-e, its official number. */
  nfseNumber: string | null;
  status: 'AUTHORIZED' | 'CANCELLED';
  /** Brasília time with its offset: `2026-10-03T14:30:00-03:00`. */
  issuedAt: string;
  authorizedAt: string | null;
  cancelledAt: string | null;
  protocol: string | null;
  /** Recipient or taker; null where nobody is named. */
  recipient: { taxId: string | null; name: string } | null;
  /** Two places. */
  totalValue: string;
  taxes: TaxesByKind;
  /** Empty for a cancelled document. Exactly one of the two has lines, by the type. */
  goods: GoodsLine[];
  services: ServiceLine[];
  /** Why there is no PDF of it, in Portuguese; null where there is one, or none was asked for. */
  pdfMissing: string | null;
};
