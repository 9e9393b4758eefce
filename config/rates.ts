import { readFileSync } from 'node:fs';
import { type LawTables, lawTables, shippedLawTables } from '../domain/taxation/law-tables.ts';
import type { Env } from './env.ts';

/**
 * The tables of rates that this process uses: those that Lavra ships, or the operator's file in their place.
 *
 * @throws {Error} when the file cannot be read, or naming everything that is wrong with it
 */
export function readLawTables(env: Pick<Env, 'ratesFile'>): LawTables {
  return env.ratesFile === undefined ? shippedLawTables : lawTables(readGivenTables(env));
}

/** The operator's file as parsed JSON, unchecked; an empty object where there is none. @throws {Error} when it cannot be read */
export function readGivenTables({ ratesFile }: Pick<Env, 'ratesFile'>): unknown {
  return ratesFile === undefined ? {} : JSON.parse(readFileSync(ratesFile, 'utf8'));
}
