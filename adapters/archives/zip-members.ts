import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { validateFileName } from 'yauzl';
import { gzipParts, GzipRefused, viewOf } from './gzip.ts';
import {
  dataDescriptor,
  deflated,
  localHeader,
  stored,
  unknown16,
  unknown32,
  type WrittenMember,
} from './zip-records.ts';

/**
 * A file to be put into an archive. It is given as gzip bytes with what `inspectGzip` found in them, whose deflate stream goes into the archive as it
 * is; or as content, which is deflated where that makes it smaller, unless it is to be `stored`. Names are paths with `/`.
 */
export type ZipMember = MemberName & (ReadyMember | ContentMember);
export type MemberName = { name: string; modifiedAt: Date };
type ReadyMember = { gzip: Uint8Array; crc32: number; size: number };
export type ContentMember = { content: Uint8Array; stored?: true };

/** A file of any size whose content comes as a stream. `isPacked`: it is compressed already, like another archive, so deflating gains nothing. */
export type StreamedMember = MemberName & { stream: () => Promise<AsyncIterable<Uint8Array>>; isPacked?: boolean };

/** @throws RangeError for a name that leads out of the archive, that readers do not take or that is too long */
function checkName(name: string): void {
  const isNameless = name === '' || name.endsWith('/') || name.includes('\0');
  const fault = isNameless ? `no name of a file: ${JSON.stringify(name)}` : validateFileName(name);
  if (fault) throw new RangeError(fault);
  if (Buffer.byteLength(name) > unknown16) throw new RangeError('the name of a file is longer than 65,535 bytes');
}

const deflate = promisify(deflateRaw);

/**
 * A file as an archive holds it at `offset`: its header and its body, with the record of it for the directory.
 *
 * @throws GzipRefused where `gzip` is not the file in which `crc32` and `size` were found
 * @throws RangeError for a name that leads out of the archive or is too long, and for a file of 4 GiB
 */
export async function writeMember(
  member: ZipMember,
  offset: number,
): Promise<{ written: WrittenMember; bytes: [header: Buffer, body: Buffer] }> {
  const { name, modifiedAt } = member;
  checkName(name);
  const { body, ...facts } = 'gzip' in member ? ready(member) : await packed(member);
  const written = { name, modifiedAt, ...facts, storedSize: body.length, offset, streamed: false };
  return { written, bytes: [localHeader(written), body] };
}

function ready({ gzip, crc32, size }: ReadyMember) {
  const parts = gzipParts(gzip);
  if (parts.crc32 !== crc32) throw new GzipRefused('checksum');
  if (parts.size !== size) throw new GzipRefused('size');
  checkSize(Math.max(size, parts.deflated.length));
  return { method: deflated, crc32, size, body: parts.deflated };
}

async function packed({ content, stored: asItIs }: ContentMember) {
  checkSize(content.length);
  const facts = { crc32: crc32(content), size: content.length };
  const smaller = asItIs ? undefined : await deflate(content);
  if (smaller && smaller.length < content.length) return { ...facts, method: deflated, body: smaller };
  return { ...facts, method: stored, body: viewOf(content) };
}

function checkSize(byteLength: number): void {
  if (byteLength >= unknown32) throw new RangeError('a file of 4 GiB or more fits no archive');
}

/**
 * A file of any size as an archive holds it at `offset`, deflated as its content comes: CRC-32 and sizes follow the content. Returns the record of it
 * for the directory. Content is only read when the archive is; a reader that stops ends it.
 *
 * @throws RangeError for a name that leads out of the archive or is too long; what `content` throws
 */
export async function* writeStreamed(
  { name, modifiedAt }: MemberName,
  content: AsyncIterable<Uint8Array>,
  offset: number,
  { isPacked = false } = {},
): AsyncGenerator<Buffer, WrittenMember, undefined> {
  checkName(name);
  const written = { name, modifiedAt, method: deflated, crc32: 0, size: 0, storedSize: 0, offset, streamed: true };
  yield localHeader(written);
  for await (const bytes of deflating(measured(content, written), isPacked)) {
    written.storedSize += bytes.length;
    yield bytes;
  }
  yield dataDescriptor(written);
  return written;
}

async function* measured(
  content: AsyncIterable<Uint8Array>,
  facts: { crc32: number; size: number },
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of content) {
    facts.crc32 = crc32(bytes, facts.crc32);
    facts.size += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

/**
 * Content that is compressed already is deflated at level 0 and not stored, because some readers cannot find the end of a stored file whose size
 * follows it.
 */
function deflating(content: AsyncIterable<Uint8Array>, isPacked: boolean): AsyncIterable<Buffer> {
  const seenByTheReader = (): void => {};
  const deflate = createDeflateRaw(isPacked ? { level: constants.Z_NO_COMPRESSION } : {});
  return pipeline(Readable.from(content, { objectMode: false }), deflate, seenByTheReader);
}
