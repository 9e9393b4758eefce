import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../../domain/imports/cell.ts';
import { type CsvRecord, csvRecords, type SheetSource } from '../../../operations/imports/sheet.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ';', '\n', '\r\n', '\r'), maxLength: 6 });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });

test('every record comes back with its cells and the line of the file on which it begins, however the file is cut', async () => {
  const files = fc.tuple(table, fc.constantFrom('\n', '\r\n', '\r'), fc.integer({ min: 1, max: 9 }));
  await fc.assert(
    fc.asyncProperty(files, async ([rows, lineEnd, pieceLength]) => {
      const lines = rows.map((cells) => csvLine(cells, ';'));
      const read = await all(csvRecords(sourceOf(lines.join(lineEnd), pieceLength), ';'));
      let line = 1;
      const expected = rows.map((cells, at) => {
        const first = line;
        line += 1 + [...(lines[at] ?? '').matchAll(/\r\n|\n|\r/g)].length;
        return { line: first, cells };
      });
      expect(read).toEqual(expected.filter(({ cells }) => cells.some((text) => text.trim() !== '')));
    }),
    { numRuns: 400 },
  );
});

function sourceOf(text: string, pieceLength: number): SheetSource {
  return {
    name: 'file.csv',
    async *text() {
      for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength);
    },
  };
}

async function all(records: AsyncGenerator<CsvRecord, void>): Promise<CsvRecord[]> {
  const found: CsvRecord[] = [];
  for await (const record of records) found.push(record);
  return found;
}
