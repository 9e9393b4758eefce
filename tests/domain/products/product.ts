import type { ProductInput } from '../../../domain/products/product-input.ts';
import type { LevelContext } from '../../../domain/taxation/settle-level.ts';

export const normalRegime: LevelContext = { regime: 'NORMAL', defaults: {} };
export const simples: LevelContext = { regime: 'SIMPLES', defaults: {} };

/** A product that is accepted as it is; whatever is given replaces or adds to its fields. */
export function product(changes: Partial<ProductInput> = {}): ProductInput {
  return { name: 'Pão de queijo 1 kg', code: 'P-001', ...changes };
}
