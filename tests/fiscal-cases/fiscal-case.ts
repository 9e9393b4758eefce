import type { Schema } from '../../api/operations.ts';
import type { CompanySettings } from '../../domain/companies/settings.ts';
import type { OriginNote } from '../../domain/documents/check/returns.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { State } from './states.ts';

export type Body = Schema<'FiscalDocumentCreation'>;
export type ItemBody = Schema<'DocumentItemInput'>;
export type Buyer = NonNullable<Body['client']>;

/** A company, or a producer by CPF; of the normal regime in São Paulo where nothing is said. */
export type Seller = { state?: State; taxId?: string } & Partial<Omit<CompanySettings, 'address' | 'series'>>;

/** A sale as the API takes it: ten pieces of 100.00 to a taxpayer of the seller's state, on 2026-11-21, where nothing else is said. */
export type Sale = {
  by?: Seller;
  to?: Buyer;
  item?: Partial<ItemBody>;
  /** Several lines in place of `item`. */
  items?: Partial<ItemBody>[];
  document?: Partial<Body>;
  on?: string;
  /** Tables that the operator gives. */
  rates?: object;
  /** Totals of the notes that a return gives back. */
  origins?: OriginNote[];
};

/**
 * What the note says: `field = result`, or `field = arithmetic = result` as on paper, or `field = absent`. A field is named by the layout, below
 * groups where its name alone is not enough (`ICMSTot/vICMS`, `det[2]/vICMS`); `count(det)` is how many groups there are of that name.
 */
export type Figures = string[];

/** What is sent to the authority in spite of the product: the note of a sale that it takes, and what of its XML is changed. */
export type Forgery = {
  cStat: number;
  /** What the sale says otherwise so that nothing is against it. */
  mended: Pick<Sale, 'by' | 'to' | 'item' | 'items' | 'document' | 'on' | 'rates'>;
  forged: [text: string, instead: string][];
};

/** One case of law: what is sold, where the law or the rule stands with its date, and either the note or who refuses it and why. */
export type FiscalCase = { of: string; source: string; sale: Sale } & (
  | { gives: Figures }
  | {
      refused: { code: ErrorCode; path: string };
      /** The authority's refusal of the same, or why there is none to see. */
      authority: Forgery | string;
    }
);
