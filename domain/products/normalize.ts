import { refuseAny } from '../taxation/fault.ts';
import type { LevelContext } from '../taxation/settle-level.ts';
import type { NormalProduct } from './normal-product.ts';
import type { ProductInput } from './product-input.ts';
import { settleProduct } from './settle.ts';

/**
 * A new product in normal form, ready to be kept.
 *
 * @throws DomainError with every fault in `issues`, under the code of the gravest
 */
export function normalizeProduct(input: ProductInput, context: LevelContext): NormalProduct {
  const { product, faults } = settleProduct(input, context);
  refuseAny(faults);
  return product;
}
