import { readFileSync } from 'node:fs';
import { type LawTables, lawTables, shippedLawTables } from '../domain/taxation/law-tables.ts';
import type { Env } from './env.ts';

/**
 * The tables of rates in force for this process: those shipped, or those of the operator's file in their place.
 *
 * @throws {Error} when the file cannot be read, or naming everything that is wrong with it
 */
export function readLawTables(env: Pick<Env, 'ratesFile'>): LawTables {
  return env.ratesFile === undefined ? shippedLawTables : lawTables(readGivenTables(env));
}

/** What the operator's file says, as it stands there; nothing where there is none. @throws {Error} when it cannot be read */
export function readGivenTables({ ratesFile }: Pick<Env, 'ratesFile'>): unknown {
  return ratesFile === undefined ? {} : JSON.parse(readFileSync(ratesFile, 'utf8'));
}
