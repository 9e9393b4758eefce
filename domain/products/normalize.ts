import { checkTexts } from '../check-texts.ts';
import type { Fault } from '../faults.ts';
import type { LevelContext } from '../taxation/levels/normalize-level.ts';
import { type ProductDetails, normalizeDetails } from './details.ts';
import {
  type NormalConfig,
  normalizeNfeConfig,
  suggestedCfop,
  suggestedCfopNames,
  writtenConfig,
} from './nfe-config.ts';
import {
  type NfeConfigInput,
  nfeConfigNames,
  type NormalProduct,
  type ProductChanges,
  type ProductInput,
} from './product.entity.ts';

/** A product in normal form, and the faults of its input; it may be stored only when there are none. */
export type NormalizedProduct = { product: NormalProduct; faults: Fault[] };

/** A new product in normal form (`ProductCreation` of the contract). Does not check that its tax rule exists. */
export function normalizeProduct(input: ProductInput, context: LevelContext): NormalizedProduct {
  const { details, faults } = normalizeDetails(input);
  const { config, faults: ofConfig } = normalizeNfeConfig(input.nfeConfig ?? {}, context);
  return { product: { ...details, ...config }, faults: [...checkTexts(input), ...faults, ...ofConfig] };
}

/**
 * A product after a change: fields that were not sent stay, null clears, and `nfeConfig` is merged field by field and checked as a whole. A change
 * without taxation leaves it untouched, even where it would be refused today.
 */
export function reviseProduct(
  stored: NormalProduct,
  changes: ProductChanges,
  context: LevelContext,
): NormalizedProduct {
  const { details, faults } = normalizeDetails(mergedDetails(stored, changes));
  const config = touchesTaxation(changes)
    ? normalizeNfeConfig(mergedConfig(stored, changes.nfeConfig), context)
    : { config: { taxation: stored.taxation, taxRule: stored.taxRule }, faults: [] };
  return {
    product: { ...details, ...config.config },
    faults: [...checkTexts(changes), ...faults, ...config.faults],
  };
}

/** Whether a change has fields of the taxation; an empty `nfeConfig` has none. */
export function touchesTaxation({ nfeConfig }: ProductChanges): boolean {
  if (nfeConfig === undefined || nfeConfig === null) return nfeConfig === null;
  return nfeConfigNames.some((name) => nfeConfig[name] !== undefined);
}

function mergedConfig(stored: NormalConfig, changes: NfeConfigInput | null | undefined): NfeConfigInput {
  if (!changes) return {};
  const config: NfeConfigInput = { ...writtenConfig(stored), ...suggestedAnew(stored, changes) };
  for (const name of nfeConfigNames) if (changes[name] !== undefined) config[name] = changes[name];
  return config;
}

/** When the internal CFOP changes, interstate CFOPs that equal the old suggestion change, too; others were chosen by the caller and stay. */
function suggestedAnew({ taxation: { cfops } }: NormalConfig, { internalCfop }: NfeConfigInput): NfeConfigInput {
  const config: NfeConfigInput = {};
  if (internalCfop === undefined) return config;
  for (const name of suggestedCfopNames) {
    if (cfops[name] === suggestedCfop(cfops.internalCfop, name)) config[name] = undefined;
  }
  return config;
}

function mergedDetails(stored: ProductDetails, changes: ProductChanges): ProductInput {
  return {
    name: changes.name ?? stored.name,
    code: changes.code ?? stored.code,
    gtin: kept(stored.gtin, changes.gtin),
    salePrice: kept(stored.salePrice, changes.salePrice),
    commercialUnit: kept(stored.commercialUnit, changes.commercialUnit),
    taxUnit: kept(stored.taxUnit, changes.taxUnit),
    taxUnitExport: kept(stored.taxUnitExport, changes.taxUnitExport),
    taxUnitFactor: kept(stored.taxUnitFactor, changes.taxUnitFactor),
    taxUnitExportFactor: kept(stored.taxUnitExportFactor, changes.taxUnitExportFactor),
  };
}

function kept(stored: string | null, change: string | null | undefined): string | null {
  return change === undefined ? stored : change;
}
