import { children, textOf, type XmlElement } from '../../../xml/reader.ts';
import { wrapText } from '../../html/wrap-text.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { paddingCm, smallPt } from '../drawing/type-size.ts';
import type { Sheet } from '../sheet.ts';
import { type ItemColumn, itemColumns } from './item-column.ts';
import { itemDetails } from './item-details.ts';
import { itemTaxes } from './item-taxes.ts';
import { type MeasuredColumn, measured, sharing } from './measured-column.ts';

/** Below this width of the description, about six words of an item, columns share their place. */
const narrowElasticCm = 4;

export type PlacedColumn = Pick<ItemColumn, 'title' | 'align' | 'isElastic'> & { leftCm: number; widthCm: number };

/** One item in lines: those of its cells by column, and below them those that run from the description to the right edge. */
export type ItemRow = { cells: string[][]; below: string[]; lineCount: number };

export type ItemTable = { columns: PlacedColumn[]; rows: ItemRow[] };

/** Measures and breaks all items: columns as wide as their widest text, the description in what is left of the print width. */
export function itemTable({ infNFe }: AuthorizedNote, sheet: Sheet): ItemTable {
  const items = children(infNFe, 'det');
  const columns = placed(
    sheet,
    fitting(sheet, itemColumns.map((column) => measured(column, items)).filter(hasContent)),
  );
  const belowCm = belowWidth(sheet, columns);
  const rows = items.map((det, index): ItemRow => {
    const cells = columns.map((column) => cellLines(column, column.texts[index] ?? ''));
    const below = [itemDetails(det), itemTaxes(det), itemReference(det)].flatMap((text) =>
      wrapText(text, belowCm, { sizePt: smallPt }),
    );
    return { cells, below, lineCount: Math.max(...cells.map((lines) => lines.length)) + below.length };
  });
  return { columns, rows };
}

function hasContent({ isSuppressible, texts }: MeasuredColumn): boolean {
  return !isSuppressible || texts.some((text) => /[1-9]/.test(text));
}

/** No column is ever left out for want of room: those that may share one place do so, one pair after the other, until the rest is wide. */
function fitting(sheet: Sheet, columns: readonly MeasuredColumn[]): readonly MeasuredColumn[] {
  return sharing(columns, (shared) => remainder(sheet, shared) >= narrowElasticCm);
}

function remainder(sheet: Sheet, columns: readonly MeasuredColumn[]): number {
  return sheet.printWidthCm - columns.reduce((sum, { widthCm }) => sum + widthCm, 0);
}

function placed(sheet: Sheet, columns: readonly MeasuredColumn[]): (MeasuredColumn & PlacedColumn)[] {
  const elasticCm = remainder(sheet, columns);
  let nextLeft = sheet.leftCm;
  return columns.map((column) => {
    const leftCm = nextLeft;
    const widthCm = column.isElastic ? elasticCm : column.widthCm;
    nextLeft += widthCm;
    return { ...column, leftCm, widthCm };
  });
}

function cellLines(column: MeasuredColumn & PlacedColumn, text: string): string[] {
  if (!column.isElastic && !column.widestCm) return text.split('\n');
  // The column is exactly as wide as its widest text; the margin keeps binary rounding from breaking that text.
  const innerCm = column.widthCm - 2 * paddingCm + 0.001;
  return text.split('\n').flatMap((paragraph) => wrapText(paragraph, innerCm, { sizePt: smallPt }));
}

function belowWidth(sheet: Sheet, columns: readonly PlacedColumn[]): number {
  const elastic = columns.find(({ isElastic }) => isElastic);
  return sheet.leftCm + sheet.printWidthCm - (elastic?.leftCm ?? 0) - 2 * paddingCm;
}

/** The document, or the item of it, that the item refers to (VC01); empty where there is none. */
function itemReference(det: XmlElement): string {
  const key = textOf(det, 'DFeReferenciado', 'chaveAcesso');
  const number = textOf(det, 'DFeReferenciado', 'nItem');
  return [key && `Ref. ${key}`, number && `item ${number}`].filter(Boolean).join(' ');
}
