import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ZipMember, writeMember, writeStreamed } from '../../../adapters/archives/zip-members.ts';
import type { WrittenMember } from '../../../adapters/archives/zip-records.ts';
import { directoryOf, zipOf } from '../../../adapters/archives/zip.ts';
import { until } from '../../support/checks/until.ts';
import { inFolder, readByPython, readByYauzl, sha256, testByUnzip } from './foreign-readers.ts';
import { at, each, readyMember } from './members.ts';

/** The bytes written so far, and the rows that would describe them. */
type Piece = { bytes: Buffer; rows: string[] };
const nothing: Piece = { bytes: Buffer.alloc(0), rows: [] };

async function withMember({ bytes, rows }: Piece, member: ZipMember): Promise<Piece> {
  const one = await writeMember(member, bytes.length);
  return { bytes: Buffer.concat([bytes, ...one.bytes]), rows: [...rows, JSON.stringify(one.written)] };
}

async function withStreamed({ bytes, rows }: Piece, name: string, content: Iterable<Uint8Array>): Promise<Piece> {
  const { chunks, written } = await drained(writeStreamed({ name, modifiedAt: at }, each(content), bytes.length));
  return { bytes: Buffer.concat([bytes, ...chunks]), rows: [...rows, JSON.stringify(written)] };
}

async function drained(
  streamed: ReturnType<typeof writeStreamed>,
): Promise<{ chunks: Buffer[]; written: WrittenMember }> {
  const chunks: Buffer[] = [];
  for (;;) {
    const { done, value } = await streamed.next();
    if (done) return { chunks, written: value };
    chunks.push(value);
  }
}

async function closed({ bytes, rows }: Piece): Promise<Buffer> {
  const members = rows.map((row) => {
    const { modifiedAt, ...facts } = JSON.parse(row) as WrittenMember;
    return { ...facts, modifiedAt: new Date(modifiedAt) };
  });
  const directory: Buffer[] = [];
  for await (const chunk of directoryOf(members, bytes.length)) directory.push(chunk);
  return Buffer.concat([bytes, ...directory]);
}

/** What the three readers find, which must be the same. */
async function readBack(zip: Buffer): Promise<{ name: string; sha256: string }[]> {
  return inFolder(async (folder) => {
    const path = join(folder, 'fechamento.zip');
    await writeFile(path, zip);
    await testByUnzip(path);
    const python = (await readByPython(path)).found.map(({ name, sha256 }) => ({ name, sha256 }));
    const yauzl = (await readByYauzl(path)).found.map(({ name, sha256 }) => ({ name, sha256 }));
    expect(yauzl).toEqual(python);
    return python;
  });
}

const file = fc.record({
  content: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat({ max: 200_000 }).map((length) => Buffer.alloc(length, 'ab')),
  ),
  kind: fc.constantFrom('ready', 'deflated', 'stored'),
});

function memberOf({ content, kind }: { content: Uint8Array; kind: string }, place: number): ZipMember {
  const name = `nfe/${place}.xml`;
  if (kind === 'ready') return readyMember(name, content);
  return { name, modifiedAt: at, content, ...(kind === 'stored' ? { stored: true } : {}) };
}

test('an archive written in pieces, with a restart between any two, is the same as one written in one go', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 8 }), async (files) => {
      const members = files.map(memberOf);
      let piece = nothing;
      for (const member of members) piece = await withMember(piece, member);
      const whole = Buffer.concat(await zipOf(each(members)).toArray());
      expect((await closed(piece)).equals(whole)).toBe(true);
    }),
  );
});

