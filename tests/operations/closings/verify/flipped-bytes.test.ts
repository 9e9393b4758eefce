import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { fromBufferPromise } from 'yauzl';
import { verifyClosing } from '../../../../operations/closings/verify/verify-closing.ts';
import { bytesOf, filesOf, month } from './closing-zip.ts';

let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lavra-flipped-'));
  whole = await bytesOf(await filesOf(month()));
});
afterAll(() => rm(folder, { recursive: true }));

/** The names and contents of an archive as a reader has them. */
async function contentsOf(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const contents = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    contents.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('latin1'));
  }
  return contents;
}

test('any byte that is another is found, or changes no name and no content', async () => {
  const before = await contentsOf(whole);
  const path = join(folder, 'flipped.zip');
  const place = fc.integer({ min: 0, max: whole.length - 1 });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
      await writeFile(path, bytes);
      const { faultCount } = await verifyClosing(path);
      if (faultCount > 0) found += 1;
      else expect(await contentsOf(bytes)).toEqual(before);
    }),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(75);
});

test('with the known SHA-256 any byte that is another is found, also one that no reader of ZIPs looks at', async () => {
  const path = join(folder, 'known.zip');
  const sha256 = createHash('sha256').update(whole).digest('hex');
  await writeFile(path, whole);
  expect(await verifyClosing(path, { sha256: sha256.toUpperCase() })).toMatchObject({
    ...{ faultCount: 0, sha256, sha256Checked: true },
  });
  const place = fc.integer({ min: 0, max: whole.length - 1 });
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ mask, at);
      await writeFile(path, bytes);
      expect(await verifyClosing(path, { sha256 })).toMatchObject({ faultCounts: { other_sha256: 1 } });
    }),
    { numRuns: 50 },
  );
});

test('an archive that ends early, wherever it does, is none', async () => {
  const path = join(folder, 'cut.zip');
  for (const end of [0, 1, 21, 1000, Math.floor(whole.length / 2), whole.length - 1]) {
    await writeFile(path, whole.subarray(0, end));
    const { faultCounts, closing } = await verifyClosing(path);
    expect({ end, faultCounts, closing }).toEqual({ end, faultCounts: { unreadable_zip: 1 }, closing: null });
  }
});
