import { type Block, type Drawing, horizontal, rectangle, type TextPlace, vertical } from '../../html/drawing.ts';
import type { Markup } from '../../html/markup.ts';
import { textWidth } from '../../html/text.ts';
import { lineCm, paddingCm, smallPt, textBox, titled, titleHeightCm } from '../fields.ts';
import { type Frame, lineFrame, type Slice } from '../pagination.ts';
import type { Sheet } from '../sheet.ts';
import type { ItemTable, PlacedColumn } from './item-table.ts';

const titleRowCm = 0.5;
const marginCm = 0.05;
const separatorLiftCm = 0.025;

const lineKinds = { left: 'lines', center: 'lines center', right: 'lines right' } as const;

/** One printed line of the table and the item (`row`) that it belongs to: a line of the cells, or one below them. */
type Line = { row: number; cells?: string[]; below?: string; isLastOfItem: boolean };

/** The room that the block needs on a sheet, by its lines. */
export function itemFrame(sheet: Sheet): Frame {
  return lineFrame(titleHeightCm(sheet) + titleRowCm + 2 * marginCm);
}

/**
 * The part of the item table on one sheet. Each column is one element over all lines: a browser lays out a thousand lines in fifteen elements several
 * times faster than in as many cells, and the line breaks are known beforehand.
 */
export function itemBlock(sheet: Sheet, table: ItemTable, slices: readonly Slice[], heightCm: number): Block {
  const lines = slices.flatMap((slice) => linesOf(table, slice));
  const tableCm = heightCm - titleHeightCm(sheet);
  return titled(sheet, 'DADOS DOS PRODUTOS / SERVIÇOS', [
    { heightCm: tableCm, draw: (topCm) => drawTable(sheet, table.columns, lines, { topCm, heightCm: tableCm }) },
  ]);
}

function linesOf({ rows }: ItemTable, { row, from, to }: Slice): Line[] {
  const item = rows[row];
  if (!item) return [];
  const cellLineCount = item.lineCount - item.below.length;
  return Array.from({ length: to - from }, (_, index): Line => {
    const line = from + index;
    const isLastOfItem = line === item.lineCount - 1;
    return line < cellLineCount
      ? { row, cells: item.cells.map((cell) => cell[line] ?? ''), isLastOfItem }
      : { row, below: item.below[line - cellLineCount] ?? '', isLastOfItem };
  });
}

function drawTable(
  sheet: Sheet,
  columns: readonly PlacedColumn[],
  lines: readonly Line[],
  place: { topCm: number; heightCm: number },
): Drawing {
  const { topCm, heightCm } = place;
  const textTop = topCm + titleRowCm + marginCm;
  return {
    content: [
      ...columns.map((column) => titleOf(column, topCm)),
      ...columns.map((column, index) => {
        const text = lines.map(({ cells }) => cells?.[index] ?? '');
        return textBox(lineKinds[column.align], placeOf(column, textTop), text);
      }),
      ...belowLines(columns, lines, textTop),
    ],
    rules:
      rectangle(sheet.leftCm, topCm, sheet.printWidthCm, heightCm) +
      horizontal(sheet.leftCm, topCm + titleRowCm, sheet.printWidthCm) +
      columnRules(columns, lines, { topCm, heightCm, textTop }),
    hairlines: itemSeparators(sheet, lines, textTop),
  };
}

function titleOf(column: PlacedColumn, topCm: number): Markup {
  const top = topCm + (column.title.includes('\n') ? 0.06 : 0.15);
  return textBox('column-title', placeOf(column, top), column.title.split('\n'));
}

function belowLines(columns: readonly PlacedColumn[], lines: readonly Line[], topCm: number): Markup[] {
  if (lines.every(({ below }) => below === undefined)) return [];
  const place = { leftCm: belowLeftOf(columns), topCm };
  return [
    textBox(
      'lines',
      place,
      lines.map(({ below }) => below ?? ''),
    ),
  ];
}

/** The rules between columns. Where a line below an item is wider than the description, no rule crosses the lines below that item. */
function columnRules(
  columns: readonly PlacedColumn[],
  lines: readonly Line[],
  { topCm, heightCm, textTop }: { topCm: number; heightCm: number; textTop: number },
): string {
  const belowLeft = belowLeftOf(columns);
  const besideCm = columns.find(({ leftCm }) => leftCm > belowLeft)?.leftCm ?? Infinity;
  const isOpen = openLines(lines, besideCm - paddingCm - belowLeft);
  return columns
    .slice(1)
    .map(({ leftCm }) => {
      let path = '';
      let from = topCm;
      isOpen.forEach((open, index) => {
        if (!open || leftCm < belowLeft) return;
        const to = textTop + index * lineCm - separatorLiftCm;
        if (to > from) path += vertical(leftCm, from, to - from);
        from = to + lineCm;
      });
      return path + vertical(leftCm, from, topCm + heightCm - from);
    })
    .join('');
}

/** Which lines stand below an item and may not be crossed by rules, because one line below that item is wider than `widthCm`. */
function openLines(lines: readonly Line[], widthCm: number): boolean[] {
  const isWide = ({ below = '' }: Line) => textWidth(below, smallPt) > widthCm;
  const wideRows = new Set(lines.filter(isWide).map(({ row }) => row));
  return lines.map(({ below, row }) => below !== undefined && wideRows.has(row));
}

function belowLeftOf(columns: readonly PlacedColumn[]): number {
  return (columns.find(({ isElastic }) => isElastic)?.leftCm ?? 0) + paddingCm;
}

function itemSeparators(sheet: Sheet, lines: readonly Line[], textTop: number): string {
  return lines
    .flatMap(({ isLastOfItem }, index) =>
      isLastOfItem
        ? horizontal(sheet.leftCm, textTop + (index + 1) * lineCm - separatorLiftCm, sheet.printWidthCm)
        : [],
    )
    .join('');
}

function placeOf({ leftCm, widthCm }: PlacedColumn, topCm: number): TextPlace {
  return { leftCm: leftCm + paddingCm, topCm, widthCm: widthCm - 2 * paddingCm };
}
