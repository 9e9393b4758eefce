import type { TaxFields } from '../fields.ts';

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
