import { writtenTaxes } from '../taxation/levels/written-taxes.ts';
import type { NormalConfig } from './nfe-config.ts';
import type { NfeConfigName } from './product-input.ts';

/** A product's taxation under the names that a caller writes, every field there; null where the product says nothing. */
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
