import { gathered } from './gathered.ts';
import type { WrittenMember } from './written-member.ts';
import { directoryHeader, endOfArchive } from './zip-records.ts';

/** Bytes that leave at once. */
const chunkBytes = 64 * 1024;

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
export function openDirectory() {
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
