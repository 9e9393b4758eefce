import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Env } from '../../config/env.ts';
import { Refused } from '../refused.ts';

/**
 * The file of tables that a command is about: the one that it names, or that of LAVRA_RATES.
 *
 * @throws {Refused} `invalid_settings` where there is neither
 */
export function ratesFileOf(named: string | undefined, { ratesFile }: Pick<Env, 'ratesFile'>): string {
  const path = named ?? ratesFile;
  if (path !== undefined) return path;
  throw new Refused('invalid_settings', 'LAVRA_RATES não está definido: diga o arquivo, ou defina LAVRA_RATES.');
}

/**
 * What stands in a file of tables; nothing where there is no file yet and `mayBeNew`.
 *
 * @throws {Refused} `unreadable_file`
 */
export function readRatesFile(path: string, { mayBeNew }: { mayBeNew: boolean }): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    if (mayBeNew && isMissing(cause)) return {};
    throw new Refused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
}

/**
 * Puts the tables in the file's place at once: a process that starts meanwhile reads the old ones or the new.
 *
 * @throws {Refused} `unwritable_file`
 */
export async function writeRatesFile(path: string, tables: object): Promise<void> {
  const beside = `${path}.${process.pid}.new`;
  try {
    await writeFile(beside, `${JSON.stringify(tables, null, 2)}\n`);
    await rename(beside, path);
  } catch (cause) {
    throw new Refused('unwritable_file', `Não foi possível escrever ${path}.`, { cause });
  }
}

function isMissing(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';
}
