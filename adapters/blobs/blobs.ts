import type { Readable } from 'node:stream';
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
