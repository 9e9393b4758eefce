import type { Fault } from '../faults.ts';
import { cfopOnRoute, type CfopRoute, fitsRoute, unknownCfopOfGoods } from '../taxation/cfop.ts';
import { productFieldNames, type TaxFields } from '../taxation/fields.ts';
import { normalizeGoodsCodes } from '../taxation/goods.ts';
import { type LevelContext, normalizeLevel, writtenTaxes } from '../taxation/levels/normalize-level.ts';
import type { ProductCfops } from '../taxation/levels/records.ts';
import {
  type NfeConfigInput,
  type NfeConfigName,
  type NormalProduct,
  productCfopNames,
  productTaxFieldNames,
} from './product.entity.ts';

/** The fields of a product that come from `nfeConfig`. */
export type NormalConfig = Pick<NormalProduct, 'taxation' | 'taxRule'>;

/** A product's taxation in normal form, with all its faults. */
export function normalizeNfeConfig(
  config: NfeConfigInput,
  context: LevelContext,
): { config: NormalConfig; faults: Fault[] } {
  const { cfops, faults: ofCfops } = normalizeCfops(config, context.regime);
  const goods = normalizeGoodsCodes({ ncm: config.ncm ?? null, cest: config.cest ?? null }, 'nfeConfig.');
  const level = normalizeLevel({ ...taxFieldsOf(config), ...goods.fields }, context);
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

/** A product's taxation under the API's names, with every field; null where the product leaves it open. */
export function writtenConfig({ taxation, taxRule }: NormalConfig): Record<NfeConfigName, string | null> {
  const { cfops, fields } = taxation;
  return {
    ncm: fields.ncm ?? null,
    cest: fields.cest ?? null,
    internalCfop: cfops.internalCfop,
    interstateContributor: cfops.interstateContributor,
    interstateNonContributor: cfops.interstateNonContributor,
    exportCfop: cfops.exportCfop,
    ...writtenTaxes(fields),
    taxRuleId: taxRule,
  };
}

export const suggestedCfopNames = ['interstateContributor', 'interstateNonContributor'] as const;
type SuggestedCfopName = (typeof suggestedCfopNames)[number];

const routes: Record<SuggestedCfopName, CfopRoute> = {
  interstateContributor: { direction: 'OUT', destination: '2', taxpayerType: 'CONTRIBUINTE' },
  interstateNonContributor: { direction: 'OUT', destination: '2', taxpayerType: 'NAO_CONTRIBUINTE' },
};

const scopes: Record<keyof ProductCfops, { first: string; words: string }> = {
  internalCfop: { first: '5', words: 'de saída interna' },
  interstateContributor: { first: '6', words: 'de saída interestadual' },
  interstateNonContributor: { first: '6', words: 'de saída interestadual' },
  exportCfop: { first: '7', words: 'de exportação' },
};

/** The interstate CFOP that corresponds to an internal one; null where there is none. */
export function suggestedCfop(
  internalCfop: string | null,
  name: SuggestedCfopName,
  regime: LevelContext['regime'] = null,
): string | null {
  if (!internalCfop?.startsWith(scopes.internalCfop.first)) return null;
  const route = { ...routes[name], ...(regime ? { regime } : {}) };
  const counterpart = cfopOnRoute(internalCfop, route);
  return fitsRoute(counterpart, route) ? counterpart : null;
}

/**
 * The CFOPs of a product in digits, which may be sent with the point of the official table. An interstate CFOP that is undefined is suggested from
 * the internal one; null leaves it empty.
 */
export function normalizeCfops(
  config: NfeConfigInput,
  regime: LevelContext['regime'] = null,
): { cfops: ProductCfops; faults: Fault[] } {
  const cfops: ProductCfops = {
    internalCfop: digitsOf(config.internalCfop),
    interstateContributor: digitsOf(config.interstateContributor),
    interstateNonContributor: digitsOf(config.interstateNonContributor),
    exportCfop: digitsOf(config.exportCfop),
  };
  const faults = productCfopNames.flatMap((name) => checkScope(cfops[name], name));
  for (const name of suggestedCfopNames) {
    if (config[name] === undefined) cfops[name] = suggestedCfop(cfops.internalCfop, name, regime);
  }
  return { cfops, faults };
}

function digitsOf(text: string | null | undefined): string | null {
  return text?.replaceAll(/[.\s]/g, '') || null;
}

function checkScope(cfop: string | null, name: keyof ProductCfops): Fault[] {
  const { first, words } = scopes[name];
  if (cfop === null) return [];
  const isInScope = /^\d{4}$/.test(cfop) && cfop.startsWith(first);
  const message = isInScope
    ? unknownCfopOfGoods(cfop)
    : `O CFOP ${words} tem 4 dígitos e começa por ${first}; veio ${cfop}.`;
  return message === null ? [] : [{ code: 'invalid_cfop', path: `nfeConfig.${name}`, message }];
}
