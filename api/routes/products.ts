import { writtenConfig } from '../../domain/products/nfe-config.ts';
import {
  type NfeConfigInput,
  nfeConfigNames,
  type Product,
  type ProductChanges,
  type ProductInput,
} from '../../domain/products/product.entity.ts';
import { inCompany } from '../../operations/in-company.ts';
import { findProducts } from '../../operations/lists/records.ts';
import { changeProduct, createProduct, findProduct, removeProduct } from '../../operations/records/products.ts';
import { companyOf } from '../locals.ts';
import type { Handlers, Schema } from '../operations.ts';
import { listView, pageOf } from '../../http/page.ts';
import type { ApiParts } from '../parts.ts';
import { decimalTextOrNot } from '../../http/requests/decimal-text.ts';

type ProductOperations = Extract<keyof Handlers, `${string}Product` | 'listProducts'>;

export function productHandlers({ orm }: ApiParts): Pick<Handlers, ProductOperations> {
  return {
    listProducts: async (req, res) => {
      const { products, total } = await inCompany(orm, companyOf(res).id, (em) =>
        findProducts(em, req.query, pageOf(req.query)),
      );
      res.json(listView(products.map(productView), total, pageOf(req.query)));
    },

    createProduct: async (req, res) => {
      res.status(201).json(productView(await createProduct(orm, companyOf(res), productInput(req.body))));
    },

    getProduct: async (req, res) => {
      const product = await inCompany(orm, companyOf(res).id, (em) => findProduct(em, req.params.id));
      res.json(productView(product));
    },

    updateProduct: async (req, res) => {
      const changes = productChanges(req.body);
      res.json(productView(await changeProduct(orm, companyOf(res), req.params.id, changes)));
    },

    deleteProduct: async (req, res) => {
      await removeProduct(orm, companyOf(res), req.params.id);
      res.json({ success: true });
    },
  };
}

/** A product with every field of its taxation; null in place of a taxation that says nothing. */
function productView(product: Product): Schema<'Product'> {
  const { taxation, taxRule, ...details } = product.normal();
  const nfeConfig = writtenConfig({ taxation, taxRule });
  const saysNothing = Object.values(nfeConfig).every((value) => value === null);
  return {
    id: product.id,
    ...details,
    nfeConfig: saysNothing ? null : nfeConfig,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}

type Config = Schema<'NfeConfigInput'>;

/** A body with its numbers as decimal strings. */
function productInput({ name, code, ...others }: Schema<'ProductCreation'>): ProductInput {
  return { ...productChanges(others), name, code };
}

/** The same for a change: what was not sent is undefined. */
function productChanges({
  salePrice,
  taxUnitFactor,
  taxUnitExportFactor,
  nfeConfig,
  ...others
}: Schema<'ProductChanges'>): ProductChanges {
  return {
    ...others,
    salePrice: decimalTextOrNot(salePrice),
    taxUnitFactor: decimalTextOrNot(taxUnitFactor),
    taxUnitExportFactor: decimalTextOrNot(taxUnitExportFactor),
    nfeConfig: nfeConfig ? configInput(nfeConfig) : nfeConfig,
  };
}

function configInput(config: NonNullable<Config>): NfeConfigInput {
  const input: NfeConfigInput = {};
  for (const name of nfeConfigNames) input[name] = decimalTextOrNot(config[name]);
  return input;
}
