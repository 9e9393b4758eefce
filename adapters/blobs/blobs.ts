import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredPart, StoredUpload } from '../../domain/closings/closing.entity.ts';

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number };

/**
 * Where large files lie. A file is whole or not there: it is written in parts, which stay hidden until `complete`. Keys are paths with `/`
 * made of letters, digits, `-` and `.`. Everything may be called again after a lost answer; everything fails with BlobFailed.
 */
export type Blobs = {
  /** Every part but the last has at least so many bytes. */
  minPartBytes: number;
  /** Makes room for a file; what it returns is named with every part. */
  begin(key: string): Promise<string>;
  /** Keeps one part, in place of an earlier one of that number. Parts may come in any order. */
  put(key: string, uploadId: string, number: number, content: readonly Uint8Array[]): Promise<StoredPart>;
  /**
   * Makes the parts one file, reads it back and compares it with what every part was. A file that differs is removed.
   *
   * @param onBytes is told how many bytes have been read back, every few megabytes
   */
  complete(
    key: string,
    upload: StoredUpload,
    onBytes?: (count: number) => void,
  ): Promise<{ size: number; sha256: string }>;
  /** Forgets the parts of a file that will not be; what is not there is no fault. */
  abort(key: string, uploadId: string): Promise<void>;
  /** A file's bytes. Fails with `missing` before the first byte where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** What is not there is no fault. */
  remove(key: string): Promise<void>;
  /** An address that gives the file without a key for so long; null where the store has none and our API sends it. */
  link(key: string, as: { fileName: string; seconds: number }): Promise<string | null>;
  /**
   * Removes the parts of uploads that began before `before` and that nobody writes any more.
   *
   * @returns how many uploads
   */
  sweep(before: Date, isAlive: (uploadId: string) => boolean): Promise<number>;
  /** Writes, reads and removes a file of three parts, 10 MiB. For `lavra doctor`. */
  check(): Promise<void>;
  close(): void;
};

/**
 * Why a store could not do it. `away`: no answer, or one that asks for patience (503). `full`: no room. `refused`: the credentials, or a
 * bucket or folder that is not there. `missing`: no such file or part. `damaged`: what was read back is not what was written.
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
 * The key as it is. No segment begins with a dot, so that none leads upwards or to where a store keeps its own.
 *
 * @throws {TypeError} for a key that the contract does not allow
 */
export function checkedKey(key: string): string {
  if (!wellFormed.test(key)) throw new TypeError(`not a key of a blob: ${JSON.stringify(key)}`);
  return key;
}

/** The same bytes; what fails on their way fails as the store says it. */
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
 * Two parts of the least size that S3 takes, not alike, and a rest: some servers join nothing but parts of one size (Cloudflare R2,
 * developers.cloudflare.com/r2/objects/multipart-objects, 2026-11), and our parts are as long as their documents are.
 */
const partSizes = [5 * 1024 ** 2 + 1, 5 * 1024 ** 2, 1];

/** Takes a file the whole way that a month's ZIP goes, so that a right that is wanting shows. */
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
    // The first failure is the one to tell.
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
