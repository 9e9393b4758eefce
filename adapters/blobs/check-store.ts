import { randomBytes, randomUUID } from 'node:crypto';
import type { StoredUpload } from '../../domain/closings/closing.entity.ts';
import { type Blobs, BlobFailed } from './blobs.ts';

type Used = Pick<Blobs, 'begin' | 'put' | 'complete' | 'abort' | 'read' | 'remove'>;

/**
 * Two parts of the least size that S3 takes, not alike, and a rest: some servers join nothing but parts of one size (Cloudflare R2,
 * developers.cloudflare.com/r2/objects/multipart-objects, 2026-11), and our parts are as long as their documents are.
 */
const partSizes = [5 * 1024 ** 2 + 1, 5 * 1024 ** 2, 1];

/** Takes a file the whole way that a month's ZIP goes, so that a right that is wanting shows. */
export async function checkStore(blobs: Used): Promise<void> {
  const key = `check-${randomUUID()}`;
  const uploadId = await blobs.begin(key);
  try {
    const upload: StoredUpload = { uploadId, parts: [] };
    for (const [place, size] of partSizes.entries()) {
      upload.parts.push(await blobs.put(key, uploadId, place + 1, [randomBytes(size)]));
    }
    await joined(blobs, key, upload);
    for await (const chunk of await blobs.read(key)) void chunk;
  } catch (error) {
    // The first failure is the one to tell.
    await blobs.abort(key, uploadId).catch(() => {});
    await blobs.remove(key).catch(() => {});
    throw error;
  }
  await blobs.remove(key);
}

async function joined(blobs: Used, key: string, upload: StoredUpload): Promise<void> {
  try {
    await blobs.complete(key, upload);
  } catch (error) {
    if (!(error instanceof BlobFailed) || error.fault !== 'missing') throw error;
    const words = 'O armazenamento (LAVRA_BLOBS) não junta partes de tamanhos diferentes, como o S3 da AWS junta';
    throw new BlobFailed('refused', `${words}: escolha outro (o Cloudflare R2 não serve).`, { cause: error });
  }
}
