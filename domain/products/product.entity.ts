import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { nowOnChange, nowOnCreate, uuidKey } from '../columns.ts';
import { Company } from '../companies/company.entity.ts';
import { ownedByCompany } from '../companies/ownership.ts';
import { decimal, unitPrice } from '../money.ts';
import { TaxRule } from '../tax-rules/tax-rule.entity.ts';
import { productFieldNames, type TaxFieldName, taxFieldNames } from '../taxation/fields.ts';
import type { ProductCfops, ProductTaxation } from '../taxation/levels/records.ts';

type Text = string | null | undefined;

/** The fields of the tax resolution that a product can fill. Its CFOPs are not among them, because they differ by destination. */
type ProductTaxFieldName = Exclude<TaxFieldName, 'cfop'>;
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

/** A product as a caller writes it (`ProductCreation` of the contract). Absent and null mean the same, except for interstate CFOPs. */
export type ProductInput = {
  name: string;
  code: string;
  /** GTIN-8, -12, -13 or -14. */
  gtin?: Text;
  /** Reais, up to 10 decimals. */
  salePrice?: Text;
  commercialUnit?: Text;
  taxUnit?: Text;
  taxUnitExport?: Text;
  /** Taxable units in one commercial unit, up to 10 decimals; the field below is the same for exports. */
  taxUnitFactor?: Text;
  taxUnitExportFactor?: Text;
  nfeConfig?: NfeConfigInput | null | undefined;
};

/** Changes to a product: undefined fields stay as they are. */
export type ProductChanges = { [Name in keyof ProductInput]?: ProductInput[Name] | undefined };

/** A product in normal form, under the names of the entity: `em.create(Product, { ...product, company })`. */
export type NormalProduct = {
  name: string;
  code: string;
  gtin: string | null;
  /** Reais, with 2 to 10 decimals. */
  salePrice: string | null;
  commercialUnit: string;
  taxUnit: string;
  taxUnitExport: string;
  /** Taxable units in one commercial unit, without trailing zeros. */
  taxUnitFactor: string | null;
  taxUnitExportFactor: string | null;
  taxation: ProductTaxation;
  /** Id of a tax rule; whether it exists is not checked. */
  taxRule: string | null;
};

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'product',
  ...ownedByCompany,
  properties: {
    id: uuidKey(),
    company: () => p.manyToOne(Company).mapToPk(),
    name: p.text(),
    /** The caller's own code; unique among the company's products that were not removed. */
    code: p.string().length(60),
    gtin: p.string().length(14).nullable(),
    /** Reais for one commercial unit, with up to 10 decimals. */
    salePrice: p.decimal('string').precision(21).scale(10).nullable(),
    commercialUnit: p.text(),
    taxUnit: p.text(),
    taxUnitExport: p.text(),
    /** Taxable units in one commercial unit, with up to 10 decimals. */
    taxUnitFactor: p.decimal('string').precision(21).scale(10).nullable(),
    taxUnitExportFactor: p.decimal('string').precision(21).scale(10).nullable(),
    taxation: p.json<ProductTaxation>(),
    taxRule: () => p.manyToOne(TaxRule).mapToPk().nullable().deleteRule('restrict'),
    /** Text for searches, without accents and in lower case, which the database generates. */
    searchText: p
      .text()
      .$type<Opt<string>>()
      .generated(`(plain_text((((' '::text || name) || ' '::text) || (code)::text))) stored`)
      .lazy(),
    /** When the product was removed; null while it was not. Drafts that name it still find it; lists and new documents do not. */
    deletedAt: p.datetime().nullable(),
    createdAt: nowOnCreate(),
    updatedAt: nowOnChange(),
  },
  indexes: [
    { properties: ['taxRule'] },
    {
      name: 'product_company_code_unique',
      expression: `create unique index "product_company_code_unique" on "product" ("company_id", "code") where "deleted_at" is null`,
    },
    {
      name: 'product_company_list',
      expression: `create index "product_company_list" on "product" ("company_id", "id") where "deleted_at" is null`,
    },
    {
      name: 'product_search',
      expression: `create index "product_search" on "product" using gin ("company_id", "search_text" gin_trgm_ops) where "deleted_at" is null`,
    },
  ],
});

/** A product that a company sells, with its taxation: level `PRODUCT` of the tax resolution. */
export class Product extends ProductSchema.class {
  /** The product without the columns that the database adds. */
  normal(): NormalProduct {
    const { name, code, commercialUnit, taxUnit, taxUnitExport, taxation } = this;
    const { gtin = null, taxRule = null } = this;
    const salePrice = this.salePrice ? unitPrice(decimal(this.salePrice)) : null;
    const units = { commercialUnit, taxUnit, taxUnitExport };
    const factors = {
      taxUnitFactor: plainFactor(this.taxUnitFactor),
      taxUnitExportFactor: plainFactor(this.taxUnitExportFactor),
    };
    return { name, code, gtin, salePrice, ...units, ...factors, taxation, taxRule };
  }

  remove(): void {
    this.deletedAt = new Date();
  }
}
ProductSchema.setClass(Product);

/** A factor without the trailing zeros that the database adds. */
function plainFactor(factor: string | null | undefined): string | null {
  return factor ? decimal(factor).toFixed() : null;
}
