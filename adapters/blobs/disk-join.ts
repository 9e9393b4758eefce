import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import { BlobFailed } from './blobs.ts';
import { comparison, inOrder } from './comparison.ts';
import { diskMissing, orMissing } from './disk-fault.ts';
import { makeFolder, syncFolders, writeNew } from './disk-files.ts';
import type { DiskUploads } from './disk-uploads.ts';

const chunkBytes = 1024 * 1024;

type Wanted = { root: string; target: string; upload: StoredUpload; onBytes?: ((count: number) => void) | undefined };
type Made = { size: number; sha256: string };

/** Joins the parts of an upload into the file that they are, in one step for whoever looks; or finds that this was done before. */
export async function joined(uploads: DiskUploads, wanted: Wanted): Promise<Made> {
  const { upload, target } = wanted;
  const folder = uploads.folderOf(upload.uploadId);
  const made = await joinedNow(folder, wanted).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error;
    // Its answer was lost, or somebody else is ahead of us: then the parts are gone because the file is there.
    return doneBefore(target, wanted).catch(() => {
      throw error;
    });
  });
  await uploads.abort(upload.uploadId);
  return made;
}

async function joinedNow(folder: string | null, { root, target, upload, onBytes }: Wanted): Promise<Made> {
  if (!folder) throw diskMissing();
  const paths = inOrder(upload.parts).map(({ tag }) => join(folder, tag));
  const compared = comparison(upload.parts, onBytes);
  // In the folder of the parts: what a crash leaves goes with them, and the disk is the same.
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

async function doneBefore(target: string, { upload, onBytes }: Wanted): Promise<Made> {
  const compared = comparison(upload.parts, onBytes);
  for await (const chunk of read([target], compared.add)) void chunk;
  return compared.end();
}

function isMissing(error: unknown): boolean {
  return error instanceof BlobFailed && error.fault === 'missing';
}
