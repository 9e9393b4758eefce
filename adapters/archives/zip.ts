import { Readable } from 'node:stream';
import { type StreamedMember, writeMember, writeStreamed, type ZipMember } from './zip-members.ts';
import { dataDescriptor, directoryHeader, endOfArchive, localHeader, type WrittenMember } from './zip-records.ts';

/** Bytes that leave at once, and bytes that may wait for their reader: few steps, and little memory for many archives at a time. */
const chunkBytes = 64 * 1024;

/**
 * A ZIP of the members as they come, as fast as it is read: while nobody reads, no member is asked for, nor any of the content of one that is
 * streamed. Beside one chunk it keeps the names of
 * what went by (about 130 bytes each) for the directory at its end. Where the stream is destroyed, the iteration is ended.
 *
 * The stream fails with what `members` fails with, GzipRefused where a gzip is not the one that was inspected, and RangeError for a name
 * that leads elsewhere or a file of 4 GiB. What was read until then is no archive: its directory is missing.
 */
export function zipOf(members: AsyncIterable<ZipMember | StreamedMember>): Readable {
  return Readable.from(archive(members), { objectMode: false, highWaterMark: chunkBytes });
}

async function* archive(members: AsyncIterable<ZipMember | StreamedMember>): AsyncGenerator<Buffer, void, undefined> {
  const out = gathered();
  const directory = openDirectory();
  const named: Buffer[] = [];
  let offset = 0;
  const name = (written: WrittenMember): void => {
    const chunk = directory.add(written);
    if (chunk) named.push(chunk);
  };
  for await (const member of members) {
    if ('stream' in member) {
      if (out.byteLength() > 0) yield out.take();
      const written = yield* writeStreamed(member, await member.stream(), offset, member);
      offset += localHeader(written).length + written.storedSize + dataDescriptor(written).length;
      name(written);
      continue;
    }
    const { written, bytes } = await writeMember(member, offset);
    const [header, body] = bytes;
    offset += header.length + body.length;
    name(written);
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

/**
 * The directory of an archive that begins at `offset`, and the archive's end. Only the files that it names are in the archive: bytes that no
 * entry leads to are nobody's.
 */
export async function* directoryOf(
  members: AsyncIterable<WrittenMember> | Iterable<WrittenMember>,
  offset: number,
): AsyncGenerator<Buffer, void, undefined> {
  const directory = openDirectory();
  for await (const member of members) {
    const chunk = directory.add(member);
    if (chunk) yield chunk;
  }
  yield directory.close(offset);
}

/** A directory that is made file by file, as the bytes that it will be: what is known of a file would take several times as many. */
function openDirectory() {
  const recent = gathered();
  let count = 0;
  let byteLength = 0;
  const take = (): Buffer => {
    const chunk = recent.take();
    byteLength += chunk.length;
    return chunk;
  };
  return {
    /** @returns its next bytes, once there are enough of them */
    add(member: WrittenMember): Buffer | undefined {
      recent.add(directoryHeader(member));
      count += 1;
      return recent.byteLength() >= chunkBytes ? take() : undefined;
    },
    /** @returns its last bytes, and the end of the archive whose directory begins at `offset` */
    close(offset: number): Buffer {
      const last = take();
      return Buffer.concat([last, endOfArchive({ count, byteLength, offset })]);
    },
  };
}

/** Buffers that wait to be made one. */
type BufferQueue = {
  /** Bytes that wait. */
  byteLength: () => number;
  add: (...buffers: Buffer[]) => void;
  /** All that waits; nothing does afterwards. */
  take: () => Buffer;
};

export function gathered(): BufferQueue {
  let waiting: Buffer[] = [];
  let sum = 0;
  return {
    byteLength: () => sum,
    add(...buffers) {
      waiting.push(...buffers);
      for (const { length } of buffers) sum += length;
    },
    take() {
      const whole = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting, sum);
      waiting = [];
      sum = 0;
      return whole;
    },
  };
}
