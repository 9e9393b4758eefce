import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Only the user of API and worker reads what lies here. */
const privateFile = 0o600;
const privateFolder = 0o700;

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder });
}

/** Writes a new file to its end and waits until the disk has it. */
export async function writeNew(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', privateFile);
  // `flush` is fsync before the file is closed; the stream closes the handle however it ends.
  await pipeline(Readable.from(content), handle.createWriteStream({ flush: true }));
}

export function digestOf(content: readonly Uint8Array[]): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Waits until the disk has the names in these folders, from `folder` up to `root`. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  if (platform() === 'win32') return; // folders cannot be opened there, and NTFS keeps a journal of names
  for (let path = folder; path.length >= root.length; path = dirname(path)) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (path === dirname(path)) return;
  }
}
