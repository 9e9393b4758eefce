import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid, validate } from 'uuid';
import type { StoredPart } from '../../domain/closings/closing.entity.ts';
import { diskMissing, isAbsent, orMissing } from './disk-fault.ts';
import { digestOf, makeFolder, syncFolders, writeNew } from './disk-files.ts';

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
      const uploadId = uuid();
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
