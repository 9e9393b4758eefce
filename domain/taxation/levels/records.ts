import type { ProductTaxation } from './product-taxation.ts';
import type { NfeSubRule } from './nfe-sub-rule.ts';
import type { TaxFields } from '../fields.ts';

/** A tax rule of model NFE, as the resolution takes it. */
export type RuleRecord = { id: string; name: string; subRules: NfeSubRule[] };

/** A product's own taxation, as the resolution takes it. */
export type ProductRecord = { id: string; name: string; taxation: ProductTaxation };

/** A template of type NFE, as the resolution takes it. */
export type TemplateRecord = { id: string; name: string; fields: TaxFields };

/**
 * The records that a document's lines take their taxes from, one entry per item in the payload's order. `taxRule` is the rule that
 * applies to the line: the item's, else the document's, else its product's.
 */
export type TaxRecords = {
  items: { taxRule: RuleRecord | null; product: ProductRecord | null }[];
  template: TemplateRecord | null;
};

/** Which of the records a line's taxes were looked for in; null where the document names none. */
export type TaxedBy = {
  /** `subRule` is the place of the chosen sub-rule in the rule, from 1; null where the rule has none for this line. */
  taxRule: { id: string; name: string; subRule: number | null } | null;
  product: { id: string; name: string } | null;
  template: { id: string; name: string } | null;
};
