import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StreamedMember, ZipMember } from '../../../adapters/archives/zip-members.ts';
import { zipOf } from '../../../adapters/archives/zip.ts';
import { inFolder, readByPython, readByYauzl, sha256, testByUnzip } from './foreign-readers.ts';
import { each, readyMember } from './members.ts';

/** 8 KiB that cannot be compressed. */
const member = readyMember('notas/a.xml', randomBytes(8 * 1024));

/** Endless members; counts how many were requested, and whether the iteration was ended. */
function endless({ failAt = Infinity } = {}) {
  const seen = { asked: 0, ended: false };
  async function* members(): AsyncGenerator<ZipMember, void, undefined> {
    try {
      for (;;) {
        seen.asked += 1;
        if (seen.asked === failAt) throw new Error('the row is gone');
        yield member;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, members: members() };
}

const whileNothingHappens = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
};

test('nothing is asked for before somebody reads', async () => {
  const { seen, members } = endless();
  const zip = zipOf(members);
  await whileNothingHappens();
  expect(seen.asked).toBe(0);
  zip.destroy();
});

test('while its reader waits, no further member is asked for', async () => {
  const { seen, members } = endless();
  const zip = zipOf(members);
  const slow = new PassThrough({ highWaterMark: 16 * 1024 });
  zip.pipe(slow);
  await once(slow, 'readable');
  await whileNothingHappens();
  const before = seen.asked;
  // 64 KiB each: a chunk in the stream, one on its way, and the reader's own.
  expect(before).toBeLessThanOrEqual(30);
  await whileNothingHappens();
  expect(seen.asked).toBe(before);
  for (let taken = 0; taken < 1024 * 1024;) {
    const chunk: unknown = slow.read() ?? (await once(slow, 'readable'), slow.read());
    if (Buffer.isBuffer(chunk)) taken += chunk.length;
  }
  await whileNothingHappens();
  expect(seen.asked).toBeGreaterThanOrEqual(before + 100);
  expect(seen.asked).toBeLessThanOrEqual(before + 160);
  zip.destroy();
});

test('a reader that goes away ends the iteration', async () => {
  const { seen, members } = endless();
  const zip = zipOf(members);
  await once(zip, 'readable');
  zip.destroy();
  await once(zip, 'close');
  expect(seen.ended).toBe(true);
});

test('a reader that goes away while a member is awaited ends the iteration when it has come', async () => {
  const page = Promise.withResolvers<void>();
  let ended = false;
  async function* members(): AsyncGenerator<ZipMember, void, undefined> {
    try {
      await page.promise;
      yield member;
    } finally {
      ended = true;
    }
  }
  const zip = zipOf(members());
  zip.read();
  await setImmediate();
  zip.destroy(new Error('the client has gone'));
  page.resolve();
  await expect(once(zip, 'close')).rejects.toThrow('the client has gone');
  await whileNothingHappens();
  expect(ended).toBe(true);
});

test('members that fail destroy the archive with their own error, and leave no directory behind', async () => {
  const { seen, members } = endless({ failAt: 100 });
  const sent: Buffer[] = [];
  const zip = zipOf(members);
  await expect(
    pipeline(zip, async (chunks) => {
      for await (const chunk of chunks) if (Buffer.isBuffer(chunk)) sent.push(chunk);
    }),
  ).rejects.toThrow('the row is gone');
  expect(zip.destroyed).toBe(true);
  expect(seen).toEqual({ asked: 100, ended: true });
  expect(sent.length).toBeGreaterThan(0);
  expect(Buffer.concat(sent).includes('PK\x01\x02')).toBe(false);
});

test('files whose content comes while it is written stand among the others, packed or not, and every reader takes them', async () => {
  const inner = randomBytes(300_000);
  const text = Buffer.from('linha\n'.repeat(20_000));
  async function* members(): AsyncGenerator<ZipMember | StreamedMember, void, undefined> {
    const modifiedAt = new Date('2026-10-31T15:00:00Z');
    const inPieces = (content: Buffer) => async () => each([content.subarray(0, 100_000), content.subarray(100_000)]);
    yield member;
    yield { name: 'mes.zip', modifiedAt, stream: inPieces(inner), isPacked: true };
    yield { name: 'texto.txt', modifiedAt, stream: inPieces(text) };
    yield { name: 'fim.txt', modifiedAt, content: Buffer.from('fim') };
  }
  const zip = Buffer.concat(await zipOf(members()).toArray());
  // Incompressible content grows by the lengths of its blocks alone; repetitive content is deflated.
  expect(zip.length).toBeGreaterThan(inner.length);
  expect(zip.length).toBeLessThan(inner.length + 15_000);
  await inFolder(async (folder) => {
    const path = join(folder, 'tudo.zip');
    await writeFile(path, zip);
    await testByUnzip(path);
    for (const { found } of [await readByPython(path), await readByYauzl(path)]) {
      const sums = new Map(found.map(({ name, sha256: sum }) => [name, sum]));
      expect([...sums.keys()]).toEqual(['notas/a.xml', 'mes.zip', 'texto.txt', 'fim.txt']);
      expect([sums.get('mes.zip'), sums.get('texto.txt')]).toEqual([sha256(inner), sha256(text)]);
    }
  });
});

test('a reader that goes away ends the content that is being written', async () => {
  let ended = false;
  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (;;) yield randomBytes(64 * 1024);
    } finally {
      ended = true;
    }
  }
  async function* members(): AsyncGenerator<StreamedMember, void, undefined> {
    yield { name: 'mes.zip', modifiedAt: new Date(), stream: async () => content(), isPacked: true };
  }
  const zip = zipOf(members());
  await once(zip, 'readable');
  zip.destroy();
  await once(zip, 'close');
  await whileNothingHappens();
  expect(ended).toBe(true);
});
