import type { DocumentType, Model } from '../document-types.ts';
import type { GoodsLine, ServiceLine, TaxesByKind } from './facts.ts';

/** Consecutive numbers, both ends included. */
export type NumberRange = { startNumber: number; endNumber: number };

/** A proposal to give numbers up: a body for `POST /v1/fiscal-inutilizations`. */
export type InutilizationProposal = NumberRange & { model: Model; series: number; justification: string };

/** Numbers of a series that nobody has drawn, at most as many as one request can give up. */
export type NumberGap = NumberRange & {
  /** Null where they cannot be given up: NFS-e, an issuer with a CPF, or a gap too wide to be a slip. */
  proposal: InutilizationProposal | null;
};

/**
 * A drawn number that is neither authorized nor given up. Its document waits or was refused (`REJECTED_IN_CONTINGENCY` if its paper was already
 * handed out), or the sale was issued anew in contingency with another number (`REPLACED`, and what became of the first note).
 */
export type OpenNumber = { number: number; documentId: string; status: string };

/**
 * The numbers of one series in a month. Each number after `previous` (from `first` on if there is no `previous`) up to `last` is in exactly one
 * place: a document of the month (authorized, cancelled, denied or open), `later`, `inutilized`, `inutilizing`, or a gap.
 */
export type SeriesNumbers = {
  type: DocumentType;
  series: number;
  /** The last number of earlier months; null where there is none. */
  previous: number | null;
  /** The lowest and the highest number that a document of the month has. */
  first: number;
  last: number;
  authorized: number;
  /** Numbers of cancelled documents, then of denied ones. */
  cancelled: number[];
  denied: number[];
  /** Inutilized ranges that overlap the month's numbers, each as a whole. */
  inutilized: NumberRange[];
  /** Ranges whose inutilization the authority has not answered yet, each as a whole. */
  inutilizing: NumberRange[];
  /** Numbers between those of the month whose documents have a later date. */
  later: number[];
  /** Gaps after `previous`, or from `first` on, up to `last`. */
  gaps: NumberGap[];
  open: OpenNumber[];
};

export type GoodsSums = Omit<
  GoodsLine,
  'cfop' | 'origin' | 'cst' | 'rate' | 'pisCst' | 'cofinsCst' | 'ibsCbsCst' | 'classification'
>;
type TaxSums = { base: string; value: string; operationValue: string };

/** Sums over the authorized documents of a month. Money with two places. */
export type ClosingTotals = {
  authorized: { count: number; totalValue: string };
  cancelled: { count: number; totalValue: string };
  byType: { type: DocumentType; authorized: number; cancelled: number; totalValue: string }[];
  taxes: TaxesByKind;
  byCfop: ({ cfop: string } & GoodsSums)[];
  /** By CST, CFOP and rate, like register C190; lines without ICMS are left out. */
  byCst: ({ origin: string; cst: string; cfop: string; rate: string } & GoodsSums)[];
  byPisCst: ({ cst: string } & TaxSums)[];
  byCofinsCst: ({ cst: string } & TaxSums)[];
  byIbsCbsCst: {
    cst: string;
    classification: string;
    base: string;
    ibs: string;
    cbs: string;
    operationValue: string;
  }[];
  byService: (Pick<ServiceLine, 'serviceCode' | 'operationValue' | 'issBase' | 'iss' | 'issWithheld'> & {
    count: number;
  })[];
  /** A row for each day of the month, from 1. */
  byDay: { day: number; count: number; totalValue: string }[];
};

/** The company, the month and the office of a closing, and the instant for which it is true. */
export type ClosingHead = {
  closingId: string;
  year: number;
  month: number;
  includeXml: boolean;
  includePdf: boolean;
  /** The instant for which the ZIP is true: ISO 8601 in Brasília time, to the second. */
  asOf: string;
  /**
   * When the month's numbers were last compared with what the authorities have (in the same form), and how many differences are open. Null where they
   * never were, absent in older closings.
   */
  reconciledOn?: string | null | undefined;
  openDifferences?: number | null | undefined;
  company: { id: string; taxId: string; name: string };
  office: { taxId: string; name: string };
};

/** What the printed page of a closing shows. */
export type ClosingSummary = ClosingHead & {
  totals: ClosingTotals;
  numbering: SeriesNumbers[];
  inutilizationCount: number;
  fileCount: number;
  /** Documents without a PDF, with the reason. The list has ten at most, `withoutPdfCount` counts all. */
  withoutPdf: { accessKey: string; reason: string }[];
  withoutPdfCount: number;
};
