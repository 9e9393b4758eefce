import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from '../../../adapters/blobs/blobs.ts';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import { s3Settings } from '../../../adapters/blobs/s3-settings.ts';
import { s3Blobs } from '../../../adapters/blobs/s3.ts';
import { type Interposed, interposed } from '../../support/faults/interposed.ts';
import {
  hasObjectStore,
  type ObjectStore,
  startObjectStore,
  withWrongKey,
} from '../../support/servers/object-store.ts';
import { until } from '../../support/checks/until.ts';
import { failsWith, newKey, read, sha256, store } from './guarantees.ts';

let server: ObjectStore;
let way: Interposed;
let blobs: Blobs;
/** The store with short time-outs. */
let impatient: Blobs;

const completion = /^POST .*uploadId=/;
const underTest = hasObjectStore ? describe : describe.skip;

beforeAll(async () => {
  if (!hasObjectStore) return;
  server = await startObjectStore();
  way = await interposed(server.port);
  const settings = s3Settings(server.url({ port: way.port }));
  blobs = s3Blobs(settings);
  impatient = s3Blobs(settings, { silenceMs: 1000 });
});
afterEach(() => {
  if (hasObjectStore) Object.assign(way.state, { mischief: 'none', only: /./, times: Infinity });
});
afterAll(async () => {
  if (!hasObjectStore) return;
  blobs.close();
  impatient.close();
  await way.close();
  await server.stop();
});

