import type { ProductTaxation } from '../taxation/levels/records.ts';

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
