import { productFieldNames } from '../taxation/field-names.ts';
import type { Fault } from '../faults.ts';
import type { TaxFields } from '../taxation/fields.ts';
import { type LevelContext, settleLevel } from '../taxation/levels/settle-level.ts';
import { settleCfops } from './cfops.ts';
import { settleGoodsCodes } from '../taxation/goods-codes.ts';
import type { NormalProduct } from './normal-product.ts';
import { type NfeConfigInput, productTaxFieldNames } from './product-input.ts';

/** The part of a product that `nfeConfig` says. */
export type NormalConfig = Pick<NormalProduct, 'taxation' | 'taxRule'>;

/** A product's taxation in normal form, with every reason for which it would be refused (spec 2-extended §2.5). */
export function settleNfeConfig(
  config: NfeConfigInput,
  context: LevelContext,
): { config: NormalConfig; faults: Fault[] } {
  const { cfops, faults: ofCfops } = settleCfops(config);
  const goods = settleGoodsCodes({ ncm: config.ncm ?? null, cest: config.cest ?? null }, 'nfeConfig.');
  const level = settleLevel({ ...taxFieldsOf(config), ...goods.fields }, context);
  const ofTaxes = level.faults.map(({ field, message }): Fault => {
    return { code: 'invalid_taxation', path: `nfeConfig.${productFieldNames[field]}`, message };
  });
  return {
    config: { taxation: { cfops, fields: level.fields }, taxRule: config.taxRuleId?.trim().toLowerCase() || null },
    faults: [...goods.faults, ...ofCfops, ...ofTaxes],
  };
}

function taxFieldsOf(config: NfeConfigInput): TaxFields {
  const fields: TaxFields = {};
  for (const name of productTaxFieldNames) fields[name] = config[productFieldNames[name]] ?? null;
  return fields;
}
