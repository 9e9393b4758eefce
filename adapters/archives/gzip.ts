import { crc32, inflateRawSync } from 'node:zlib';
import { z } from 'zod';

/**
 * `foreign`: not gzip. `header`: a header that RFC 1952 forbids. `truncated`: it ends too early. `damaged`: its content is not a deflate stream.
 * `trailing`: bytes follow its first member. `checksum`, `size`: the trailer does not fit the content. `large`: it inflates beyond the limit.
 */
export type GzipFault = 'foreign' | 'header' | 'truncated' | 'damaged' | 'trailing' | 'checksum' | 'size' | 'large';

const sentences: Record<GzipFault, string> = {
  foreign: 'The bytes are no gzip',
  header: 'The header of the gzip is not valid',
  truncated: 'The gzip ends too early',
  damaged: 'The gzip cannot be inflated',
  trailing: 'The gzip has more than one file, or something behind it',
  checksum: 'The content of the gzip has another CRC-32',
  size: 'The content of the gzip has another size',
  large: 'The gzip inflates beyond the limit',
};

/** The bytes are not a sound gzip file of one member. */
export class GzipRefused extends Error {
  readonly fault: GzipFault;

  constructor(fault: GzipFault, options?: ErrorOptions) {
    super(sentences[fault], options);
    this.name = 'GzipRefused';
    this.fault = fault;
  }
}

/** The parts of a gzip file (RFC 1952 §2.2, §2.3): its raw deflate stream, and what the trailer says of the content. */
type GzipParts = {
  deflated: Buffer;
  crc32: number;
  /** Size of the content in bytes, modulo 2^32. */
  size: number;
};

const fixedHeader = 10;
const trailer = 8;
const flag = { headerCrc: 0x02, extra: 0x04, name: 0x08, comment: 0x10, reserved: 0xe0 };

/**
 * Splits a gzip file into its parts without inflating it.
 *
 * @throws GzipRefused `foreign`, `header`, `truncated`
 */
export function gzipParts(gzip: Uint8Array): GzipParts {
  const bytes = viewOf(gzip);
  const start = headerLength(bytes);
  const end = bytes.length - trailer;
  if (end < start) throw new GzipRefused('truncated');
  return { deflated: bytes.subarray(start, end), crc32: bytes.readUInt32LE(end), size: bytes.readUInt32LE(end + 4) };
}

/** The same bytes as a Buffer, without a copy. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function headerLength(bytes: Buffer): number {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new GzipRefused('foreign');
  if (bytes.length < fixedHeader) throw new GzipRefused('truncated');
  const flags = bytes.readUInt8(3);
  const isDeflate = bytes[2] === 8;
  if (!isDeflate || flags & flag.reserved) throw new GzipRefused('header');
  let end = fixedHeader;
  if (flags & flag.extra) end = within(bytes, end + 2) + bytes.readUInt16LE(end);
  if (flags & flag.name) end = endOfText(bytes, end);
  if (flags & flag.comment) end = endOfText(bytes, end);
  if (flags & flag.headerCrc) end = afterHeaderCrc(bytes, end);
  return end;
}

function afterHeaderCrc(bytes: Buffer, start: number): number {
  const end = within(bytes, start + 2);
  if (bytes.readUInt16LE(start) !== (crc32(bytes.subarray(0, start)) & 0xffff)) throw new GzipRefused('header');
  return end;
}

function endOfText(bytes: Buffer, start: number): number {
  const zero = bytes.indexOf(0, start);
  if (zero === -1) throw new GzipRefused('truncated');
  return zero + 1;
}

function within(bytes: Buffer, end: number): number {
  if (end > bytes.length) throw new GzipRefused('truncated');
  return end;
}

/** What zlib returns with the option `info`, which Node's types leave out. */
const inflation = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) });

/** The content of a gzip file, and the CRC-32 and size that an archive records of it. */
type InspectedGzip = { crc32: number; size: number; content: Buffer };

/**
 * Inflates a gzip file and checks it: it has one member, nothing behind that, and a trailer whose CRC-32 and size fit the content. Inflates `maxSize`
 * bytes at most, whatever the file says of its size.
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
