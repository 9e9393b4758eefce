import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { type ZipMember, writeMember, writeStreamed } from '../../../adapters/archives/zip-members.ts';
import type { WrittenMember } from '../../../adapters/archives/zip-records.ts';
import { directoryOf, zipOf } from '../../../adapters/archives/zip.ts';
import { inFolder, readByPython, readByYauzl, sha256, testByUnzip } from './foreign-readers.ts';
import { at, each, readyMember } from './members.ts';

const fourGiB = 2 ** 32;
const zip64End = Buffer.from('PK\x06\x06', 'latin1');

test.each([
  [65_534, false],
  [65_535, true],
])('%i files: the 16 bits of the end say whether ZIP64 counts them', async (count, isZip64) => {
  await inFolder(async (folder) => {
    const zip = Buffer.concat(await zipOf(each(numbered(count))).toArray());
    expect(zip.subarray(-200).includes(zip64End)).toBe(isZip64);
    expect(zip.readUInt16LE(zip.length - 12)).toBe(isZip64 ? 0xffff : count);
    const path = join(folder, 'notas.zip');
    await writeFile(path, zip);
    await testByUnzip(path, ['65533.xml']);
    const found = [expect.objectContaining({ name: '65533.xml', sha256: digestOf(65_533) })];
    expect(await readByPython(path, ['65533.xml'])).toEqual({ count, found });
    expect(await readByYauzl(path, ['65533.xml'])).toEqual({ count, found });
  });
});

test('70,000 files are found by three foreign readers', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'notas.zip');
    await writeFile(path, zipOf(each(numbered(70_000))));
    await testByUnzip(path);
    const python = await readByPython(path);
    const places = Array.from({ length: 70_000 }, (_, index) => index);
    expect(python.found.map(({ name }) => name)).toEqual(places.map((index) => `${index}.xml`));
    expect(python.found.map(({ sha256 }) => sha256)).toEqual(places.map(digestOf));
    const sample = [0, 1, 65_534, 65_535, 65_536, 69_999];
    const yauzl = await readByYauzl(
      path,
      sample.map((index) => `${index}.xml`),
    );
    expect(yauzl.count).toBe(70_000);
    expect(yauzl.found.map(({ sha256 }) => sha256)).toEqual(sample.map(digestOf));
  });
});

test('files that begin beyond 4 GiB are read by three foreign readers, and those before them', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'notas.zip');
    const written = await writeSparse(path, zipOf(each(beyond4GiB())));
    expect(written).toBeGreaterThan(fourGiB);
    const names = ['first.xml', 'beyond.xml', 'last.xml'];
    await testByUnzip(path, names);
    for (const { count, found } of [await readByPython(path, names), await readByYauzl(path, names)]) {
      expect(count).toBe(3 + 66);
      expect(found.map(({ name, sha256 }) => [name, sha256])).toEqual(names.map((name) => [name, sha256(name)]));
    }
  });
});

test('a streamed file that begins beyond 4 GiB is read by three foreign readers, and those around it', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'grande.zip');
    const streamed = { name: 'streamed.xml', content: inPieces('streamed.xml') };
    const names = ['first.xml', 'streamed.xml', 'last.xml'];
    await writeSparse(path, piecesOf(['first.xml', fourGiB, streamed, 'last.xml']));
    await testByUnzip(path, names);
    for (const { count, found } of [await readByPython(path, names), await readByYauzl(path, names)]) {
      expect(count).toBe(3);
      expect(found.map(({ name, sha256 }) => [name, sha256])).toEqual(names.map((name) => [name, sha256(name)]));
    }
  });
});

test('sizes beyond 4 GiB stand in the ZIP64 field of the directory, as another reader finds them', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'tamanhos.zip');
    const [size, storedSize, offset] = [9 * 2 ** 30 + 1, 5 * 2 ** 30 + 2, fourGiB + 3];
    const row = { name: 'grande.bin', modifiedAt: at, method: 8, crc32: 7, size, storedSize, offset, streamed: true };
    const before = 10 * 2 ** 30;
    await writeSparse(path, holeAnd(before, directoryOf([row], before)));
    const zip = await openPromise(path);
    const entries = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ fileName: 'grande.bin', uncompressedSize: size, compressedSize: storedSize });
    expect(entries[0]).toMatchObject({ relativeOffsetOfLocalHeader: offset, crc32: 7 });
  });
});

