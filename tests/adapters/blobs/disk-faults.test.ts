import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Blobs } from '../../../adapters/blobs/blobs.ts';
import { diskBlobs } from '../../../adapters/blobs/disk.ts';
import { canMount, smallDisk } from '../../support/faults/small-disk.ts';
import { until } from '../../support/checks/until.ts';
import { failsWith, newKey, read, sha256, store } from './guarantees.ts';

const folder = mkdtempSync(join(tmpdir(), 'lavra-blobs-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
function newStore(): { root: string; blobs: Blobs } {
  const root = join(folder, `store-${count++}`);
  return { root, blobs: diskBlobs(root) };
}

(canMount ? describe : describe.skip)('a disk (needs the right to mount one)', () => {
  test('that is full says so, and takes the part once there is room', async () => {
    const disk = smallDisk(12);
    if (!disk) return;
    try {
      const blobs = diskBlobs(join(disk.folder, 'blobs'));
      const ballast = join(disk.folder, 'ballast');
      await writeFile(ballast, randomBytes(6_000_000));
      const key = newKey();
      const uploadId = await blobs.begin(key);
      const content = randomBytes(5_000_000);
      const first = await blobs.put(key, uploadId, 1, [content]);
      await expect(blobs.put(key, uploadId, 2, [content])).rejects.toMatchObject(failsWith('full'));
      await expect(blobs.complete(key, { uploadId, parts: [first] })).rejects.toMatchObject(failsWith('full'));
      await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
      await rm(ballast);
      await blobs.complete(key, { uploadId, parts: [first] });
      expect((await read(blobs, key)).equals(content)).toBe(true);
    } finally {
      disk.remove();
    }
  });

  test('that is read-only refuses, and still gives what it has', async () => {
    const disk = smallDisk(32);
    if (!disk) return;
    try {
      const blobs = diskBlobs(disk.folder);
      const key = newKey();
      await store(blobs, key, [Buffer.from('month')]);
      disk.setWritable(false);
      await expect(blobs.begin(key)).rejects.toMatchObject(failsWith('refused'));
      await expect(blobs.check()).rejects.toMatchObject(failsWith('refused'));
      expect(String(await read(blobs, key))).toBe('month');
      disk.setWritable(true);
      await blobs.check();
    } finally {
      disk.remove();
    }
  });
});

test('a folder that is a file refuses, and says which setting to look at', async () => {
  const { root, blobs } = newStore();
  await writeFile(root, 'not a folder');
  await expect(blobs.check()).rejects.toMatchObject({
    ...failsWith('refused'),
    message: expect.stringContaining('LAVRA_BLOBS'),
  });
});

test('a disk that is not mounted refuses; its files are not said to be missing', async () => {
  const { root, blobs } = newStore();
  const key = newKey();
  await store(blobs, key, [Buffer.from('month')]);
  const upload = { uploadId: await blobs.begin(newKey()), parts: [] };
  const part = await blobs.put(key, upload.uploadId, 1, [Buffer.from('x')]);
  await rename(root, `${root}-away`);
  await expect(blobs.read(key)).rejects.toMatchObject(failsWith('refused'));
  await expect(blobs.put(key, upload.uploadId, 2, [Buffer.from('x')])).rejects.toMatchObject(failsWith('refused'));
  await expect(blobs.complete(key, { ...upload, parts: [part] })).rejects.toMatchObject(failsWith('refused'));
  await rename(`${root}-away`, root);
  expect(String(await read(blobs, key))).toBe('month');
  await blobs.complete(key, { ...upload, parts: [part] });
});

const isRoot = process.getuid?.() === 0;
(isRoot ? test.skip : test)('a folder without the right to write refuses (root writes anywhere)', async () => {
  const { root, blobs } = newStore();
  await mkdir(root, { mode: 0o500 });
  await expect(blobs.begin(newKey())).rejects.toMatchObject(failsWith('refused'));
  chmodSync(root, 0o700);
  await blobs.check();
});

test('a part that decays is found out, one that is lost is missing; both leave no file and nothing half-written', async () => {
  for (const [spoil, fault] of [
    [turnOneBit, 'damaged'],
    [halve, 'damaged'],
    [rm, 'missing'],
  ] as const) {
    const { root, blobs } = newStore();
    const key = newKey();
    const uploadId = await blobs.begin(key);
    const parts = [
      await blobs.put(key, uploadId, 1, [randomBytes(100_000)]),
      await blobs.put(key, uploadId, 2, [randomBytes(100_000)]),
    ];
    await spoil(join(root, '.uploads', uploadId, parts[0]?.tag ?? ''));
    await expect(blobs.complete(key, { uploadId, parts })).rejects.toMatchObject(failsWith(fault));
    await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
    await blobs.abort(key, uploadId);
    expect(await filesIn(root)).toEqual([]);
  }
});

test('what lies in the folder is for its owner alone, and of an upload nothing stays', async () => {
  const { root, blobs } = newStore();
  const key = newKey();
  await store(blobs, key, [Buffer.from('first'), Buffer.from('second')]);
  const [only = '', ...others] = await filesIn(root);
  expect(others).toEqual([]);
  expect(only).toBe(join(root, key));
  for (let path = only; path.length >= root.length; path = join(path, '..')) {
    expect((statSync(path).mode & 0o077).toString(8)).toBe('0');
  }
});

test('two writers of the same part do not mix', async () => {
  const { blobs } = newStore();
  const key = newKey();
  const uploadId = await blobs.begin(key);
  const contents = Array.from({ length: 4 }, () => randomBytes(2_000_000));
  const stored = await Promise.all(contents.map((content) => blobs.put(key, uploadId, 1, [content])));
  const [, , third] = stored;
  if (!third) throw new Error('four were stored');
  expect(await blobs.complete(key, { uploadId, parts: [third] })).toMatchObject({
    sha256: sha256(contents[2] ?? Buffer.alloc(0)),
  });
});

test('a process that is killed while it joins a file leaves none or all of it, and another makes it from the same parts', async () => {
  const { root, blobs } = newStore();
  const key = newKey();
  const uploadId = await blobs.begin(key);
  const content = randomBytes(8 * 1024 * 1024);
  const parts = [];
  for (let number = 1; number <= 12; number += 1) parts.push(await blobs.put(key, uploadId, number, [content]));
  const upload = { uploadId, parts };
  const child = spawn(process.execPath, ['--input-type=module', '--eval', completion], { stdio: 'pipe' });
  child.stdin.end(JSON.stringify({ root, key, upload }));
  await until('the file is being joined', async () => (await filesIn(root)).some((path) => path.includes('whole-')));
  child.kill('SIGKILL');
  await once(child, 'close');
  const left = await read(blobs, key).then(sha256, () => null);
  const made = await blobs.complete(key, upload);
  expect(made.size).toBe(12 * content.length);
  expect([null, made.sha256]).toContain(left);
  expect(await filesIn(root)).toEqual([join(root, key)]);
});

const completion = `
  import { json } from 'node:stream/consumers';
  import { diskBlobs } from ${JSON.stringify(new URL('../../../adapters/blobs/disk.ts', import.meta.url).href)};
  const { root, key, upload } = await json(process.stdin);
  for (;;) await diskBlobs(root).complete(key, upload);
`;

async function turnOneBit(path: string): Promise<void> {
  const content = await readFile(path);
  content.writeUInt8(content.readUInt8(50_000) ^ 1, 50_000);
  await writeFile(path, content);
}

async function halve(path: string): Promise<void> {
  await writeFile(path, (await readFile(path)).subarray(0, 50_000));
}

async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
