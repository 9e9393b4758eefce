import { Readable } from 'node:stream';
import { openDirectory } from './directory.ts';
import { gathered } from './gathered.ts';
import type { Member } from './member.ts';
import { writeMember } from './write-member.ts';

/** Bytes that leave at once, and bytes that may wait for their reader: few steps, and little memory for many archives at a time. */
const chunkBytes = 64 * 1024;

/**
 * A ZIP of the members as they come, as fast as it is read: while nobody reads, no member is asked for. Beside one chunk it keeps the names of
 * what went by (about 130 bytes each) for the directory at its end. Where the stream is destroyed, the iteration is ended.
 *
 * The stream fails with what `members` fails with, GzipRefused where a gzip is not the one that was inspected, and RangeError for a name
 * that leads elsewhere or a file of 4 GiB. What was read until then is no archive: its directory is missing.
 */
export function zipOf(members: AsyncIterable<Member>): Readable {
  return Readable.from(archive(members), { objectMode: false, highWaterMark: chunkBytes });
}

async function* archive(members: AsyncIterable<Member>): AsyncGenerator<Buffer, void, undefined> {
  const out = gathered();
  const directory = openDirectory();
  const named: Buffer[] = [];
  let offset = 0;
  for await (const member of members) {
    const { written, bytes } = await writeMember(member, offset);
    const [header, body] = bytes;
    offset += header.length + body.length;
    const chunk = directory.add(written);
    if (chunk) named.push(chunk);
    out.add(header);
    // A large file leaves as it is: to copy it would double it.
    if (body.length >= chunkBytes) yield out.take();
    out.add(body);
    if (out.byteLength() >= chunkBytes) yield out.take();
  }
  if (out.byteLength() > 0) yield out.take();
  yield* named;
  yield directory.close(offset);
}
