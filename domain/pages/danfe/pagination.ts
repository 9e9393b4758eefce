import { lineCm } from './fields.ts';

/** Lines `from` (included) to `to` (excluded) of an item's row. */
export type Slice = { row: number; from: number; to: number };

/** The content of one sheet: lines of items, and lines `infoFrom` (included) to `infoTo` (excluded) of the additional data. */
export type PagePlan = { items: Slice[]; infoFrom: number; infoTo: number };

/** The height for items and additional data on the first sheet and on the others, in centimetres, and the height that their lines need. */
export type PageRoom = {
  firstCm: number;
  nextCm: number;
  items: Frame;
  info: Frame;
  /** Lines that the first sheet reserves for additional data, as far as possible, while the items go on on another sheet. */
  reservedInfoLines: number;
};

/** A box for lines: its height for a number of lines, and how many lines a height holds. */
export type Frame = { heightCm: (lines: number) => number; linesIn: (heightCm: number) => number };

/**
 * Distributes items and additional data over sheets. An item is never split unless it is longer than a whole sheet. Additional data that do not fit
 * the first sheet follow after the last item.
 */
export function paginate(rowLines: readonly number[], infoLines: number, room: PageRoom): PagePlan[] {
  const pages: PagePlan[] = [];
  const wholeSheet = room.items.linesIn(room.nextCm);
  let next = { row: 0, line: 0 };
  let info = 0;
  do {
    const isFirst = pages.length === 0;
    const availableCm = isFirst ? room.firstCm : room.nextCm;
    const reservedCm = isFirst ? reservedOnFirst(infoLines, room) : 0;
    const items = take(rowLines, next, {
      lines: room.items.linesIn(availableCm - reservedCm),
      wholeSheet,
    });
    next = after(items, rowLines, next);
    const areItemsDone = next.row === rowLines.length;
    const usedCm = isFirst || items.length > 0 ? room.items.heightCm(lineCountOf(items)) : 0;
    const infoRoomCm = areItemsDone ? availableCm - usedCm : reservedCm;
    const infoTo = Math.min(infoLines, info + room.info.linesIn(infoRoomCm));
    pages.push({ items, infoFrom: info, infoTo });
    info = infoTo;
  } while (next.row < rowLines.length || info < infoLines);
  return pages;
}

/** How many lines the slices have together. */
export function lineCountOf(slices: readonly Slice[]): number {
  return slices.reduce((sum, { from, to }) => sum + to - from, 0);
}

function reservedOnFirst(infoLines: number, { firstCm, items, info, reservedInfoLines }: PageRoom): number {
  return info.heightCm(Math.min(infoLines, reservedInfoLines, info.linesIn(firstCm - items.heightCm(0))));
}

type Position = { row: number; line: number };

function take(
  rowLines: readonly number[],
  start: Position,
  { lines, wholeSheet }: { lines: number; wholeSheet: number },
): Slice[] {
  const slices: Slice[] = [];
  let free = lines;
  let from = start.line;
  for (let row = start.row; row < rowLines.length && free > 0; row++) {
    const end = rowLines[row] ?? 0;
    if (end - from > free && end <= wholeSheet) break;
    const to = Math.min(end, from + free);
    slices.push({ row, from, to });
    free -= to - from;
    if (to < end) break;
    from = 0;
  }
  return slices;
}

function after(items: readonly Slice[], rowLines: readonly number[], before: Position): Position {
  const last = items.at(-1);
  if (!last) return before;
  return last.to === rowLines[last.row] ? { row: last.row + 1, line: 0 } : { row: last.row, line: last.to };
}

/** Keeps binary rounding from taking a line off a height that was computed for it. */
const toleranceCm = 1e-6;

/** A box whose title, labels and margins need `aroundCm`, and whose inside is at least `leastCm` high. */
export function lineFrame(aroundCm: number, leastCm = 0): Frame {
  return {
    heightCm: (lines) => aroundCm + Math.max(leastCm, lines * lineCm),
    linesIn: (heightCm) =>
      heightCm + toleranceCm < aroundCm + leastCm ? 0 : Math.floor((heightCm - aroundCm + toleranceCm) / lineCm),
  };
}
