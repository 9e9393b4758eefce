import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { NormalTemplate } from '../domain/templates/normal-template.ts';
import { readTemplateSet } from '../domain/templates/template-set.ts';
import { Refused } from './refused.ts';

/**
 * The templates of a JSON file, or of standard input for `-`.
 *
 * @throws {Refused} `unreadable_file`
 * @throws {DomainError} `validation_error` with every fault by its place in the file
 */
export async function readTemplateFile(path: string, stdin: Readable): Promise<NormalTemplate[]> {
  return readTemplateSet(await parsed(path, stdin));
}

async function parsed(path: string, stdin: Readable): Promise<unknown> {
  try {
    return JSON.parse(path === '-' ? await text(stdin) : await readFile(path, 'utf8'));
  } catch (cause) {
    throw new Refused('unreadable_file', `Não foi possível ler ${path} como JSON.`, { cause });
  }
}
