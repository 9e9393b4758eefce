import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import { BlobFailed, type Blobs, type ByteRange, checkedKey, checkStore, failingAs } from './blobs.ts';
import { checkAgainstParts, partsInOrder } from './parts-check.ts';
import { diskFailed, diskMissing, onDisk, orMissing } from './disk-fault.ts';
import { type DiskUploads, diskUploads, makeFolder, syncFolders, writeNew } from './disk-uploads.ts';

/** Least size of a part. A disk takes any: small parts cost little drawing again after a crash, but a month should not have thousands. */
const minPartBytes = 2 * 1024 * 1024;

/** A store in a folder that API and worker share. The folder is created with the first file. */
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

const chunkBytes = 1024 * 1024;

type JoinOrder = {
  root: string;
  target: string;
  upload: StoredUpload;
  onBytes?: ((count: number) => void) | undefined;
};
type JoinedFile = { size: number; sha256: string };

/** Joins the parts of an upload into the file, which appears at once; or finds that this was done before. */
async function joined(uploads: DiskUploads, wanted: JoinOrder): Promise<JoinedFile> {
  const { upload, target } = wanted;
  const folder = uploads.folderOf(upload.uploadId);
  const made = await joinedNow(folder, wanted).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    // Either the answer of an earlier call was lost, or another process is ahead: then the parts are gone because the file is there.
    return doneBefore(target, wanted).catch(() => {
      throw error;
    });
  });
  await uploads.abort(upload.uploadId);
  return made;
}

async function joinedNow(folder: string | null, { root, target, upload, onBytes }: JoinOrder): Promise<JoinedFile> {
  if (!folder) throw diskMissing();
  const paths = partsInOrder(upload.parts).map(({ tag }) => join(folder, tag));
  const compared = checkAgainstParts(upload.parts, onBytes);
  // Beside the parts: on the same disk, and removed with them after a crash.
  const whole = join(folder, `whole-${randomUUID()}`);
  try {
    await writeNew(whole, read(paths, compared.add));
    const made = compared.end();
    await makeFolder(dirname(target));
    await rename(whole, target);
    await syncFolders(dirname(target), root);
    return made;
  } catch (error) {
    await rm(whole, { force: true });
    throw orMissing(error);
  }
}

async function* read(paths: string[], onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for (const path of paths) {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
    for await (const chunk of chunks) {
      onChunk(chunk);
      yield chunk;
    }
  }
}

async function doneBefore(target: string, { upload, onBytes }: JoinOrder): Promise<JoinedFile> {
  const compared = checkAgainstParts(upload.parts, onBytes);
  for await (const chunk of read([target], compared.add)) void chunk;
  return compared.end();
}

function isMissing(error: unknown): boolean {
  return error instanceof BlobFailed && error.fault === 'missing';
}
