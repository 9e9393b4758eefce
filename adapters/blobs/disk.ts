import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Blobs, ByteRange } from './blobs.ts';
import { checkStore } from './check-store.ts';
import { diskFailed, onDisk, orMissing } from './disk-fault.ts';
import { joined } from './disk-join.ts';
import { diskUploads } from './disk-uploads.ts';
import { failingAs } from './failing-as.ts';
import { checkedKey } from './key.ts';

/** A disk takes parts of any size: small ones, because a crash costs what was drawn for one, and not so small that a month has thousands. */
const minPartBytes = 2 * 1024 * 1024;

/** Files in a folder that API and worker share. A folder that is not there is made at the first file. */
export function diskBlobs(root: string): Blobs {
  const uploads = diskUploads(root);
  const on = async <Result>(key: string, step: (path: string) => Promise<Result>): Promise<Result> => {
    const path = join(root, checkedKey(key));
    return onDisk(root, () => step(path));
  };

  const files = {
    begin: (key) => on(key, () => uploads.begin()),
    put: (key, uploadId, number, content) => on(key, () => uploads.put(uploadId, number, content)),
    complete: (key, upload, onBytes) => on(key, (target) => joined(uploads, { root, target, upload, onBytes })),
    abort: (key, uploadId) => on(key, () => uploads.abort(uploadId)),
    read: (key, range) => on(key, (path) => readable(path, range)),
    remove: (key) => on(key, (path) => rm(path, { force: true })),
    sweep: (before, isAlive) => onDisk(root, () => uploads.sweep(before, isAlive)),
  } satisfies Partial<Blobs>;
  return { ...files, minPartBytes, link: async () => null, check: () => checkStore(files), close() {} };
}

async function readable(path: string, range: ByteRange = { start: 0, end: Infinity }): Promise<Readable> {
  try {
    const handle = await open(path, 'r');
    return failingAs(diskFailed, handle.createReadStream(range));
  } catch (error) {
    throw orMissing(error);
  }
}
