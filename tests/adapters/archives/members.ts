import { crc32, gzipSync } from 'node:zlib';
import type { ZipMember } from '../../../adapters/archives/zip-members.ts';

export const at = new Date('2026-11-22T12:30:16Z');

/** A member of an archive, with its bytes. */
export function readyMember(name: string, content: Uint8Array | string, modifiedAt = at): ZipMember {
  return { name, modifiedAt, gzip: gzipSync(content), crc32: crc32(content), size: Buffer.byteLength(content) };
}

export async function* each<Value>(values: Iterable<Value>): AsyncGenerator<Value, void, undefined> {
  yield* values;
}
