import { crc32 } from 'node:zlib';
import { GzipRefused } from './gzip-refused.ts';

/** A gzip file cut up (RFC 1952 §2.2, §2.3): its raw deflate stream, and what its trailer says of the content. */
export type GzipParts = {
  deflated: Buffer;
  crc32: number;
  /** Bytes of the content, modulo 2^32. */
  size: number;
};

const fixedHeader = 10;
const trailer = 8;
const flag = { headerCrc: 0x02, extra: 0x04, name: 0x08, comment: 0x10, reserved: 0xe0 };

/**
 * Cuts a gzip file up without inflating it.
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
