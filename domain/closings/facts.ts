import type { DocumentType } from '../document-types.ts';

/** Taxes of a document by their kind, as decimal strings with two places; kinds that the document does not have are absent. */
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
 * Items of a document that an accountant posts as one line: those of the same CFOP, origin and CST (or CSOSN) of ICMS, and rate, as in register C190
 * of the EFD ICMS/IPI. Money with two places, rates with four; amounts that the items do not have are `"0.00"`.
 */
export type GoodsLine = {
  cfop: string;
  /** Origin of the goods, 0 to 8; null, like CST, on notes of credit and debit that are about IBS and CBS alone. */
  origin: string | null;
  /** CST (two digits) or CSOSN (three). */
  cst: string | null;
  rate: string;
  /**
   * What the items add to the note's value: goods, freight, insurance and other costs, substitution and its fund, ICMS that is retained of biofuels,
   * PIS and COFINS by substitution, II, IPI and returned IPI, less discounts and deducted exempted ICMS.
   */
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

/** A service as an accountant posts it: by its national code. Money and rates as in GoodsLine. */
export type ServiceLine = {
  serviceCode: string;
  /** What the taker is charged, before taxes are withheld. */
  operationValue: string;
  issBase: string;
  /** Null where no rate applies: Simples collects the tax, or none is due. */
  issRate: string | null;
  iss: string;
  issWithheld: string;
  /** CST of the provider's own PIS and COFINS; null where the note has none. */
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

/** What a closing's manifest tells of one document. It is kept as JSON while the ZIP is being made. */
export type DocumentFacts = {
  documentId: string;
  type: DocumentType;
  accessKey: string;
  series: number;
  number: number;
  /** The official number of an NFS-e; null for other documents. */
  nfseNumber: string | null;
  status: 'AUTHORIZED' | 'CANCELLED';
  /** Brasília time with its offset: `2026-10-03T14:30:00-03:00`. */
  issuedAt: string;
  authorizedAt: string | null;
  cancelledAt: string | null;
  protocol: string | null;
  /** Recipient or taker; null where none is named. */
  recipient: { taxId: string | null; name: string } | null;
  /** Two places. */
  totalValue: string;
  taxes: TaxesByKind;
  /** Lines by type: `goods` or `services`. Both are empty for a cancelled document. */
  goods: GoodsLine[];
  services: ServiceLine[];
  /** Why the document has no PDF, in Portuguese; null where it has one, or none was asked for. */
  pdfMissing: string | null;
};
