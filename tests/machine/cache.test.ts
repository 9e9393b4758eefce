import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cached } from '../../machine/cache.ts';

let cache: string;

beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'lavra-cache-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

test('who wants a thing at the same moment gets the one that was made', async () => {
  let made = 0;
  const make = async (staging: string): Promise<void> => {
    made++;
    await writeFile(join(staging, 'program'), String(made));
  };
  const folders = await Promise.all([1, 2, 3].map(() => cached(join(cache, 'part-1.0'), make)));
  expect(new Set(folders)).toEqual(new Set([join(cache, 'part-1.0')]));
  expect(made).toBe(1);
  expect(await readdir(cache)).toEqual(['part-1.0']);
});

test('a maker that fails leaves nothing that looks made', async () => {
  const fail = async (staging: string): Promise<void> => {
    await writeFile(join(staging, 'program'), 'half');
    throw new Error('the connection broke');
  };
  await expect(cached(join(cache, 'part-1.0'), fail)).rejects.toThrow('the connection broke');
  expect(await readdir(cache)).toEqual([]);
});

test('the lock of a process that was killed is taken over', async () => {
  const lock = join(cache, 'part-1.0.lock');
  await writeFile(lock, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const folder = await cached(join(cache, 'part-1.0'), (staging) => writeFile(join(staging, 'program'), 'whole'));
  expect(await readFile(join(folder, 'program'), 'utf8')).toBe('whole');
});
