import { open, opendir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { CommandRefused } from '../command-refused.ts';

/** A file or folder in the source of a pack. */
export type SourceEntry = {
  folder: string;
  name: string;
  /** Size after unpacking. */
  bytes: number;
  /** Whether it is a file or folder, and not a link or device. */
  ordinary: boolean;
  read(): Promise<Readable>;
};

/** The source of a pack. Its entries may be listed once, and read until it is closed. */
export type PackSource = { entries(): AsyncIterable<SourceEntry>; close(): void };

/**
 * Opens an official zip, or a folder unpacked from one.
 *
 * @throws {CommandRefused} `unreadable_file`
 */
export async function openPackSource(from: string): Promise<PackSource> {
  const unreadable = (cause?: unknown): never => {
    throw new CommandRefused('unreadable_file', `Não foi possível ler ${from}, que deve ser um zip ou uma pasta.`, {
      cause,
    });
  };
  const found = await stat(from).catch(unreadable);
  if (found.isDirectory()) return { entries: () => inFolder(from), close: () => {} };
  if (!found.isFile()) return unreadable();
  const zip = await openPromise(from, { autoClose: false }).catch(unreadable);
  return { entries: () => inZip(zip), close: () => zip.close() };
}

async function* inFolder(root: string): AsyncGenerator<SourceEntry> {
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    yield {
      folder: entry.parentPath,
      name: entry.name,
      bytes: entry.isFile() ? (await stat(path)).size : 0,
      ordinary: entry.isFile() || entry.isDirectory(),
      read: async () => (await open(path)).createReadStream(),
    };
  }
}

/** The entries of a ZIP. yauzl refuses names that lead out of the archive, and streams that are longer than their entry says. */
async function* inZip(zip: ZipFile): AsyncGenerator<SourceEntry> {
  for await (const entry of zip.eachEntry()) {
    yield {
      folder: posix.dirname(entry.fileName),
      name: posix.basename(entry.fileName),
      bytes: entry.uncompressedSize,
      ordinary: isOrdinary(entry),
      read: () => zip.openReadStreamPromise(entry),
    };
  }
}

/** Whether an entry is a file or folder. Archives made under Unix have its kind in the upper half of the attributes; in others that half is 0. */
function isOrdinary({ externalFileAttributes }: Entry): boolean {
  const kind = (externalFileAttributes >>> 16) & 0o170000;
  return kind === 0 || kind === 0o100000 || kind === 0o040000;
}
