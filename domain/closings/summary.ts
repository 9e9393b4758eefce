import type { DocumentType, Model } from '../document-types.ts';
import type { GoodsLine, ServiceLine, TaxesByKind } from './facts.ts';

/** Consecutive numbers, both ends included. */
export type NumberRange = { startNumber: number; endNumber: number };

/** What would give numbers up: a body for `POST /v1/fiscal-inutilizations`. */
export type InutilizationProposal = NumberRange & { model: Model; series: number; justification: string };

/** Numbers of a series that nobody has drawn, no more than can be given up at once. */
export type NumberGap = NumberRange & {
  /** Null where they cannot be given up: NFS-e, an issuer with a CPF, and a leap too wide to be a slip. */
  proposal: InutilizationProposal | null;
};

/**
 * A number that is drawn and neither authorized nor given up: its document waits or was refused (`REJECTED_IN_CONTINGENCY` where its paper was
 * out by then), or left it to be issued anew in contingency (`REPLACED`, and what became of that note).
 */
export type OpenNumber = { number: number; documentId: string; status: string };

/**
 * What a month says of the numbers of one series. Each number after `previous` (from `first` on where there is none) up to `last` is in
 * exactly one place: a document of the month (authorized, cancelled, denied or open), `later`, inutilized or being so, or a gap.
 */
export type SeriesNumbers = {
  type: DocumentType;
  series: number;
  /** The last number of earlier months; null where there is none. */
  previous: number | null;
  /** The lowest and the highest number that the month has used. */
  first: number;
  last: number;
  authorized: number;
  /** Numbers of the documents. */
  cancelled: number[];
  denied: number[];
  /** Inutilized ranges that touch the month's numbers, each in full. */
  inutilized: NumberRange[];
  /** Ranges whose inutilization the authority has not answered yet. */
  inutilizing: NumberRange[];
  /** Numbers among the month's whose documents bear a later date. */
  later: number[];
  /** From `previous` to `last`; from `first` where there is no earlier one. */
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
  /** By CST, CFOP and rate, as register C190; without lines that have no ICMS at all. */
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
  /** A row for every day of the month, from 1. */
  byDay: { day: number; count: number; totalValue: string }[];
};

/** Whose closing it is, and of when. */
export type ClosingHead = {
  closingId: string;
  year: number;
  month: number;
  includeXml: boolean;
  includePdf: boolean;
  /** ISO 8601 in Brasília time, to the second: what the ZIP speaks of. */
  asOf: string;
  /** When the numbers of the month were last compared with what the authorities have, likewise, and how many differences are open; null where they never were, absent in older closings. */
  reconciledOn?: string | null | undefined;
  openDifferences?: number | null | undefined;
  company: { id: string; taxId: string; name: string };
  office: { taxId: string; name: string };
};

/** What the page of a closing shows. */
export type ClosingSummary = ClosingHead & {
  totals: ClosingTotals;
  numbering: SeriesNumbers[];
  inutilizationCount: number;
  fileCount: number;
  /** Documents of which there is no PDF, with the reason; at most ten, and how many there are. */
  withoutPdf: { accessKey: string; reason: string }[];
  withoutPdfCount: number;
};
