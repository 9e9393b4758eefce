import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Refused } from './refused.ts';

/**
 * A company's form from a JSON file, or from standard input for `-`.
 *
 * @throws {Refused} `unreadable_file`
 */
export async function readCompanyFile(path: string, stdin: Readable): Promise<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(path === '-' ? await text(stdin) : await readFile(path, 'utf8'));
    if (isForm(parsed)) return parsed;
  } catch (cause) {
    throw new Refused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
  throw new Refused('unreadable_file', `${path} deve ter um objeto JSON com os campos da empresa.`);
}

function isForm(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
