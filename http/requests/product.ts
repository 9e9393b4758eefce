import {
  type NfeConfigInput,
  nfeConfigNames,
  type ProductChanges,
  type ProductInput,
} from '../../domain/products/product.entity.ts';
import type { Schema } from '../schema.ts';
import { decimalTextOrNot } from './decimal-text.ts';

type Config = Schema<'NfeConfigInput'>;

/** A body with its numbers as decimal strings. */
export function productInput({ name, code, ...others }: Schema<'ProductCreation'>): ProductInput {
  return { ...productChanges(others), name, code };
}

/** The same for a change: what was not sent is undefined. */
export function productChanges({
  salePrice,
  taxUnitFactor,
  taxUnitExportFactor,
  nfeConfig,
  ...others
}: Schema<'ProductChanges'>): ProductChanges {
  return {
    ...others,
    salePrice: decimalTextOrNot(salePrice),
    taxUnitFactor: decimalTextOrNot(taxUnitFactor),
    taxUnitExportFactor: decimalTextOrNot(taxUnitExportFactor),
    nfeConfig: nfeConfig ? configInput(nfeConfig) : nfeConfig,
  };
}

function configInput(config: NonNullable<Config>): NfeConfigInput {
  const input: NfeConfigInput = {};
  for (const name of nfeConfigNames) input[name] = decimalTextOrNot(config[name]);
  return input;
}
