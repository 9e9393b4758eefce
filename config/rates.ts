import { readFileSync } from 'node:fs';
import { type LawTables, lawTables, shippedLawTables } from '../domain/taxation/law-tables.ts';
import type { Env } from './env.ts';

/**
 * The tables of rates in force for this process: those shipped, or those of the operator's file in their place.
 *
 * @throws {Error} when the file cannot be read, or naming everything that is wrong with it
 */
export function readLawTables({ ratesFile }: Pick<Env, 'ratesFile'>): LawTables {
  if (ratesFile === undefined) return shippedLawTables;
  return lawTables(JSON.parse(readFileSync(ratesFile, 'utf8')));
}
