import type { TaxFields, TaxSource } from '../fields.ts';
import type { NfeSubRule } from './nfe-sub-rule.ts';

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

/** The records in which a line's taxes were looked up; null where the document names none. */
export type TaxedBy = {
  /** `subRule` is the place of the chosen sub-rule in the rule, from 1; null where the rule has none for this line. */
  taxRule: { id: string; name: string; subRule: number | null } | null;
  product: { id: string; name: string } | null;
  template: { id: string; name: string } | null;
};

/** In Portuguese, the record that filled a field, for a sentence like "veio de ..."; null where the caller or a table said it. */
export function sourceInWords(source: TaxSource, { taxRule, product, template }: TaxedBy): string | null {
  switch (source) {
    case 'TAX_RULE':
      return taxRule && `da regra de tributação ${quoted(taxRule.name)}, sub-regra ${taxRule.subRule ?? 0}`;
    case 'PRODUCT':
      return product && `do produto ${quoted(product.name)}`;
    case 'TEMPLATE':
      return template && `do modelo fiscal ${quoted(template.name)}`;
    case 'COMPANY':
      return 'da tributação padrão da empresa';
    case 'ITEM':
    case 'TABLE':
      return null;
  }
}

function quoted(name: string): string {
  return `"${name}"`;
}

/** The operations a product's CFOPs are for; null where the product says nothing. */
export type ProductCfops = {
  /** 5xxx */
  internalCfop: string | null;
  /** 6xxx, to a recipient in another state who pays ICMS. */
  interstateContributor: string | null;
  /** 6xxx, to one who does not. */
  interstateNonContributor: string | null;
  /** 7xxx */
  exportCfop: string | null;
};

/** A product's own taxation as it is kept: the CFOP of each route, and every other field of the resolution by its name. */
export type ProductTaxation = { cfops: ProductCfops; fields: Omit<TaxFields, 'cfop'> };
