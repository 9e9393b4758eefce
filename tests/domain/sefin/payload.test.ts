import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from '../../../domain/sefin/answers.ts';
import { SefinAnswerUnreadable } from '../../../domain/sefin/body.ts';
import { field } from '../../../domain/xml/writer.ts';

const packed = (content: string | Buffer) => gzipSync(content).toString('base64');
const bomb = packed(`<NFSe>${' '.repeat(64 * 1024 * 1024)}</NFSe>`);

test('what is packed is unpacked, whatever the text in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const xml = `<?xml version="1.0" encoding="UTF-8"?><DPS>${field('xDescServ', text)}</DPS>`;
      expect(unpack(pack(xml))).toBe(xml);
    }),
  );
});

test('base64 may be broken into lines', () => {
  const xml = `<DPS>${'Serviço de manutenção '.repeat(20)}</DPS>`;
  expect(unpack(pack(xml).replace(/(.{76})/g, '$1\r\n'))).toBe(xml);
});

test.each([
  ['nothing', ''],
  ['no base64', '<NFSe/>'],
  ['base64 cut short', pack('<NFSe/>').slice(0, -3)],
  ['base64 of no gzip', Buffer.from('<NFSe/>').toString('base64')],
  ['gzip cut short', Buffer.from(pack('<NFSe>ação</NFSe>'), 'base64').subarray(0, -6).toString('base64')],
  ['gzip with a wrong checksum', pack('<NFSe>ação</NFSe>').replace(/.{8}$/, 'AAAAAAA=')],
  ['no UTF-8', packed(Buffer.from('<NFSe>ação</NFSe>', 'latin1'))],
  ['a bomb', bomb],
])('%s is unreadable, and nothing else', (_, text) => {
  expect(() => unpack(text)).toThrow(SefinAnswerUnreadable);
});

test('a bomb is refused before it has grown', () => {
  const before = process.memoryUsage().arrayBuffers;
  expect(() => unpack(bomb)).toThrow(SefinAnswerUnreadable);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});
