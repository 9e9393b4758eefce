import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Blobs, BlobFailed } from './blobs.ts';

type Used = Pick<Blobs, 'begin' | 'put' | 'complete' | 'abort' | 'read' | 'remove'>;

/** Takes a small file the whole way that a large one goes, so that a right that is wanting shows. */
export async function checkStore(blobs: Used): Promise<void> {
  const key = `check-${randomUUID()}`;
  const content = Buffer.from(key);
  const uploadId = await blobs.begin(key);
  try {
    const part = await blobs.put(key, uploadId, 1, [content]);
    await blobs.complete(key, { uploadId, parts: [part] });
    const found = await buffer(await blobs.read(key));
    if (!found.equals(content)) throw new BlobFailed('damaged', 'O armazenamento devolve outra coisa do que gravou.');
  } catch (error) {
    // The first failure is the one to tell.
    await blobs.abort(key, uploadId).catch(() => {});
    await blobs.remove(key).catch(() => {});
    throw error;
  }
  await blobs.remove(key);
}
