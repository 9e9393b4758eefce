import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { checkBlobs } from '../../../operations/doctor/surroundings.ts';
import { useStoreKey } from '../../support/servers/object-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'lavra-blobs-'));
afterAll(() => rm(folder, { recursive: true }));

test('a folder that takes files is in order, and named', async () => {
  const [finding] = await checkBlobs({ blobs: pathToFileURL(join(folder, 'new')).href });
  expect(finding).toMatchObject({
    check: 'blobs',
    status: 'OK',
    message: expect.stringContaining(join(folder, 'new')),
  });
});

test('a folder that cannot be is reported with what to mend', async () => {
  await writeFile(join(folder, 'file'), '');
  const [finding] = await checkBlobs({ blobs: pathToFileURL(join(folder, 'file')).href });
  expect(finding).toMatchObject({ status: 'FAILURE', mend: expect.stringContaining('LAVRA_BLOBS') });
});

test('a server that is away is reported with its address', async () => {
  useStoreKey('nobody', 'nothing');
  const [finding] = await checkBlobs({ blobs: 's3://months/lavra?endpoint=http%3A%2F%2F127.0.0.1%3A1' });
  expect(finding).toMatchObject({
    status: 'FAILURE',
    message: expect.stringContaining('s3://months/lavra em http://127.0.0.1:1'),
  });
});
