import { refuseAny } from '../../../domain/faults.ts';
import { normalizeProduct } from '../../../domain/products/normalize.ts';
import type { NormalProduct, ProductInput } from '../../../domain/products/product.entity.ts';
import type { LevelContext } from '../../../domain/taxation/levels/normalize-level.ts';

export const normalRegime: LevelContext = { regime: 'NORMAL', defaults: {} };
export const simples: LevelContext = { regime: 'SIMPLES', defaults: {} };

/** A product that is accepted as it is; `changes` replaces or adds fields. */
export function product(changes: Partial<ProductInput> = {}): ProductInput {
  return { name: 'Pão de queijo 1 kg', code: 'P-001', ...changes };
}

/** The product as it is stored. @throws DomainError with every fault in `issues`, and the code of the gravest */
export function accepted(input: ProductInput, context: LevelContext): NormalProduct {
  const { product, faults } = normalizeProduct(input, context);
  refuseAny(faults);
  return product;
}
