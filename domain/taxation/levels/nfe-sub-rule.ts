import { type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';

export const ruleClientTypes = ['CONTRIBUINTE', 'NAO_CONTRIBUINTE', 'ISENTO', 'CONSUMIDOR_FINAL'] as const;
/** The clients that a sub-rule is for: one of the three taxpayer types, or those who buy for own use (indFinal 1). */
export type RuleClientType = (typeof ruleClientTypes)[number];

/** One sub-rule of a rule of model NFE, as it is kept. An empty list matches everything (spec 2-extended §2.2). */
export type NfeSubRule = {
  /** Two letters; `EX` is abroad. */
  states: string[];
  clientTypes: RuleClientType[];
  /** Four digits each; compared by the last three. */
  cfops: string[];
  /** What it says; NCM, CEST and CFOP belong to the goods and are never among it. */
  fields: Omit<TaxFields, GoodsFieldName>;
};

type GoodsFieldName = 'ncm' | 'cest' | 'cfop';
export type NfeSubRuleFieldName = Exclude<TaxFieldName, GoodsFieldName>;

const goods: ReadonlySet<TaxFieldName> = new Set<GoodsFieldName>(['ncm', 'cest', 'cfop']);
/** Fields of the resolution that a sub-rule can fill. */
export const nfeSubRuleFieldNames = taxFieldNames.filter((name): name is NfeSubRuleFieldName => !goods.has(name));
