import { cfopOnRoute, fitsRoute, type CfopRoute } from '../taxation/cfop.ts';
import type { Fault } from '../faults.ts';
import { type NfeConfigInput, productCfopNames } from './product-input.ts';
import type { ProductCfops } from '../taxation/levels/product-taxation.ts';

export const suggestedCfopNames = ['interstateContributor', 'interstateNonContributor'] as const;
export type SuggestedCfopName = (typeof suggestedCfopNames)[number];

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

/** The interstate CFOP of the operation that an internal one is for; null where it has no twin. */
export function suggestedCfop(internalCfop: string | null, name: SuggestedCfopName): string | null {
  if (!internalCfop?.startsWith(scopes.internalCfop.first)) return null;
  const twin = cfopOnRoute(internalCfop, routes[name]);
  return fitsRoute(twin, routes[name]) ? twin : null;
}

/**
 * The CFOPs of a product: digits only, with or without the point of the official table. Interstate ones that are undefined are
 * suggested from the internal one; null leaves them empty (spec 2-extended §2.5, rules 2 and 4).
 */
export function settleCfops(config: NfeConfigInput): { cfops: ProductCfops; faults: Fault[] } {
  const cfops: ProductCfops = {
    internalCfop: digitsOf(config.internalCfop),
    interstateContributor: digitsOf(config.interstateContributor),
    interstateNonContributor: digitsOf(config.interstateNonContributor),
    exportCfop: digitsOf(config.exportCfop),
  };
  const faults = productCfopNames.flatMap((name) => checkScope(cfops[name], name));
  for (const name of suggestedCfopNames) {
    if (config[name] === undefined) cfops[name] = suggestedCfop(cfops.internalCfop, name);
  }
  return { cfops, faults };
}

function digitsOf(text: string | null | undefined): string | null {
  return text?.replaceAll(/[.\s]/g, '') || null;
}

function checkScope(cfop: string | null, name: keyof ProductCfops): Fault[] {
  const { first, words } = scopes[name];
  if (cfop === null || (/^\d{4}$/.test(cfop) && cfop.startsWith(first))) return [];
  const message = `O CFOP ${words} tem 4 dígitos e começa por ${first}; veio ${cfop}.`;
  return [{ code: 'invalid_cfop', path: `nfeConfig.${name}`, message }];
}
