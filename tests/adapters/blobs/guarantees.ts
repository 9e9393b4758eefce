import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Blobs } from '../../../adapters/blobs/blobs.ts';

export const newKey = (): string => `closings/${randomUUID()}/month.zip`;
export const read = async (blobs: Blobs, key: string, range?: { start: number; end: number }): Promise<Buffer> =>
  buffer(await blobs.read(key, range));
export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
export const failsWith = (fault: string) => ({ name: 'BlobFailed', fault });

/** Stores a file of these parts and gives its upload. */
export async function store(blobs: Blobs, key: string, contents: readonly Buffer[]) {
  const uploadId = await blobs.begin(key);
  const parts = [];
  for (const [place, content] of contents.entries()) {
    parts.push(await blobs.put(key, uploadId, place + 1, [content]));
  }
  const upload = { uploadId, parts };
  return { upload, ...(await blobs.complete(key, upload)) };
}

/** Large enough to be read back in several steps. */
const large = 8 * 1024 * 1024;

/** The guarantees of every store, as tests. */
export function describeStore(name: string, open: () => Blobs): void {
  describe(name, () => {
    test('a file is not there until it is whole, and then is its parts in their order, whatever order they came in', async () => {
      const blobs = open();
      const key = newKey();
      const contents = [randomBytes(large), randomBytes(large + 1), randomBytes(1000)];
      const whole = Buffer.concat(contents);
      const uploadId = await blobs.begin(key);
      const parts = [];
      for (const number of [3, 1, 2]) {
        const content = contents[number - 1] ?? Buffer.alloc(0);
        const pieces = [content.subarray(0, 100), content.subarray(100)];
        const part = await blobs.put(key, uploadId, number, pieces);
        expect(part).toMatchObject({ number, size: content.length, sha256: sha256(content) });
        parts.push(part);
        await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
      }
      const seen: number[] = [];
      const made = await blobs.complete(key, { uploadId, parts }, (count) => seen.push(count));
      expect(made).toEqual({ size: whole.length, sha256: sha256(whole) });
      expect((await read(blobs, key)).equals(whole)).toBe(true);
      expect(seen.length).toBeGreaterThan(2);
      expect(seen).toEqual(seen.toSorted((one, other) => one - other));
      expect(seen.at(-1)).toBe(whole.length);
    });

    test('whoever looks while a file is joined sees nothing, or all of it', async () => {
      const blobs = open();
      const key = newKey();
      const contents = Array.from({ length: 4 }, () => randomBytes(blobs.minPartBytes));
      const expected = sha256(Buffer.concat(contents));
      const uploadId = await blobs.begin(key);
      const parts = [];
      for (const [place, content] of contents.entries()) {
        parts.push(await blobs.put(key, uploadId, place + 1, [content]));
      }
      const state = { isDone: false };
      const looks = (async () => {
        const found: (string | null)[] = [];
        while (!state.isDone) found.push(await read(blobs, key).then(sha256, () => null));
        return found;
      })();
      await blobs.complete(key, { uploadId, parts });
      state.isDone = true;
      const found = await looks;
      expect(found.length).toBeGreaterThan(0);
      for (const each of found) expect([null, expected]).toContain(each);
    });

    test('a part that is stored again takes the place of the earlier one', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = await blobs.begin(key);
      await blobs.put(key, uploadId, 1, [Buffer.from('earlier')]);
      const part = await blobs.put(key, uploadId, 1, [Buffer.from('later')]);
      await blobs.complete(key, { uploadId, parts: [part] });
      expect(String(await read(blobs, key))).toBe('later');
    });

    test('what somebody stores behind our back never gets into the file', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = await blobs.begin(key);
      const part = await blobs.put(key, uploadId, 1, [Buffer.from('ours')]);
      await blobs.put(key, uploadId, 1, [Buffer.from('a zombie')]);
      const made = await blobs.complete(key, { uploadId, parts: [part] }).catch((error: unknown) => error);
      // A store whose parts have no names of their own cannot complete the file any more; it must not make another one.
      const content = await read(blobs, key).then(String, () => null);
      if (content === null) expect(made).toMatchObject(failsWith('missing'));
      else expect(content).toBe('ours');
    });

    test('a part that differs from what it is said to be leaves no file', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = await blobs.begin(key);
      const first = await blobs.put(key, uploadId, 1, [randomBytes(blobs.minPartBytes)]);
      const second = await blobs.put(key, uploadId, 2, [Buffer.from('end')]);
      const parts = [first, { ...second, sha256: sha256(Buffer.from('another')) }];
      await expect(blobs.complete(key, { uploadId, parts })).rejects.toMatchObject(failsWith('damaged'));
      await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
    });

    test('a file that is completed again, also by two at once, is the same file', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = await blobs.begin(key);
      const parts = [await blobs.put(key, uploadId, 1, [randomBytes(blobs.minPartBytes)])];
      const [one, other] = await Promise.allSettled([1, 2].map(() => blobs.complete(key, { uploadId, parts })));
      const again = await blobs.complete(key, { uploadId, parts });
      expect(again.sha256).toBe(parts[0]?.sha256);
      const whole = { status: 'fulfilled', value: again };
      expect([one, other]).toContainEqual(whole);
      expect(sha256(await read(blobs, key))).toBe(again.sha256);
    });

    test('an aborted upload is gone with its parts, and may be aborted again', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = await blobs.begin(key);
      const part = await blobs.put(key, uploadId, 1, [Buffer.from('first')]);
      await blobs.abort(key, uploadId);
      await blobs.abort(key, uploadId);
      await expect(blobs.put(key, uploadId, 2, [Buffer.from('second')])).rejects.toMatchObject(failsWith('missing'));
      await expect(blobs.complete(key, { uploadId, parts: [part] })).rejects.toMatchObject(failsWith('missing'));
      await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
    });

    test('an upload that the store does not know, as after a change of stores, is missing', async () => {
      const blobs = open();
      const key = newKey();
      const uploadId = 'of-another-store';
      const part = { number: 1, size: 1, sha256: sha256(Buffer.from('x')), tag: '../../x' };
      await expect(blobs.put(key, uploadId, 1, [Buffer.from('x')])).rejects.toMatchObject(failsWith('missing'));
      await expect(blobs.complete(key, { uploadId, parts: [part] })).rejects.toMatchObject(failsWith('missing'));
      await blobs.abort(key, uploadId);
    });

    test('a range has both its ends', async () => {
      const blobs = open();
      const key = newKey();
      await store(blobs, key, [Buffer.from('0123456789')]);
      expect(String(await read(blobs, key, { start: 2, end: 4 }))).toBe('234');
      expect(String(await read(blobs, key, { start: 9, end: 9 }))).toBe('9');
    });

    test('a removed file is missing, and may be removed again', async () => {
      const blobs = open();
      const key = newKey();
      await store(blobs, key, [Buffer.from('month')]);
      await blobs.remove(key);
      await blobs.remove(key);
      await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
    });

    test('sweeping takes old uploads, and neither living nor young ones', async () => {
      const blobs = open();
      const [dead = '', living = ''] = [newKey(), newKey()];
      const [deadId, livingId] = [await blobs.begin(dead), await blobs.begin(living)];
      const isAlive = (uploadId: string): boolean => uploadId === livingId;
      const past = new Date(Date.now() - 60_000);
      const future = new Date(Date.now() + 60_000);
      expect(await blobs.sweep(past, isAlive)).toBe(0);
      expect(await blobs.sweep(future, isAlive)).toBeGreaterThan(0);
      expect(await blobs.sweep(future, isAlive)).toBe(0);
      await expect(blobs.put(dead, deadId, 1, [Buffer.from('x')])).rejects.toMatchObject(failsWith('missing'));
      const part = await blobs.put(living, livingId, 1, [Buffer.from('alive')]);
      await blobs.complete(living, { uploadId: livingId, parts: [part] });
      expect(String(await read(blobs, living))).toBe('alive');
    });

    test('the check passes and leaves nothing', async () => {
      const blobs = open();
      await blobs.check();
      expect(await blobs.sweep(new Date(Date.now() + 60_000), () => false)).toBe(0);
    });

    test('no key leads out of the store', async () => {
      const blobs = open();
      for (const key of ['../up', 'a/../../up', '/root', 'a//b', '.uploads/x', 'a\\b', 'a b', '']) {
        await expect((async () => blobs.read(key))()).rejects.toThrow(TypeError);
        await expect((async () => blobs.begin(key))()).rejects.toThrow(TypeError);
      }
    });
  });
}
