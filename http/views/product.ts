import { writtenConfig } from '../../domain/products/nfe-config.ts';
import type { Product } from '../../domain/products/product.entity.ts';
import type { Schema } from '../schema.ts';

/** A product with every field of its taxation; null in place of a taxation that says nothing. */
export function productView(product: Product): Schema<'Product'> {
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
