import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GzipRefused } from '../../../adapters/archives/gzip.ts';
import type { ZipMember } from '../../../adapters/archives/zip-members.ts';
import { zipOf } from '../../../adapters/archives/zip.ts';
import { inFolder, readByPython, readByYauzl, sha256, testByUnzip } from './foreign-readers.ts';
import { at, each, readyMember } from './members.ts';

const xml = '<?xml version="1.0" encoding="UTF-8"?><nfeProc>'.padEnd(11_000, '<xProd>Café torrado</xProd>');

/** Everything that the three readers find in an archive of the members. */
async function readBack(members: ZipMember[]) {
  return inFolder(async (folder) => {
    const path = join(folder, 'notas.zip');
    await writeFile(path, zipOf(each(members)));
    await testByUnzip(path);
    return { python: await readByPython(path), yauzl: await readByYauzl(path) };
  });
}

const path = fc
  .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((part) => part.replaceAll(/[\\/:\0]|\.\.|^\.$/g, '_')).join('/'));
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.nat({ max: 200_000 }).map((length) => Buffer.alloc(length, 'ab')),
);
const file = fc.record({
  name: path,
  content,
  isReady: fc.boolean(),
  modifiedAt: fc.date({
    min: new Date('1980-01-02T00:00:00Z'),
    max: new Date('2037-12-31T00:00:00Z'),
    noInvalidDate: true,
  }),
});

test('whatever goes in comes out of three foreign readers: names, contents and instants', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(file, { selector: ({ name }) => name, minLength: 1, maxLength: 12 }),
      async (files) => {
        const members = files.map(({ isReady, ...member }) =>
          isReady ? readyMember(member.name, member.content, member.modifiedAt) : member,
        );
        const { python, yauzl } = await readBack(members);
        const expected = files.map((each) => ({ name: each.name, sha256: sha256(each.content) }));
        expect(yauzl.found).toEqual(
          files.map(({ modifiedAt }, index) => ({
            ...expected[index],
            modifiedAt: new Date(Math.floor(modifiedAt.getTime() / 1000) * 1000).toISOString(),
          })),
        );
        expect(python.found.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(expected);
      },
    ),
    { numRuns: 40 },
  );
});

test('a reader that knows no zones shows the time of Brasília', async () => {
  const { python } = await readBack([readyMember('a.xml', xml, new Date('2026-03-01T02:59:58Z'))]);
  expect(python.found.map(({ modifiedAt }) => modifiedAt)).toEqual(['2026-02-28T23:59:58']);
});

test('instants that the headers cannot say are the nearest that they can', async () => {
  const instants = ['0001-01-01T00:00:00Z', '1979-12-31T00:00:00Z', '2050-06-01T12:00:00Z', '2200-01-01T00:00:00Z'];
  const { python } = await readBack(
    instants.map((instant) => readyMember(instant.slice(0, 4), xml, new Date(instant))),
  );
  expect(python.found.map(({ modifiedAt }) => modifiedAt)).toEqual([
    '1980-01-01T00:00:00',
    '1980-01-01T00:00:00',
    '2050-06-01T09:00:00',
    '2107-12-31T23:59:58',
  ]);
});

test('names keep their accents, and folders are made of them', async () => {
  const names = ['notas/ação-maçã.xml', 'resumos/日本.xml', 'notas/e\u0301.xml', '😀.xml'];
  const { python, yauzl } = await readBack(names.map((name) => readyMember(name, name)));
  expect(python.found.map(({ name }) => name)).toEqual(names);
  expect(yauzl.found.map(({ name }) => name)).toEqual(names);
});

test('an archive of nothing is an archive', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'vazio.zip');
    await writeFile(path, zipOf(each([])));
    expect(await readByPython(path)).toEqual({ count: 0, found: [] });
    expect(await readByYauzl(path)).toEqual({ count: 0, found: [] });
    // Info-ZIP's code 1 means that there is nothing to test; a broken archive gives 2 or more.
    await expect(testByUnzip(path)).rejects.toMatchObject({ code: 1 });
  });
});

test('the bytes of a gzip are in the archive as they came', async () => {
  const gzip = gzipSync(xml, { level: 1 });
  const zip = Buffer.concat(await zipOf(each([{ ...readyMember('a.xml', xml), gzip }])).toArray());
  expect(zip.includes(gzip.subarray(10, -8))).toBe(true);
  expect(zip.length).toBeLessThan(gzip.length + 250);
});

test('a content that deflating makes larger is stored', async () => {
  const random = Buffer.from(Array.from({ length: 500 }, (_, index) => (index * index * 31 + index * 7) & 0xff));
  const members = [
    { name: 'vazio', modifiedAt: at, content: Buffer.alloc(0) },
    { name: 'tres', modifiedAt: at, content: random.subarray(0, 3) },
  ];
  const zip = Buffer.concat(await zipOf(each(members)).toArray());
  expect(zip.includes(random.subarray(0, 3))).toBe(true);
  const { python } = await readBack(members);
  expect(python.found.map(({ sha256 }) => sha256)).toEqual(members.map(({ content }) => sha256(content)));
});

test.each([
  ['another checksum', { crc32: 1 }, 'checksum'],
  ['another size', { size: 1 }, 'size'],
  ['another file', { gzip: Buffer.from('<xml/>'.repeat(9)) }, 'foreign'],
])('a gzip that is not the one that was inspected ends the archive: %s', async (_case, spoilt, fault) => {
  const members = [readyMember('a.xml', xml), { ...readyMember('b.xml', xml), ...spoilt }];
  const reading = zipOf(each(members)).toArray();
  await expect(reading).rejects.toBeInstanceOf(GzipRefused);
  await expect(reading).rejects.toMatchObject({ fault });
});

test.each([
  '',
  '/etc/passwd',
  '../a.xml',
  'notas/../../a.xml',
  'C:/a.xml',
  'notas\\a.xml',
  'notas/',
  'a\0.xml',
  'a'.repeat(65_536),
])('a name that leads elsewhere or that no reader takes is refused: %#', async (name) => {
  await expect(zipOf(each([readyMember(name, xml)])).toArray()).rejects.toBeInstanceOf(RangeError);
});

test('a file of 4 GiB is refused, and not written wrong', async () => {
  const member = { name: 'a.bin', modifiedAt: at, content: Buffer.alloc(0xffffffff) };
  await expect(zipOf(each([member])).toArray()).rejects.toBeInstanceOf(RangeError);
});
