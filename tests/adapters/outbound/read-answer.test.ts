import { expect, test } from 'vitest';
import { readResponse } from '../../../adapters/outbound/deliver.ts';

const limit = 16 * 1024;

test.each([
  ['text', 'São José', 'São José'],
  ['a NUL, which PostgreSQL refuses', 'a\0b', 'ab'],
  ['bytes that are not UTF-8', Buffer.from([0x53, 0xe3, 0x6f]), 'S\ufffdo'],
  ['half of a pair of surrogates', Buffer.from([0xed, 0xa0, 0x80]), '\ufffd\ufffd\ufffd'],
  ['an overlong form', Buffer.from([0xc0, 0x80]), '\ufffd\ufffd'],
  ['a character outside the first plane', '😀', '😀'],
  ['nothing', '', ''],
])('%s is kept as PostgreSQL can store it', async (_what, bytes, body) => {
  expect(await readResponse(chunksOf(Buffer.from(bytes), 1))).toEqual({ body });
});

test.each([1, 2, 3])('a character of which only %i bytes fit is left out', async (bytes) => {
  const whole = 'x'.repeat(limit - bytes);
  expect(await readResponse(chunksOf(Buffer.from(`${whole}😀`), 4_096))).toEqual({ body: whole });
});

test('a character that arrives in pieces is whole', async () => {
  expect(await readResponse(chunksOf(Buffer.from('ção'), 1))).toEqual({ body: 'ção' });
});

test.each([
  ['text', 'x'],
  ['characters of two bytes', 'é'],
  ['characters of four bytes', '😀'],
  ['NULs', '\0'],
  ['what is not UTF-8, each byte of which takes three', Buffer.from([0xff])],
])('of 200 KB of %s no more than 16 KiB are kept', async (_what, one) => {
  const { body } = await readResponse(chunksOf(Buffer.alloc(200_000, one), 1_000));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(limit);
  expect(Buffer.from(body).toString()).toBe(body);
});

test('reading stops at the limit', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      read += 1_024;
      yield Buffer.alloc(1_024, 'x');
    }
  }
  expect((await readResponse(endless())).body).toHaveLength(limit);
  expect(read).toBe(limit);
});

test('what came before a fault is kept with it', async () => {
  const fault = new Error('closed');
  async function* broken() {
    yield Buffer.from('half');
    throw fault;
  }
  expect(await readResponse(broken())).toEqual({ body: 'half', fault });
});

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
