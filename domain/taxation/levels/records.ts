import type { FieldFault, Fields, TaxFieldName, TaxFields, TaxSource, Trace } from '../fields.ts';
import type { NfeSubRule, NfseSubRule } from './choose-sub-rule.ts';
import type { ServiceFieldName } from './service-fields.ts';

/** A tax rule, as the resolution takes it. */
export type RuleRecord<SubRule> = { id: string; name: string; subRules: SubRule[] };

/** A product, as the resolution takes it. */
export type ProductRecord = { id: string; name: string };

/** A product of goods, with its own taxation. `units` is absent in records that were read before units had factors. */
export type TaxedProduct = ProductRecord & { taxation: ProductTaxation; units?: ProductUnits };

/** Codes of a product's units, and how many units of taxation one commercial unit has; null where nobody said. */
export type ProductUnits = {
  commercial: string;
  tax: string;
  taxFactor: string | null;
  export: string;
  exportFactor: string | null;
};

/** A template, as the resolution takes it. */
export type TemplateRecord<Name extends string> = { id: string; name: string; fields: Fields<Name> };

/**
 * The records that a document's lines take their taxes from, one entry per item in the payload's order. `taxRule` is the rule that
 * applies to the line: the item's, else the document's, else its product's.
 */
type Records<SubRule, Product, Name extends string> = {
  items: { taxRule: RuleRecord<SubRule> | null; product: Product | null }[];
  template: TemplateRecord<Name> | null;
};

export type TaxRecords = Records<NfeSubRule, TaxedProduct, TaxFieldName>;

/** Of a service a product says name, code and price only. */
export type ServiceRecords = Records<NfseSubRule, ProductRecord, ServiceFieldName>;

/** A sub-rule that applies to a line, with its place in the rule, from 1. */
export type ChosenSubRule<Name extends string> = { position: number; fields: Fields<Name> };

/** The records in which a line's taxes were looked up; null where the document names none. */
export type TaxedBy = {
  /** `subRule` is the place of the chosen sub-rule in the rule, from 1; null where the rule has none for this line. */
  taxRule: { id: string; name: string; subRule: number | null } | null;
  product: { id: string; name: string } | null;
  template: { id: string; name: string } | null;
};

/** The records of a line and the sub-rule that was chosen for it. */
export function taxedBy(
  { taxRule, product }: { taxRule: { id: string; name: string } | null; product: ProductRecord | null },
  chosen: { position: number } | null,
  template: { id: string; name: string } | null,
): TaxedBy {
  return {
    taxRule: taxRule && { id: taxRule.id, name: taxRule.name, subRule: chosen?.position ?? null },
    product: product && { id: product.id, name: product.name },
    template: template && { id: template.id, name: template.name },
  };
}

/** What is wrong, and which record it comes from when not from the item, because it must be mended there. */
export function withSource<Name extends string>(
  { field, message }: FieldFault<Name>,
  trace: Trace<Name>,
  taxedBy: TaxedBy,
): string {
  const source = trace[field] && sourceInWords(trace[field].source, taxedBy);
  return source ? `${message} O valor vem ${source}.` : message;
}

/** In Portuguese, who says something of a tax, as the subject of a sentence. */
export const levelsInWords = {
  ITEM: 'o item',
  TAX_RULE: 'a regra de tributação',
  PRODUCT: 'o produto',
  TEMPLATE: 'o modelo fiscal',
  COMPANY: 'a tributação padrão da empresa',
  TABLE: 'a tabela',
} as const satisfies Record<TaxSource, string>;

/** In Portuguese, the record that filled a field, for a sentence like "veio de ..."; null where the caller or a table said it. */
function sourceInWords(source: TaxSource, { taxRule, product, template }: TaxedBy): string | null {
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
