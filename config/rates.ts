import { readFileSync } from 'node:fs';
import { type RateTables, rateTables, shippedRates } from '../domain/taxation/rate-tables.ts';
import type { Env } from './env.ts';

/**
 * The tables of rates in force for this process: those shipped, or those of the operator's file in their place.
 *
 * @throws {Error} when the file cannot be read, or naming everything that is wrong with it
 */
export function readRates({ ratesFile }: Pick<Env, 'ratesFile'>): RateTables {
  if (ratesFile === undefined) return shippedRates;
  return rateTables(JSON.parse(readFileSync(ratesFile, 'utf8')));
}
