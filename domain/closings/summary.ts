import type { DocumentType, Model } from '../document-types.ts';
import type { GoodsLine, ServiceLine, TaxesByKind } from './facts.ts';

/** Consecutive numbers, both ends included. */
export type NumberRange = { startNumber: number; endNumber: number };

/** Numbers of a series that nobody has drawn, and what would give them up: a body for `POST /v1/fiscal-inutilizations`. */
export type NumberGap = NumberRange & {
  /** Null for NFS-e, whose numbers are not inutilized. */
  proposal: { model: Model; series: number; startNumber: number; endNumber: number } | null;
};

/** A number that is drawn and neither authorized nor given up: its document waits or was refused. */
export type OpenNumber = { number: number; documentId: string; status: string };

/** What a month says of the numbers of one series. */
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
  /** Inutilized ranges that touch the month's numbers. */
  inutilized: NumberRange[];
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
  /** By CST, CFOP and rate, as register C190. */
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
  byService: (Omit<ServiceLine, 'issRate'> & { count: number })[];
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
