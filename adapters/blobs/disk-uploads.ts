import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid, validate } from 'uuid';
import type { StoredPart } from '../../domain/closings/closing.entity.ts';
import { diskMissing, isAbsent, orMissing } from './disk-fault.ts';

/** Retries, because folders vanish while they are emptied by others. */
const removal = { recursive: true, force: true, maxRetries: 3 } as const;

/**
 * The parts of files that are not complete yet: `<root>/.uploads/<upload>/<number>-<random>`. No two writers share a file, so that a writer that was
 * thought dead cannot damage what a later one has stored. The tag of a part is its file name.
 */
export function diskUploads(root: string) {
  const all = join(root, '.uploads');
  /** Folder of an upload; null for an id of another kind of store, from before the setting was changed. */
  const folderOf = (uploadId: string): string | null => (validate(uploadId) ? join(all, uploadId) : null);

  return {
    folderOf,

    async begin(): Promise<string> {
      // The time is given because `sweep` reads it from the id: left to itself the library keeps ids ascending, also where the clock was set back.
      const uploadId = uuid({ msecs: Date.now() });
      await makeFolder(join(all, uploadId));
      await syncFolders(all, root);
      return uploadId;
    },

    async put(uploadId: string, number: number, content: readonly Uint8Array[]): Promise<StoredPart> {
      const folder = folderOf(uploadId);
      const tag = `${number}-${randomUUID()}`;
      if (!folder) throw diskMissing();
      try {
        await writeNew(join(folder, tag), content);
        await syncFolders(folder, folder);
      } catch (error) {
        throw orMissing(error);
      }
      return { number, ...digestOf(content), tag };
    },

    async abort(uploadId: string): Promise<void> {
      const folder = folderOf(uploadId);
      if (folder) await rm(folder, removal);
    },

    async sweep(before: Date, isAlive: (uploadId: string) => boolean): Promise<number> {
      const names = await readdir(all).catch((error: unknown) => {
        if (isAbsent(error)) return [];
        throw error;
      });
      const left = names.filter((name) => validate(name) && begunAt(name) < before.getTime() && !isAlive(name));
      for (const name of left) await rm(join(all, name), removal);
      return left.length;
    },
  };
}

export type DiskUploads = ReturnType<typeof diskUploads>;

/** When an upload began: a UUID of version 7 begins with the milliseconds of its time (RFC 9562 §5.7). */
function begunAt(uploadId: string): number {
  return Number.parseInt(uploadId.replaceAll('-', '').slice(0, 12), 16);
}

/** Only the user that API and worker run as may read the files. */
const privateFile = 0o600;
const privateFolder = 0o700;

export async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder });
}

/** Writes a new file to its end and waits until it is on disk. */
export async function writeNew(path: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', privateFile);
  // `flush` calls fsync before the file is closed; the stream closes the handle however it ends.
  await pipeline(Readable.from(content), handle.createWriteStream({ flush: true }));
}

function digestOf(content: readonly Uint8Array[]): { size: number; sha256: string } {
  const hash = createHash('sha256');
  let size = 0;
  for (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Waits until the entries of these folders, from `folder` up to `root`, are on disk. */
export async function syncFolders(folder: string, root: string): Promise<void> {
  if (platform() === 'win32') return; // Windows cannot open folders, and NTFS journals names itself
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
