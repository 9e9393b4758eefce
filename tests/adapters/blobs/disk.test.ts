import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { v7 as uuid } from 'uuid';
import { afterAll, expect, test, vi } from 'vitest';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import { describeStore } from './guarantees.ts';

const folder = mkdtempSync(join(tmpdir(), 'lavra-blobs-'));
afterAll(() => rm(folder, { recursive: true }));

describeStore('a folder', () => openBlobs(pathToFileURL(join(folder, 'made', 'at', 'first use')).href));

test('parts that were begun after the clock was set back are as old as they are', async () => {
  const store = openBlobs(pathToFileURL(join(folder, 'clock')).href);
  vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  uuid(); // ids of this process are never older than this one
  vi.useRealTimers();
  await store.begin('a.zip');
  expect(await store.sweep(new Date(Date.now() + 60_000), () => false)).toBe(1);
});
