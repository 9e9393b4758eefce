import { crc32, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { gzipParts } from './gzip-parts.ts';
import { GzipRefused } from './gzip-refused.ts';

/** What zlib answers with `info`, which the types of Node leave out. */
const inflation = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

/** What an archive must know of a file in gzip beside its bytes, and the content they stand for. */
export type InspectedGzip = { crc32: number; size: number; content: Buffer };

/**
 * Inflates a gzip file and checks it: one file, nothing behind it, and the CRC-32 and size of its trailer are those of the content. Whatever
 * it says of itself, no more than `maxSize` bytes are inflated.
 *
 * @throws GzipRefused
 */
export function inspectGzip(gzip: Uint8Array, { maxSize }: { maxSize: number }): InspectedGzip {
  const { deflated, ...told } = gzipParts(gzip);
  const { buffer: content, engine } = inflated(deflated, maxSize);
  if (engine.bytesWritten < deflated.length) throw new GzipRefused('trailing');
  if (crc32(content) !== told.crc32) throw new GzipRefused('checksum');
  if (content.length !== told.size) throw new GzipRefused('size');
  return { ...told, content };
}

function inflated(deflated: Buffer, maxSize: number): z.infer<typeof inflation> {
  try {
    return inflation.parse(inflateRawSync(deflated, { maxOutputLength: maxSize, info: true }));
  } catch (cause) {
    throw faultOf(cause);
  }
}

function faultOf(cause: unknown): unknown {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') return new GzipRefused('large', { cause });
  if (code === 'Z_BUF_ERROR') return new GzipRefused('truncated', { cause });
  if (code === 'Z_DATA_ERROR') return new GzipRefused('damaged', { cause });
  return cause;
}
