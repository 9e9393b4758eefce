import { Readable } from 'node:stream';
import { gathered } from './gathered.ts';
import { entryOf, type Member } from './member.ts';
import { directoryHeader, endOfArchive, localHeader } from './zip-records.ts';

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
  for await (const member of members) {
    const entry = await entryOf(member);
    const header = localHeader(entry);
    directory.add(entry, header.length + entry.body.length);
    out.add(header);
    // A large file leaves as it is: to copy it would double it.
    if (entry.body.length >= chunkBytes) yield out.take();
    out.add(entry.body);
    if (out.byteLength() >= chunkBytes) yield out.take();
  }
  if (out.byteLength() > 0) yield out.take();
  yield* directory.close();
}

/** The directory of an archive, gathered in chunks: a buffer for each file would take several times its bytes. */
function openDirectory() {
  const chunks: Buffer[] = [];
  const recent = gathered();
  let count = 0;
  let offset = 0;
  return {
    add(entry: Parameters<typeof directoryHeader>[0], byteLength: number): void {
      recent.add(directoryHeader(entry, offset));
      if (recent.byteLength() >= chunkBytes) chunks.push(recent.take());
      count += 1;
      offset += byteLength;
    },
    *close(): Generator<Buffer, void, undefined> {
      chunks.push(recent.take());
      const byteLength = chunks.reduce((sum, { length }) => sum + length, 0);
      yield* chunks;
      yield endOfArchive({ count, byteLength, offset });
    },
  };
}
