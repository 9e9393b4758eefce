import { crc32, gzipSync } from 'node:zlib';
import { authorizedXml } from '../../tests/domain/pages/danfe/authorized-xml.ts';

/** A note as rivals get it (`content`) and as the product stores it (`gzip`). */
export type File = { name: string; modifiedAt: Date; content: Buffer; gzip: Buffer; crc32: number; size: number };

const modifiedAt = new Date('2026-11-22T12:00:00Z');
const xml = authorizedXml({ items: 7, environment: '2' });

/** Different notes of about 11 KB; they are used in turn, under names of their own. */
const notes = Array.from({ length: 64 }, (_, index) => {
  const content = Buffer.from(xml.replaceAll('<vProd>', `<vProd>${index}`));
  return { modifiedAt, content, gzip: gzipSync(content), crc32: crc32(content), size: content.length };
});

export const noteBytes = xml.length;

export function* files(count: number): Generator<File> {
  for (let index = 0; index < count; index++) {
    const note = notes[index % notes.length];
    const key = String(index).padStart(44, '0');
    if (note) yield { ...note, name: `notas/${key}-nsu${String(index).padStart(15, '0')}.xml` };
  }
}
