import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import { describeStore } from './guarantees.ts';

const folder = mkdtempSync(join(tmpdir(), 'lavra-blobs-'));
afterAll(() => rm(folder, { recursive: true }));

describeStore('a folder', () => openBlobs(pathToFileURL(join(folder, 'made', 'at', 'first use')).href));
