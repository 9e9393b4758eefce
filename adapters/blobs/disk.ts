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

/** As an object store wants them, so that both cut a file alike. */
const minPartBytes = 8 * 1024 * 1024;

/** Files in a folder that API and worker share. A folder that is not there is made at the first file. */
export function diskBlobs(root: string): Blobs {
  const uploads = diskUploads(root);
  const pathOf = (key: string): string => join(root, checkedKey(key));
  const on = <Result>(step: () => Promise<Result>): Promise<Result> => onDisk(root, step);

  const files = {
    begin: (key: string) => {
      checkedKey(key);
      return on(() => uploads.begin());
    },
    put: (_key, uploadId, number, content) => on(() => uploads.put(uploadId, number, content)),
    complete: (key, upload, onBytes) => on(() => joined(uploads, { root, target: pathOf(key), upload, onBytes })),
    abort: (_key, uploadId) => on(() => uploads.abort(uploadId)),
    read: (key, range) => on(() => readable(pathOf(key), range)),
    remove: (key) => on(() => rm(pathOf(key), { force: true })),
    sweep: (before, isAlive) => on(() => uploads.sweep(before, isAlive)),
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
