import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32, createGzip, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GzipFault, gzipParts, GzipRefused, inspectGzip } from '../../../adapters/archives/gzip.ts';

const maxSize = 1024 * 1024;
const xml = Buffer.from('<nfeProc>'.padEnd(3000, '<xProd>Café</xProd>'));
const gzip = gzipSync(xml);

/** A gzip with any fields that a header may have (RFC 1952 §2.3). */
function gzipWith(content: Uint8Array, { extra, name, comment, headerCrc }: Header): Buffer {
  const flags = (headerCrc ? 2 : 0) | (extra ? 4 : 0) | (name ? 8 : 0) | (comment ? 16 : 0);
  const header = Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255]),
    ...(extra ? [uint16(extra.length), extra] : []),
    ...[name, comment].flatMap((text) => (text ? [Buffer.from(text, 'latin1'), Buffer.alloc(1)] : [])),
  ]);
  const check = headerCrc ? [uint16(crc32(header) & 0xffff)] : [];
  return Buffer.concat([header, ...check, deflateRawSync(content), trailerOf(content)]);
}
type Header = { extra?: Uint8Array; name?: string; comment?: string; headerCrc?: boolean };

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function trailerOf(content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc32(content), 0);
  bytes.writeUInt32LE(content.length, 4);
  return bytes;
}

function faultIn(bytes: Uint8Array, limit = maxSize): GzipFault | 'none' {
  try {
    inspectGzip(bytes, { maxSize: limit });
    return 'none';
  } catch (error) {
    if (error instanceof GzipRefused) return error.fault;
    throw error;
  }
}

test('a gzip of any header gives its content, its checksum and the deflate stream inside', () => {
  const text = fc.string({ unit: 'grapheme-ascii', minLength: 1 });
  const header = fc.record(
    { extra: fc.uint8Array({ minLength: 1, maxLength: 400 }), name: text, comment: text, headerCrc: fc.constant(true) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), header, (content, header) => {
      const bytes = gzipWith(content, header);
      expect(gunzipSync(bytes)).toEqual(Buffer.from(content)); // Node accepts it, too
      const inspected = inspectGzip(bytes, { maxSize });
      expect(inspected).toEqual({ content: Buffer.from(content), crc32: crc32(content), size: content.length });
      expect(gzipParts(bytes).deflated).toEqual(deflateRawSync(content));
    }),
  );
});

test('a gzip that another program made with the name of its file is read', () => {
  const program =
    'import gzip, sys; f = gzip.GzipFile("notas/ação.xml", "wb", fileobj=sys.stdout.buffer); f.write(sys.stdin.buffer.read()); f.close()';
  const made = execFileSync('python3', ['-c', program], { input: xml });
  expect(made[3]).toBe(8);
  expect(inspectGzip(made, { maxSize }).content).toEqual(xml);
});

test('a gzip that lies within a larger buffer is read where it lies', () => {
  const around = Buffer.concat([randomBytes(100), gzip, randomBytes(100)]);
  expect(inspectGzip(new Uint8Array(around.buffer, around.byteOffset + 100, gzip.length), { maxSize }).content).toEqual(
    xml,
  );
});

test.each([
  ['nothing', Buffer.alloc(0), 'foreign'],
  ['XML that is not compressed', xml, 'foreign'],
  ['a zlib stream', Buffer.from('789c', 'hex'), 'foreign'],
  ['another method than deflate', changed(2, 7), 'header'],
  ['a flag that RFC 1952 reserves', changed(3, 0x20), 'header'],
  ['a header with a checksum of another', changedIn(gzipWith(xml, { headerCrc: true }), 4, 9), 'header'],
  ['another CRC-32', changed(gzip.length - 8, (gzip.at(-8) ?? 0) ^ 1), 'checksum'],
  ['another size', changed(gzip.length - 4, (gzip.at(-4) ?? 0) ^ 1), 'size'],
  ['a size modulo 2^32 that is not its own', changed(gzip.length - 1, 1), 'size'],
  ['a block of no type', changed(10, 0x07), 'damaged'],
  ['a byte behind it', Buffer.concat([gzip, Buffer.alloc(1)]), 'trailing'],
  ['its trailer twice', Buffer.concat([gzip, gzip.subarray(-8)]), 'trailing'],
  ['another file behind it', Buffer.concat([gzip, gzip]), 'trailing'],
  ['an empty file before it', Buffer.concat([gzipSync(''), gzip]), 'trailing'],
] satisfies [string, Buffer, GzipFault][])('is refused: %s', (_case, bytes, fault) => {
  expect(faultIn(bytes)).toBe(fault);
});

test('wherever a gzip is cut, it is refused', () => {
  const whole = gzipWith(xml, { extra: Buffer.from('abc'), name: 'a.xml', comment: 'nota', headerCrc: true });
  const faults = Array.from(whole, (_byte, length) => faultIn(whole.subarray(0, length)));
  expect(faults).toEqual(faults.map((_fault, length) => (length < 2 ? 'foreign' : 'truncated')));
});

test('a bit that is wrong is found, or changes nothing of the content', () => {
  fc.assert(
    fc.property(fc.nat({ max: gzip.length * 8 - 1 }), (bit) => {
      const bytes = Buffer.from(gzip);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (faultIn(bytes) === 'none') expect(inspectGzip(bytes, { maxSize }).content).toEqual(xml);
    }),
    { numRuns: 500 },
  );
});

test('the limit is the largest content that is let through', () => {
  expect(faultIn(gzip, xml.length)).toBe('none');
  expect(faultIn(gzip, xml.length - 1)).toBe('large');
});

test('a bomb is refused while it is inflated, whatever size it says', async () => {
  const zeros = Buffer.alloc(1024 * 1024);
  const bomb = Buffer.concat(await Readable.from(Array<Buffer>(512).fill(zeros)).pipe(createGzip()).toArray());
  bomb.writeUInt32LE(1000, bomb.length - 4);
  const before = process.resourceUsage().maxRSS;
  expect(faultIn(bomb)).toBe('large');
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(64);
});

function changed(at: number, value: number): Buffer {
  return changedIn(gzip, at, value);
}

function changedIn(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}
