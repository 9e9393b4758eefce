import { expect, test } from 'vitest';
import type { ComputedItem } from '../../../domain/documents/computed-note.ts';
import { sizeFaults } from '../../../domain/sefaz/message-size.ts';
import { computedNote } from '../../support/samples/notes.ts';

const on = new Date('2026-11-21T15:00:00Z');
const sample = computedNote().items[0]!;

/** The longest texts: an ampersand takes five bytes in XML. */
const longest = { description: '&'.repeat(120), additionalInfo: '&'.repeat(500) };
const lots = Array.from({ length: 500 }, (_, at) => ({
  ...{ number: `LOTE-2026-${String(at).padStart(10, '0')}`, quantity: '1.000' },
  ...{ manufacturedOn: '2026-01-31', expiresOn: '2028-01-31', aggregation: '12345678901234567890' },
}));

test.each([
  ['a note of one line', 1, {}],
  ['one of fifty', 50, {}],
  ['one of two hundred', 200, {}],
  ['one of thirty with long texts', 30, longest],
  ['one of a line with many lots', 1, { lots }],
])('%s is taken', (_, count, fields) => {
  expect(sizeFaults(noteOf(count, fields), on)).toEqual([]);
});

test.each([
  ['a note of 990 lines', 990, {}],
  ['one of a hundred and fifty with long texts', 150, longest],
  ['one of a few lines with many lots', 10, { lots }],
])('%s is refused with its size', (_, count, fields) => {
  expect(sizeFaults(noteOf(count, fields), on)).toEqual([
    {
      ...{ code: 'validation_error', path: 'items' },
      message: expect.stringMatching(new RegExp(`de ${count} itens, teria \\d{3,4} KB, e a SEFAZ aceita até 500 KB`)),
    },
  ]);
});

function noteOf(count: number, fields: Partial<ComputedItem>) {
  return computedNote({ items: Array.from({ length: count }, (_, at) => ({ ...sample, ...fields, number: at + 1 })) });
}
