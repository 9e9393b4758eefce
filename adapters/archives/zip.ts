import { Readable } from 'node:stream';
import { type StreamedMember, writeMember, writeStreamed, type ZipMember } from './zip-members.ts';
import { dataDescriptor, directoryHeader, endOfArchive, localHeader, type WrittenMember } from './zip-records.ts';

/** Size of a chunk, and bytes that may wait for a reader: few steps, and little memory with many archives at a time. */
const chunkBytes = 64 * 1024;

/**
 * A ZIP of the members as they come, as fast as it is read: while nobody reads, neither a member nor the content of a streamed one is asked for. It
 * holds one chunk, and about 130 bytes for each member so far, for the directory at its end. Destroying the stream ends the iteration.
 *
 * The stream fails with what `members` fails with, with GzipRefused where a gzip file is not the one that was inspected, and with RangeError for a
 * name that leads out of the archive or a file of 4 GiB. What was read until then is no archive, because its directory is missing.
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
    // A large file is passed on without a copy, which would double it in memory.
    if (body.length >= chunkBytes) yield out.take();
    out.add(body);
    if (out.byteLength() >= chunkBytes) yield out.take();
  }
  if (out.byteLength() > 0) yield out.take();
  yield* named;
  yield directory.close(offset);
}

/**
 * The directory of an archive, to be written at `offset`, and the archive's end. Only files in the directory count: other bytes before it are ignored
 * by readers.
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

/** A directory that is kept as its final bytes, which take a fraction of the memory of the records. */
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
    /** @returns the next chunk, once there are enough bytes for one */
    add(member: WrittenMember): Buffer | undefined {
      recent.add(directoryHeader(member));
      count += 1;
      return recent.byteLength() >= chunkBytes ? take() : undefined;
    },
    /** @returns the rest of the directory and the archive's end; the directory begins at `offset` */
    close(offset: number): Buffer {
      const last = take();
      return Buffer.concat([last, endOfArchive({ count, byteLength, offset })]);
    },
  };
}

/** Buffers that are collected to be joined. */
type BufferQueue = {
  /** Bytes collected so far. */
  byteLength: () => number;
  add: (...buffers: Buffer[]) => void;
  /** Returns the collected bytes as one buffer, and empties the queue. */
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
