import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { Member } from '../../../adapters/archives/member.ts';
import { zipOf } from '../../../adapters/archives/zip.ts';
import { inFolder, readByPython, readByYauzl, sha256, testByUnzip } from './foreign-readers.ts';
import { each, readyMember } from './members.ts';

const fourGiB = 2 ** 32;
const zip64End = Buffer.from('PK\x06\x06', 'latin1');

test.each([
  [65_534, false],
  [65_535, true],
  [65_536, true],
])('%i files are counted in 16 bits as long as they fit: with ZIP64 %s', async (count, isZip64) => {
  await inFolder(async (folder) => {
    const path = join(folder, 'notas.zip');
    const zip = Buffer.concat(await zipOf(each(numbered(count))).toArray());
    await pipeline(each([zip]), createWriteStream(path));
    expect(zip.subarray(-200).includes(zip64End)).toBe(isZip64);
    expect(zip.readUInt16LE(zip.length - 12)).toBe(Math.min(count, 0xffff));
    await testByUnzip(path, ['65533.xml']);
    const expected = { count, found: [expect.objectContaining({ name: '65533.xml', sha256: sha256('<n>65533</n>') })] };
    expect(await readByPython(path, ['65533.xml'])).toEqual(expected);
    expect(await readByYauzl(path, ['65533.xml'])).toEqual(expected);
  });
});

test('every one of 70,000 files is read by three foreign readers', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'notas.zip');
    await pipeline(zipOf(each(numbered(70_000))), createWriteStream(path));
    const names = Array.from({ length: 70_000 }, (_, index) => `${index}.xml`);
    const digests = Array.from({ length: 70_000 }, (_, index) => sha256(`<n>${index}</n>`));
    await testByUnzip(path);
    for (const { count, found } of [await readByPython(path), await readByYauzl(path)]) {
      expect(count).toBe(70_000);
      expect(found.map(({ name }) => name)).toEqual(names);
      expect(found.map(({ sha256 }) => sha256)).toEqual(digests);
    }
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

function* numbered(count: number): Generator<Member> {
  for (let index = 0; index < count; index++) yield readyMember(`${index}.xml`, `<n>${index}</n>`);
}

/** 66 files of 64 MiB that take as much in the archive, and a small one before, after the 4 GiB and at the end. */
function* beyond4GiB(): Generator<Member> {
  const content = Buffer.alloc(64 * 1024 * 1024);
  const large = { ...readyMember('', content), gzip: gzipSync(content, { level: 0 }) };
  yield readyMember('first.xml', 'first.xml');
  for (let index = 0; index < 65; index++) yield { ...large, name: `${index}.bin` };
  yield readyMember('beyond.xml', 'beyond.xml');
  yield { ...large, name: '65.bin' };
  yield readyMember('last.xml', 'last.xml');
}

/** Writes a file and leaves holes for its zeros, so that 4 GiB of them take neither time nor disk. @returns its size */
async function writeSparse(path: string, content: Readable): Promise<number> {
  const file = await open(path, 'w');
  let offset = 0;
  for await (const chunk of content) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the archive gave no bytes');
    await writeWithHoles(file, chunk, offset);
    offset += chunk.length;
  }
  await file.truncate(offset);
  await file.close();
  return offset;
}

/** Pieces are those of a file that was stored: five bytes of deflate, 65,535 zeros. */
async function writeWithHoles(file: FileHandle, chunk: Buffer, offset: number): Promise<void> {
  const pageBytes = 4096;
  const zeros = Buffer.alloc(pageBytes);
  for (let at = 0; at < chunk.length; at += pageBytes) {
    const page = chunk.subarray(at, at + pageBytes);
    if (!page.equals(zeros.subarray(0, page.length))) await file.write(page, 0, page.length, offset + at);
  }
}
