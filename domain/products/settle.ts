import { checkTexts } from '../text-check.ts';
import type { Fault } from '../faults.ts';
import type { LevelContext } from '../taxation/levels/settle-level.ts';
import { settleDetails } from './details.ts';
import { settleNfeConfig } from './nfe-config.ts';
import type { NormalProduct } from './normal-product.ts';
import type { ProductInput } from './product-input.ts';

/** A product in normal form, with every fault of what was sent; it may be kept only without any. */
export type SettledProduct = { product: NormalProduct; faults: Fault[] };

/** A new product in normal form (spec 2-extended §2.5). Whether its tax rule exists is for those to say who can look. */
export function settleProduct(input: ProductInput, context: LevelContext): SettledProduct {
  const { details, faults } = settleDetails(input);
  const { config, faults: ofConfig } = settleNfeConfig(input.nfeConfig ?? {}, context);
  return { product: { ...details, ...config }, faults: [...checkTexts(input), ...faults, ...ofConfig] };
}
