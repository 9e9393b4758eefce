import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredPart, StoredUpload } from '../../domain/closings/closing.entity.ts';

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number };

/**
 * A store of large files. A file is complete or not there: it is written in parts, which are invisible until `complete`. Keys are paths with `/` made
 * of letters, digits, `-` and `.`. Every operation may be repeated after a lost answer; every operation fails with BlobFailed.
 */
export type Blobs = {
  /** The least size in bytes of every part but the last. */
  minPartBytes: number;
  /** Begins an upload; returns its id, which goes with every part. */
  begin(key: string): Promise<string>;
  /** Stores one part, replacing an earlier one of the same number. Parts may come in any order. */
  put(key: string, uploadId: string, number: number, content: readonly Uint8Array[]): Promise<StoredPart>;
  /**
   * Joins the parts into one file, reads it back and compares it with the checksums of the parts. Removes a file that differs.
   *
   * @param onBytes called every few megabytes with the number of bytes read back
   */
  complete(
    key: string,
    upload: StoredUpload,
    onBytes?: (count: number) => void,
  ): Promise<{ size: number; sha256: string }>;
  /** Removes the parts of an upload that will not be completed; succeeds where there are none. */
  abort(key: string, uploadId: string): Promise<void>;
  /** A file's bytes. Fails with `missing` before the first byte where there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; succeeds where there is none. */
  remove(key: string): Promise<void>;
  /** A URL from which the file can be downloaded without a key for so many seconds; null where the store has none, so that our API sends the file. */
  link(key: string, as: { fileName: string; seconds: number }): Promise<string | null>;
  /**
   * Removes the parts of uploads that began before `before` and that nobody continues.
   *
   * @returns how many uploads
   */
  sweep(before: Date, isAlive: (uploadId: string) => boolean): Promise<number>;
  /** Writes, reads and removes a file of three parts, 10 MiB, for `lavra doctor`. */
  check(): Promise<void>;
  close(): void;
};

/**
 * Why the store failed. `away`: no answer, or one that asks to come back (503). `full`: no room. `refused`: by the credentials, or because the bucket
 * or folder does not exist. `missing`: no such file or part. `damaged`: what was read back is not what was written.
 */
export type BlobFault = 'away' | 'full' | 'refused' | 'missing' | 'damaged';

export class BlobFailed extends Error {
  readonly fault: BlobFault;

  constructor(fault: BlobFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BlobFailed';
    this.fault = fault;
  }
}

const segment = '[A-Za-z0-9-][A-Za-z0-9.-]*';
const wellFormed = new RegExp(`^${segment}(?:/${segment})*$`);

/**
 * The key itself. No segment may begin with a dot, so that no key leads upwards or into a store's own files.
 *
 * @throws {TypeError} for a key of another form
 */
export function checkedKey(key: string): string {
  if (!wellFormed.test(key)) throw new TypeError(`not a key of a blob: ${JSON.stringify(key)}`);
  return key;
}

/** The same bytes; a failure of `source` becomes a BlobFailed. */
export function failingAs(asBlobFailed: (error: unknown) => BlobFailed, source: Readable): Readable {
  const relay = Readable.from(relayed(source, asBlobFailed), { objectMode: false });
  relay.once('close', () => source.destroy());
  return relay;
}

async function* relayed(source: AsyncIterable<Buffer>, asBlobFailed: (error: unknown) => BlobFailed) {
  try {
    yield* source;
  } catch (error) {
    throw asBlobFailed(error);
  }
}

type BlobOperations = Pick<Blobs, 'begin' | 'put' | 'complete' | 'abort' | 'read' | 'remove'>;

/**
 * Two parts of about the least size that S3 takes, of different lengths, and a rest: some servers join only parts of one size (Cloudflare R2,
 * developers.cloudflare.com/r2/objects/multipart-objects, 2026-11), and our parts are as long as their documents are.
 */
const partSizes = [5 * 1024 ** 2 + 1, 5 * 1024 ** 2, 1];

/** Takes a file through all steps of a month's ZIP, so that a missing permission shows. */
export async function checkStore(blobs: BlobOperations): Promise<void> {
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
    // the first failure is the one to report
    await blobs.abort(key, uploadId).catch(() => {});
    await blobs.remove(key).catch(() => {});
    throw error;
  }
  await blobs.remove(key);
}

async function joined(blobs: BlobOperations, key: string, upload: StoredUpload): Promise<void> {
  try {
    await blobs.complete(key, upload);
  } catch (error) {
    if (!(error instanceof BlobFailed) || error.fault !== 'missing') throw error;
    const words = 'O armazenamento (LAVRA_BLOBS) não junta partes de tamanhos diferentes, como o S3 da AWS junta';
    throw new BlobFailed('refused', `${words}: escolha outro (o Cloudflare R2 não serve).`, { cause: error });
  }
}
