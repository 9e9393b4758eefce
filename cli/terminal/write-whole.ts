import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandRefused } from '../command-refused.ts';

/**
 * Writes a stream to a file, which only its owner may read. The file appears when it is complete: a stream that breaks off leaves none, and an
 * earlier file unchanged.
 *
 * @returns its size in bytes
 * @throws CommandRefused `unwritable_file`
 */
export async function writeWhole(path: string, content: Readable): Promise<number> {
  const unfinished = `${path}.part`;
  try {
    const file = await open(unfinished, 'w', 0o600).catch((cause: unknown) => refuse(path, cause));
    await pipeline(content, createWriteStream(unfinished, { fd: file }));
    await rename(unfinished, path).catch((cause: unknown) => refuse(path, cause));
  } catch (error) {
    content.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
  const { size } = await stat(path);
  return size;
}

function refuse(path: string, cause: unknown): never {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  throw new CommandRefused('unwritable_file', `Não foi possível gravar "${path}" (${reason}).`, { cause });
}