test('streamed members stand among others, whatever pieces their content comes in', async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.nat({ max: 300_000 }), async (content, zeros) => {
      let piece = await withMember(nothing, readyMember('nfe/a.xml', '<a/>'));
      piece = await withStreamed(piece, 'manifesto.json', [...content, Buffer.alloc(zeros)]);
      piece = await withStreamed(piece, 'manifesto.csv', []);
      piece = await withMember(piece, {
        name: 'nfe/a.pdf',
        modifiedAt: at,
        content: Buffer.from('%PDF'),
        stored: true,
      });
      expect(await readBack(await closed(piece))).toEqual([
        { name: 'nfe/a.xml', sha256: sha256('<a/>') },
        { name: 'manifesto.json', sha256: sha256(Buffer.concat([...content, Buffer.alloc(zeros)])) },
        { name: 'manifesto.csv', sha256: sha256('') },
        { name: 'nfe/a.pdf', sha256: sha256('%PDF') },
      ]);
    }),
    { numRuns: 15 },
  );
});

test('a streamed member says behind itself what the directory says of it', async () => {
  const content = Buffer.from('<nfeProc/>'.repeat(500));
  const { bytes, rows } = await withStreamed(nothing, 'manifesto.json', [content]);
  const descriptor = bytes.subarray(-16);
  expect(descriptor.readUInt32LE(0)).toBe(0x08074b50);
  expect(descriptor.readUInt32LE(4)).toBe(crc32(content));
  const written = JSON.parse(rows[0] ?? '') as WrittenMember;
  expect(descriptor.readUInt32LE(8)).toBe(written.storedSize);
  expect(descriptor.readUInt32LE(12)).toBe(content.length);
  expect(written).toMatchObject({ crc32: crc32(content), size: content.length, offset: 0, streamed: true });
});

test('a member that was written again is found as it was written last; bytes that no entry leads to are ignored', async () => {
  let piece = await withMember(nothing, readyMember('nfe/a.xml', 'authorized'));
  piece = await withMember(piece, readyMember('nfe/b.xml', 'other'));
  const superseded = { ...piece, bytes: Buffer.concat([piece.bytes, randomBytes(5000)]), rows: piece.rows.slice(1) };
  const zip = await closed(await withMember(superseded, readyMember('nfe/a.xml', 'cancelled')));
  expect(await readBack(zip)).toEqual([
    { name: 'nfe/b.xml', sha256: sha256('other') },
    { name: 'nfe/a.xml', sha256: sha256('cancelled') },
  ]);
});

test('a content that says so is stored, however small deflating would make it', async () => {
  const content = Buffer.alloc(10_000, 'pdf');
  const { written, bytes } = await writeMember({ name: 'a.pdf', modifiedAt: at, content, stored: true }, 0);
  expect(written).toMatchObject({ method: 0, size: 10_000, storedSize: 10_000 });
  expect(bytes[1].equals(content)).toBe(true);
});

test('no content is asked for before somebody reads, and whoever stops reading ends it', async () => {
  const seen = { asked: 0, ended: false };
  async function* endless(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (;;) {
        seen.asked += 1;
        yield randomBytes(64 * 1024);
      }
    } finally {
      seen.ended = true;
    }
  }
  const streamed = writeStreamed({ name: 'manifesto.json', modifiedAt: at }, endless(), 0);
  await streamed.next();
  expect(seen.asked).toBe(0);
  for (let read = 0; read < 20; read++) await streamed.next();
  expect(seen.asked).toBeLessThan(20);
  await streamed.return({ ...(await writeMember(readyMember('a', 'a'), 0)).written });
  await until('the content has ended', async () => seen.ended);
});

test('a content that fails fails the member with its own error, and no end is written', async () => {
  async function* failing(): AsyncGenerator<Buffer, void, undefined> {
    yield Buffer.from('<a>');
    throw new Error('the row is gone');
  }
  const streamed = writeStreamed({ name: 'manifesto.json', modifiedAt: at }, failing(), 0);
  await expect(drained(streamed)).rejects.toThrow('the row is gone');
});

test.each(['', '../a.xml', 'nfe/'])('a streamed member may lead nowhere else: %j', async (name) => {
  await expect(drained(writeStreamed({ name, modifiedAt: at }, each([]), 0))).rejects.toBeInstanceOf(RangeError);
});
