import type { Schema } from '../../api/operations.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import type { OriginNote } from '../../domain/documents/check/returns.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { State } from './states.ts';

export type Body = Schema<'FiscalDocumentCreation'>;
export type ItemBody = Schema<'DocumentItemInput'>;
export type Buyer = NonNullable<Body['client']>;

/** A company, or a producer with a CPF; by default of the normal regime in São Paulo. */
export type Seller = { state?: State; taxId?: string } & Partial<Omit<CompanySettings, 'address' | 'series'>>;

/** A sale as the API takes it: by default ten pieces of 100.00 to a taxpayer of the seller's state, on 2026-11-21. */
export type Sale = {
  by?: Seller;
  to?: Buyer;
  item?: Partial<ItemBody>;
  /** Several lines; they replace `item`. */
  items?: Partial<ItemBody>[];
  document?: Partial<Body>;
  on?: string;
  /** Tables that the operator provides. */
  rates?: object;
  /** Totals of the notes that a return refers to. */
  origins?: OriginNote[];
};

/**
 * The contents of the note: `field = result`, `field = arithmetic = result` as on paper, or `field = absent`. A field has its name in the
 * layout, preceded by groups if the name alone is ambiguous (`ICMSTot/vICMS`, `det[2]/vICMS`); `count(det)` is the number of groups of that
 * name.
 */
export type Figures = string[];

/** A note that the product would not send, made from an accepted sale by changing its XML. */
export type Forgery = {
  cStat: number;
  /** The changes by which the product accepts the sale. */
  mended: Pick<Sale, 'by' | 'to' | 'item' | 'items' | 'document' | 'on' | 'rates'>;
  forged: [text: string, instead: string][];
};

/** One case of law: the sale, the source of the law or rule with its date, and either the note, or who refuses the sale and why. */
export type FiscalCase = { of: string; source: string; sale: Sale } & (
  | { gives: Figures }
  | {
      refused: { code: ErrorCode; path: string };
      /** The authority's refusal of the same sale, or why it cannot be shown. */
      authority: Forgery | string;
    }
);