underTest('an object store that is not well', () => {
  test.each([
    ['busy', 'away'],
    ['unreachable', 'away'],
    ['cuts', 'away'],
    ['silent', 'away'],
    ['full', 'full'],
  ] as const)('that is %s is reported as %s, and takes the same part afterwards', async (mischief, fault) => {
    const key = newKey();
    const uploadId = await blobs.begin(key);
    way.state.mischief = mischief;
    await expect(impatient.put(key, uploadId, 1, [randomBytes(300_000)])).rejects.toMatchObject(failsWith(fault));
    way.state.mischief = 'none';
    const part = await blobs.put(key, uploadId, 1, [Buffer.from('at last')]);
    await blobs.complete(key, { uploadId, parts: [part] });
    expect(String(await read(blobs, key))).toBe('at last');
  });

  test.each(['busy', 'unreachable', 'cuts', 'silent'] as const)(
    'that is %s for a moment is not noticed',
    async (mischief) => {
      const key = newKey();
      const uploadId = await blobs.begin(key);
      Object.assign(way.state, { mischief, times: 1 });
      const content = randomBytes(300_000);
      const part = await impatient.put(key, uploadId, 1, [content]);
      expect(part.sha256).toBe(sha256(content));
      await blobs.complete(key, { uploadId, parts: [part] });
    },
  );

  test('a part that changes on its way is refused by the server', async () => {
    const key = newKey();
    const uploadId = await blobs.begin(key);
    way.state.mischief = 'flips';
    await expect(blobs.put(key, uploadId, 1, [randomBytes(300_000)])).rejects.toMatchObject(failsWith('damaged'));
  });

  test('the file is there although the answer to its completion was lost', async () => {
    const key = newKey();
    const content = randomBytes(blobs.minPartBytes);
    const uploadId = await blobs.begin(key);
    const parts = [await blobs.put(key, uploadId, 1, [content])];
    Object.assign(way.state, { mischief: 'swallows', only: completion });
    await expect(blobs.complete(key, { uploadId, parts })).rejects.toMatchObject(failsWith('away'));
    way.state.mischief = 'none';
    expect(await blobs.complete(key, { uploadId, parts })).toEqual({ size: content.length, sha256: sha256(content) });
  });

  test('a server that has forgotten the upload is asked for the file, which must be ours', async () => {
    const key = newKey();
    const { upload, ...made } = await store(blobs, key, [randomBytes(1000)]);
    Object.assign(way.state, { mischief: 'forgetful', only: completion });
    expect(await blobs.complete(key, upload)).toEqual(made);
    const longer = { ...upload, parts: upload.parts.map((part) => ({ ...part, size: part.size + 1 })) };
    await expect(blobs.complete(key, longer)).rejects.toMatchObject(failsWith('missing'));
    await expect(blobs.complete(newKey(), upload)).rejects.toMatchObject(failsWith('missing'));
  });

  test('a server that joins only parts of one size does not pass the check', async () => {
    Object.assign(way.state, { mischief: 'uniform', only: completion });
    const checked = blobs.check();
    await expect(checked).rejects.toMatchObject({
      ...failsWith('refused'),
      message: expect.stringContaining('tamanhos'),
    });
  });

  test('a file that breaks off while it is read has failed, not ended', async () => {
    const key = newKey();
    await store(blobs, key, [randomBytes(blobs.minPartBytes)]);
    const stream = await blobs.read(key);
    const reading = (async () => {
      for await (const chunk of stream) {
        void chunk;
        way.cut();
      }
    })();
    await expect(reading).rejects.toMatchObject(failsWith('away'));
  });

  test('a file that decays on the server is found out and taken away', async () => {
    const key = newKey();
    const uploadId = await blobs.begin(key);
    const part = await blobs.put(key, uploadId, 1, [randomBytes(100_000)]);
    const [file = ''] = await partFiles();
    const content = await readFile(file);
    content.writeUInt8(content.readUInt8(50_000) ^ 1, 50_000);
    await writeFile(file, content);
    await expect(blobs.complete(key, { uploadId, parts: [part] })).rejects.toMatchObject(failsWith('damaged'));
    await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
  });

  test('a part that the server lost is missing, and so is the file', async () => {
    const key = newKey();
    const uploadId = await blobs.begin(key);
    const parts = [await blobs.put(key, uploadId, 1, [randomBytes(100_000)])];
    for (const file of await partFiles()) await rm(file);
    await expect(blobs.complete(key, { uploadId, parts })).rejects.toMatchObject(failsWith('missing'));
    await expect(blobs.read(key)).rejects.toMatchObject(failsWith('missing'));
  });

  test('a bucket that is not there and a wrong key are refusals, a closed port is not', async () => {
    const nowhere = openBlobs(server.url({ bucket: 'nobodys' }));
    await expect(nowhere.check()).rejects.toMatchObject(failsWith('refused'));
    nowhere.close();
    await withWrongKey(async () => {
      const stranger = openBlobs(server.url());
      const failed = await stranger.check().catch((error: unknown) => error);
      expect(failed).toMatchObject({
        ...failsWith('refused'),
        message: expect.stringContaining('SignatureDoesNotMatch'),
      });
      expect(String(failed)).not.toContain('lavra-tests');
      stranger.close();
    });
    const away = openBlobs(server.url({ port: 1 }));
    await expect(away.check()).rejects.toMatchObject(failsWith('away'));
    away.close();
  });

  test('a link saves the file under its name, for a while, without a key', async () => {
    const key = newKey();
    await store(blobs, key, [Buffer.from('the month')]);
    const url = await blobs.link(key, { fileName: 'São João & "Filhos" 2026-11.zip', seconds: 2 });
    const answer = await fetch(url ?? '');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('the month');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Sao Joao & _Filhos_ 2026-11.zip"; filename*=UTF-8''S%C3%A3o%20Jo%C3%A3o%20%26%20%22Filhos%22%202026-11.zip`,
    );
    await until('the link ends', async () => (await fetch(url ?? '')).status === 403);
  });

  test('links name the address that those know who follow them', async () => {
    const outside = openBlobs(`${server.url()}&public-endpoint=${encodeURIComponent('https://files.example.com')}`);
    const url = await outside.link(newKey(), { fileName: 'month.zip', seconds: 3600 });
    expect(url).toMatch(/^https:\/\/files\.example\.com\/closings\/lavra\/.*X-Amz-Expires=3600/);
    outside.close();
  });
});

/** The parts of the newest upload on the server's disk. */
async function partFiles(): Promise<string[]> {
  const entries = await readdir(join(server.folder, server.bucket, '.sgwtmp'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
