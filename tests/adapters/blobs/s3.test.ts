import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Blobs } from '../../../adapters/blobs/blobs.ts';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '../../support/servers/object-store.ts';
import { describeStore } from './guarantees.ts';

let server: ObjectStore;
let blobs: Blobs;

beforeAll(async () => {
  if (!hasObjectStore) return;
  server = await startObjectStore();
  blobs = openBlobs(server.url());
});
afterAll(async () => {
  if (!hasObjectStore) return;
  blobs.close();
  await server.stop();
});

if (hasObjectStore) describeStore('an object store', () => blobs);
else describe.skip('an object store', () => void test('needs Go, to build a server that speaks S3', () => {}));
