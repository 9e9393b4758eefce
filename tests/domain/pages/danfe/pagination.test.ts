import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  lineCountOf,
  lineFrame,
  type PagePlan,
  type PageRoom,
  paginate,
} from '../../../../domain/pages/danfe/pagination.ts';

const room: PageRoom = {
  firstCm: 9,
  nextCm: 24,
  items: lineFrame(1),
  info: lineFrame(0.8, 1.3),
  reservedInfoLines: 10,
};
const rows = fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 80 });
/** Heights from that of both boxes empty. */
const firstHeights = fc.double({ min: 3.1, max: 22, noNaN: true });
const infoLines = fc.integer({ min: 0, max: 300 });

test('every line of every item and of the additional data is printed once, in order', () => {
  fc.assert(
    fc.property(rows, infoLines, (rowLines, lines) => {
      const pages = paginate(rowLines, lines, room);
      const printed = pages.flatMap(({ items }) =>
        items.flatMap(({ row, from, to }) => range(from, to).map((line) => `${row}:${line}`)),
      );
      expect(printed).toEqual(rowLines.flatMap((count, row) => range(0, count).map((line) => `${row}:${line}`)));
      expect(pages.flatMap(({ infoFrom, infoTo }) => range(infoFrom, infoTo))).toEqual(range(0, lines));
    }),
  );
});

test('no sheet holds more than its height', () => {
  fc.assert(
    fc.property(rows, infoLines, firstHeights, (rowLines, lines, firstCm) => {
      paginate(rowLines, lines, { ...room, firstCm }).forEach((page, index) => {
        const isFirst = index === 0;
        expect(heightOf(page, isFirst)).toBeLessThanOrEqual((isFirst ? firstCm : room.nextCm) + 1e-6);
      });
    }),
  );
});

test('an item is parted only where it is longer than a whole sheet', () => {
  const wholeSheet = room.items.linesIn(room.nextCm);
  fc.assert(
    fc.property(rows, (rowLines) => {
      const parted = paginate(rowLines, 0, room)
        .flatMap(({ items }) => items)
        .filter(({ row, from, to }) => to - from < (rowLines[row] ?? 0));
      for (const { row } of parted) expect(rowLines[row]).toBeGreaterThan(wholeSheet);
    }),
  );
});

test('the first sheet keeps room for ten lines of additional data while items go on', () => {
  const [first, ...others] = paginate(
    Array.from({ length: 60 }, () => 2),
    12,
    room,
  );
  expect(first).toMatchObject({ infoFrom: 0, infoTo: 10 });
  expect(others.at(-1)).toMatchObject({ infoFrom: 10, infoTo: 12 });
});

test('where all items fit the first sheet, additional data take the rest of it', () => {
  expect(paginate([2, 2], 20, room)).toMatchObject([{ infoFrom: 0, infoTo: 20 }]);
});

function heightOf({ items, infoFrom, infoTo }: PagePlan, isFirst: boolean): number {
  const hasItems = isFirst || items.length > 0;
  const hasInfo = isFirst || infoTo > infoFrom;
  const itemsCm = hasItems ? room.items.heightCm(lineCountOf(items)) : 0;
  return itemsCm + (hasInfo ? room.info.heightCm(infoTo - infoFrom) : 0);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
