import type { FieldFault, Fields, TaxFieldName, TaxFields, TaxSource, Trace } from '../fields.ts';
import type { NfeSubRule, NfseSubRule } from './choose-sub-rule.ts';
import type { ServiceFieldName } from './service-fields.ts';

/** A tax rule, with what the resolution needs of it. */
export type RuleRecord<SubRule> = { id: string; name: string; subRules: SubRule[] };

/** A product, with what the resolution needs of it. */
export type ProductRecord = { id: string; name: string };

/** A product of goods, with its own taxation. `units` is absent in records older than the units' factors. */
export type TaxedProduct = ProductRecord & { taxation: ProductTaxation; units?: ProductUnits };

/** Codes of a product's units, and how many units of taxation or export one commercial unit has; a factor is null where nobody gave it. */
export type ProductUnits = {
  commercial: string;
  tax: string;
  taxFactor: string | null;
  export: string;
  exportFactor: string | null;
};

/** A template, with what the resolution needs of it. */
export type TemplateRecord<Name extends string> = { id: string; name: string; fields: Fields<Name> };

/**
 * The records that a document's lines take their taxes from, one entry per item in the request's order. `taxRule` is the rule that applies to the
 * line: the item's, else the document's, else its product's.
 */
type Records<SubRule, Product, Name extends string> = {
  items: { taxRule: RuleRecord<SubRule> | null; product: Product | null }[];
  template: TemplateRecord<Name> | null;
};

export type TaxRecords = Records<NfeSubRule, TaxedProduct, TaxFieldName>;

/** Records of services. A product of a service gives only name, code and price. */
export type ServiceRecords = Records<NfseSubRule, ProductRecord, ServiceFieldName>;

/** A sub-rule that applies to a line, with its place in the rule, from 1. */
export type ChosenSubRule<Name extends string> = { position: number; fields: Fields<Name> };

/** The records that a line's taxes were looked up in; each is null where the document names none. */
export type TaxedBy = {
  /** `subRule` is the place of the chosen sub-rule in the rule, from 1; null where the rule has none for the line. */
  taxRule: { id: string; name: string; subRule: number | null } | null;
  product: { id: string; name: string } | null;
  template: { id: string; name: string } | null;
};

/** Names the records of a line, and the sub-rule that was chosen for it. */
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

/** The message of a fault, with the record that it comes from unless that is the item: that record is where it must be mended. */
export function withSource<Name extends string>(
  { field, message }: FieldFault<Name>,
  trace: Trace<Name>,
  taxedBy: TaxedBy,
): string {
  const source = trace[field] && sourceInWords(trace[field].source, taxedBy);
  return source ? `${message} O valor vem ${source}.` : message;
}

/** The levels in Portuguese, as subjects of a sentence. */
export const levelsInWords = {
  ITEM: 'o item',
  TAX_RULE: 'a regra de tributação',
  PRODUCT: 'o produto',
  TEMPLATE: 'o modelo fiscal',
  COMPANY: 'a tributação padrão da empresa',
  TABLE: 'a tabela',
} as const satisfies Record<TaxSource, string>;

/** The record that gave a field, in Portuguese, for a sentence like "veio de ..."; null where the caller or a table gave it. */
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

/** A product's CFOPs by route; each is null where the product has none. */
export type ProductCfops = {
  /** 5xxx, inside a state. */
  internalCfop: string | null;
  /** 6xxx, for a recipient in another state who pays ICMS. */
  interstateContributor: string | null;
  /** 6xxx, for a recipient in another state who does not. */
  interstateNonContributor: string | null;
  /** 7xxx, for a recipient abroad. */
  exportCfop: string | null;
};

/** A product's own taxation in normal form: the CFOP of each route, and every other field of the resolution by its name. */
export type ProductTaxation = { cfops: ProductCfops; fields: Omit<TaxFields, 'cfop'> };
