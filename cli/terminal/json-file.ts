import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refused } from '../refused.ts';

/**
 * The value in a JSON file, or in standard input for `-`.
 *
 * @throws {Refused} `unreadable_file`
 */
export async function readJsonFile(path: string, stdin: Readable): Promise<unknown> {
  try {
    return JSON.parse(path === '-' ? await text(stdin) : await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Refused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
}
