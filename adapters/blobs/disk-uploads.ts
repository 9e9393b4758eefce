import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid, validate } from 'uuid';
import type { StoredPart } from '../../domain/closings/closing.entity.ts';
import { diskMissing, isAbsent, orMissing } from './disk-fault.ts';

/** Enough for the folders that vanish while they are emptied. */
const removal = { recursive: true, force: true, maxRetries: 3 } as const;

/**
 * The parts of files that are not whole yet: `<root>/.uploads/<upload>/<number>-<random>`. No two writers share a file, so that one that
 * was thought dead cannot harm what a later one has stored; the tag of a part is the name of its file.
 */
export function diskUploads(root: string) {
  const all = join(root, '.uploads');
  /** Ids of other stores, of before the setting was changed, name nothing here. */
  const folderOf = (uploadId: string): string | null => (validate(uploadId) ? join(all, uploadId) : null);

  return {
    folderOf,

    async begin(): Promise<string> {
      // Of this moment, which `sweep` reads: without it an id never goes back behind the ones before, also where the clock was set back.
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

/** A UUID of version 7 begins with the milliseconds of its time (RFC 9562 §5.7). */
function begunAt(uploadId: string): number {
  return Number.parseInt(uploadId.replaceAll('-', '').slice(0, 12), 16);
}

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

function digestOf(content: readonly Uint8Array[]): { size: number; sha256: string } {
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
