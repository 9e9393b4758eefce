import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { checkName, type MemberName } from './member.ts';
import type { WrittenMember } from './written-member.ts';
import { dataDescriptor, deflated, localHeader } from './zip-records.ts';

/**
 * A file as an archive holds it from `offset` on, deflated as its content comes, whatever its size: CRC-32 and sizes stand behind it. Returns
 * what the directory needs to know of it. While nobody reads, no content is asked for; whoever stops reading ends it.
 *
 * @throws RangeError for a name that leads elsewhere or is too long; what `content` throws
 */
export async function* writeStreamed(
  { name, modifiedAt }: MemberName,
  content: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Buffer, WrittenMember, undefined> {
  checkName(name);
  const written = { name, modifiedAt, method: deflated, crc32: 0, size: 0, storedSize: 0, offset, streamed: true };
  yield localHeader(written);
  for await (const bytes of deflating(measured(content, written))) {
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

function deflating(content: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  const seenByTheReader = (): void => {};
  return pipeline(Readable.from(content, { objectMode: false }), createDeflateRaw(), seenByTheReader);
}
