import { type NfeConfigInput, nfeConfigNames, type ProductChanges } from '../products/product.entity.ts';
import type { RowValues } from './row.ts';

/** A row of products as the changes of a record: the taxation goes into `nfeConfig`, which is absent where the file has no column of it. */
export function productChanges(values: RowValues): ProductChanges {
  const nfeConfig: NfeConfigInput = {};
  for (const name of nfeConfigNames) {
    const value = text(values[name]);
    if (value !== undefined) nfeConfig[name] = value;
  }
  return {
    name: text(values['name']) ?? undefined,
    code: text(values['code']) ?? undefined,
    gtin: text(values['gtin']),
    salePrice: text(values['salePrice']),
    commercialUnit: text(values['commercialUnit']),
    taxUnit: text(values['taxUnit']),
    taxUnitExport: text(values['taxUnitExport']),
    taxUnitFactor: text(values['taxUnitFactor']),
    taxUnitExportFactor: text(values['taxUnitExportFactor']),
    ...(Object.keys(nfeConfig).length > 0 ? { nfeConfig } : {}),
  };
}

function text(value: RowValues[string] | undefined): string | null | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}