test('a directory leaves out gigabytes that nobody needs any more', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'lacunas.zip');
    const names = ['first.xml', 'beyond.xml', 'last.xml'];
    await writeSparse(path, piecesOf([names[0] ?? '', 5 * 2 ** 30, names[1] ?? '', 1024, names[2] ?? '']));
    await testByUnzip(path, names);
    for (const { count, found } of [await readByPython(path), await readByYauzl(path)]) {
      expect(count).toBe(3);
      expect(found.map(({ name, sha256 }) => [name, sha256])).toEqual(names.map((name) => [name, sha256(name)]));
    }
  });
});

/** An archive of files whose content is their own name, of streamed ones, and of bytes between them that the directory does not list. */
async function* piecesOf(
  pieces: (string | number | { name: string; content: AsyncIterable<Uint8Array> })[],
): AsyncGenerator<Buffer, void, undefined> {
  const rows: WrittenMember[] = [];
  let offset = 0;
  for (const piece of pieces) {
    if (typeof piece === 'number') {
      yield* hole(piece);
      offset += piece;
    } else if (typeof piece === 'string') {
      const { written, bytes } = await writeMember(readyMember(piece, piece), offset);
      rows.push(written);
      yield* bytes;
      offset += bytes.reduce((sum, { length }) => sum + length, 0);
    } else {
      const streamed = writeStreamed({ name: piece.name, modifiedAt: at }, piece.content, offset);
      for (let next = await streamed.next(); ; next = await streamed.next()) {
        if (next.done) {
          rows.push(next.value);
          break;
        }
        yield next.value;
        offset += next.value.length;
      }
    }
  }
  yield* directoryOf(rows, offset);
}

function* hole(byteLength: number): Generator<Buffer, void, undefined> {
  for (let left = byteLength; left > 0; left -= holeBlock.length) yield holeBlock.subarray(0, left);
}
const holeBlock = Buffer.alloc(64 * 1024 * 1024);

async function* holeAnd(byteLength: number, behind: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield* hole(byteLength);
  yield* behind;
}

async function* inPieces(text: string): AsyncGenerator<Buffer, void, undefined> {
  for (const character of text) yield Buffer.from(character);
}

/** Contents used in turn, so that neighbours differ. */
const contents = Array.from({ length: 97 }, (_, index) => `<n>${index}</n>`);
const digests = contents.map(sha256);
const ready = contents.map((content) => readyMember('', content));

function* numbered(count: number): Generator<ZipMember> {
  for (let index = 0; index < count; index++) {
    const member = ready[index % ready.length];
    if (member) yield { ...member, name: `${index}.xml` };
  }
}

function digestOf(index: number): string | undefined {
  return digests[index % digests.length];
}

/** 66 members of 64 MiB, not compressed, and small ones before them, beyond 4 GiB and at the end. */
function* beyond4GiB(): Generator<ZipMember> {
  const content = Buffer.alloc(64 * 1024 * 1024);
  const large = { ...readyMember('', content), gzip: gzipSync(content, { level: 0 }) };
  yield readyMember('first.xml', 'first.xml');
  for (let index = 0; index < 65; index++) yield { ...large, name: `${index}.bin` };
  yield readyMember('beyond.xml', 'beyond.xml');
  yield { ...large, name: '65.bin' };
  yield readyMember('last.xml', 'last.xml');
}

/** Writes a file with holes for its zeros, so that 4 GiB of them take neither time nor disk. @returns its size */
async function writeSparse(path: string, content: AsyncIterable<unknown>): Promise<number> {
  const file = openSync(path, 'w');
  let offset = 0;
  for await (const chunk of content) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the archive gave no bytes');
    for (const at of pagesWithBytes(chunk)) {
      const page = chunk.subarray(at, at + pageBytes);
      writeSync(file, page, 0, page.length, offset + at);
    }
    offset += chunk.length;
  }
  ftruncateSync(file, offset);
  closeSync(file);
  return offset;
}
const pageBytes = 4096;
const zeros = Buffer.alloc(pageBytes);

/** The offsets of pages that are not all zeros. Large chunks are passed repeatedly, and each is searched once. */
function pagesWithBytes(chunk: Buffer): number[] {
  const seen = chunk.length < largeBytes ? [] : (chunksSeen.get(chunk.buffer) ?? []);
  const known = seen.find(({ at, length }) => at === chunk.byteOffset && length === chunk.length);
  if (known) return known.pages;
  const pages: number[] = [];
  for (let at = 0; at < chunk.length; at += pageBytes) {
    const page = chunk.subarray(at, at + pageBytes);
    if (page.compare(zeros, 0, page.length) !== 0) pages.push(at);
  }
  chunksSeen.set(chunk.buffer, [...seen, { at: chunk.byteOffset, length: chunk.length, pages }]);
  return pages;
}
const largeBytes = 1024 * 1024;
const chunksSeen = new WeakMap<ArrayBufferLike, { at: number; length: number; pages: number[] }[]>();
