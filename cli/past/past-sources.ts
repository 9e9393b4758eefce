import { opendir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type ArchivedFile, openZip, type OpenedZip } from '../../adapters/archives/open-zip.ts';
import type { PastSource } from '../../operations/past/examine.ts';
import type { PastRefusal } from '../../operations/past/take-files.ts';
import { CommandRefused } from '../command-refused.ts';

/** A file in a folder or ZIP, or why it cannot be read; null where it is not XML, such as a DANFE. */
export type PastEntry = PastSource | PastRefusal | null;

/** Far above any message of the authorities. */
const largest = 8 * 1024 * 1024;

/**
 * How many files are below a path, those in ZIPs included, for the progress bar.
 *
 * @throws CommandRefused `unreadable_file`
 */
export async function countPast(path: string): Promise<number> {
  let count = 0;
  for await (const file of filesBelow(path)) {
    const zip = isZip(file) ? await openZip(file, ofOthers).catch(() => null) : null;
    count += zip?.fileCount ?? 1;
    zip?.close();
  }
  return count;
}

/** Every file below a folder, in a ZIP, or the one file, one after the other; only the current one is in memory. */
export async function* pastSources(path: string): AsyncGenerator<PastEntry, void> {
  for await (const file of filesBelow(path)) {
    const name = relative(path, file) || basename(file);
    if (isZip(file)) yield* inZip(file, name);
    else if (isXml(file) || file === path) yield await onDisk(file, name);
    else yield null;
  }
}

async function* filesBelow(path: string): AsyncGenerator<string, void> {
  const entry = await stat(path).catch((cause: unknown) => {
    throw new CommandRefused('unreadable_file', `Não foi possível abrir ${path}.`, { cause });
  });
  if (entry.isDirectory()) yield* filesIn(path);
  else yield path;
}

/** Files below a folder. Symbolic links are not followed, because they may lead in a circle. */
async function* filesIn(folder: string): AsyncGenerator<string, void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

async function onDisk(path: string, name: string): Promise<PastEntry> {
  const { size } = await stat(path);
  return size > largest ? tooLarge(name) : { name, content: await readFile(path) };
}

async function* inZip(path: string, name: string): AsyncGenerator<PastEntry, void> {
  let zip: OpenedZip | undefined;
  try {
    zip = await openZip(path, ofOthers);
    for await (const file of zip.files()) {
      if (!file.name.endsWith('/')) yield await inside(file, `${name}/${file.name}`);
    }
  } catch {
    yield {
      name,
      code: 'damaged_zip',
      reason: 'O ZIP não pôde ser lido até o fim: está cortado, danificado ou com senha.',
    };
  } finally {
    zip?.close();
  }
}

async function inside(file: ArchivedFile, name: string): Promise<PastEntry> {
  if (isZip(file.name))
    return { name, code: 'damaged_zip', reason: 'É um ZIP dentro de outro: extraia-o e importe-o.' };
  if (!isXml(file.name)) return null;
  if (file.size > largest) return tooLarge(name);
  try {
    const content = await buffer(await file.read());
    if (crc32(content) === file.crc32) return { name, content };
  } catch {
    // bytes that cannot be inflated are as damaged as bytes that inflate to other content
  }
  return { name, code: 'damaged_zip', reason: 'O arquivo está danificado dentro do ZIP.' };
}

function tooLarge(name: string): PastRefusal {
  return { name, code: 'too_large', reason: 'O arquivo tem mais de 8 MB: não é uma nota nem um evento.' };
}

/** ZIPs that other systems made. */
const ofOthers = { takesBackslashes: true };

const isZip = (name: string): boolean => /\.zip$/i.test(name);
const isXml = (name: string): boolean => /\.xml$/i.test(name);
