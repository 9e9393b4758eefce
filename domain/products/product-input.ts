import { productFieldNames } from '../taxation/field-names.ts';
import { type TaxFieldName, taxFieldNames } from '../taxation/fields.ts';
import type { ProductCfops, ProductTaxation } from '../taxation/levels/records.ts';

type Text = string | null | undefined;

/** The fields of the resolution that a product can fill; its CFOPs are by route instead. */
export type ProductTaxFieldName = Exclude<TaxFieldName, 'cfop'>;
export const productTaxFieldNames = taxFieldNames.filter((name): name is ProductTaxFieldName => name !== 'cfop');

export const productCfopNames = [
  'internalCfop',
  'interstateContributor',
  'interstateNonContributor',
  'exportCfop',
] as const satisfies readonly (keyof ProductCfops)[];

/** Every field of `nfeConfig`, as the API writes it. */
export const nfeConfigNames = [
  ...productCfopNames,
  ...productTaxFieldNames.map((name) => productFieldNames[name]),
  'taxRuleId',
] as const;
export type NfeConfigName = (typeof nfeConfigNames)[number];

/** A product's taxation as a caller writes it; numbers are decimal strings already. */
export type NfeConfigInput = { [Name in NfeConfigName]?: Text };

/** A product as a caller writes it (spec 2-extended §2.5). Absent and null mean the same, except for interstate CFOPs. */
export type ProductInput = {
  name: string;
  code: string;
  /** GTIN-8, 12, 13 or 14. */
  gtin?: Text;
  /** Reais, up to 10 decimals. */
  salePrice?: Text;
  commercialUnit?: Text;
  taxUnit?: Text;
  taxUnitExport?: Text;
  nfeConfig?: NfeConfigInput | null | undefined;
};

/** Changes to a product: undefined fields stay as they are. */
export type ProductChanges = { [Name in keyof ProductInput]?: ProductInput[Name] | undefined };

/** A product in normal form, under the names of the entity: `em.create(Product, { ...product, company })`. */
export type NormalProduct = {
  name: string;
  code: string;
  gtin: string | null;
  /** Reais, 2 to 10 decimals. */
  salePrice: string | null;
  commercialUnit: string;
  taxUnit: string;
  taxUnitExport: string;
  taxation: ProductTaxation;
  /** Id of a tax rule, which may not exist. */
  taxRule: string | null;
};
