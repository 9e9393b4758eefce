import { at, type Block, type Drawing, merged, placedText, rectangle, stack, type TextPlace } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { fitText, textWidth, wrapText } from '../html/text.ts';
import type { Sheet } from './sheet.ts';

/** Line height and type size of items and additional text, and the space between a rule and text; lengths in centimetres. */
export const lineCm = 0.26;
export const smallPt = 6.5;
export const paddingCm = 0.07;

/** The text styles of the sheet, each a class of the stylesheet. */
type TextKind =
  | 'column-title'
  | 'danfe'
  | 'directions'
  | 'emitter-data'
  | 'emitter-name'
  | 'instalment'
  | 'label'
  | 'lines'
  | 'lines center'
  | 'lines right'
  | 'meaning'
  | 'number'
  | 'title'
  | 'words';

/** Lines of text in one of the sheet's text styles. */
export const textBox: (kind: TextKind, place: TextPlace, lines: readonly string[]) => Markup = placedText;

const usualPt = 10;

/** A labelled box. `widthsCm` are its widths in portrait and in landscape; boxes without them share the rest of the row. */
export type DanfeField = {
  label: string;
  text?: string | undefined;
  widthsCm?: readonly [portrait: number, landscape: number];
  align?: 'left' | 'center' | 'right';
  bold?: boolean;
};

/** Place and size of a row of fields. */
type RowPlace = { leftCm: number; topCm: number; widthCm: number; heightCm?: number };

/** Fields from left to right over the print width. Values are 10 pt, and smaller only where they do not fit. */
export function fieldRow(sheet: Sheet, fields: readonly DanfeField[], heightCm = sheet.fieldCm): Block {
  const { leftCm, printWidthCm } = sheet;
  return {
    heightCm,
    draw: (topCm) => drawFields(sheet, fields, { leftCm, topCm, widthCm: printWidthCm, heightCm }),
  };
}

/** Fields from left to right within a given width, for boxes beside one another. */
export function drawFields(sheet: Sheet, fields: readonly DanfeField[], place: RowPlace): Drawing {
  const { leftCm, topCm, widthCm, heightCm = sheet.fieldCm } = place;
  const widthOf = ({ widthsCm }: DanfeField) => widthsCm?.[sheet.orientation === 'PORTRAIT' ? 0 : 1];
  const given = fields.reduce((sum, field) => sum + (widthOf(field) ?? 0), 0);
  const open = fields.filter((field) => widthOf(field) === undefined).length;
  const content: Markup[] = [];
  let rules = '';
  let left = leftCm;
  for (const field of fields) {
    const width = widthOf(field) ?? (widthCm - given) / open;
    rules += rectangle(left, topCm, width, heightCm);
    content.push(
      drawField(sheet, field, { leftCm: left, topCm: topCm + (heightCm - sheet.fieldCm) / 2, widthCm: width }),
    );
    left += width;
  }
  return { content, rules, hairlines: '' };
}

function drawField(sheet: Sheet, field: DanfeField, { leftCm, topCm, widthCm }: RowPlace): Markup {
  const { label, text = '', align = 'left', bold = false } = field;
  const inner = widthCm - 2 * paddingCm;
  const weight = bold ? 'bold' : 'regular';
  const { lines, sizePt } = fitText(text, inner, { largestPt: usualPt, smallestPt: smallPt, maxLines: 2, weight });
  const place = `left:${at(leftCm + paddingCm)}cm;top:${at(topCm + sheet.labelTopCm)}cm;width:${at(inner)}cm`;
  if (!text) return html`<div class="label" style="${place}">${label}</div>`;
  const tight = lines.length > 1 ? `;line-height:${sheet.tightLinePt}pt` : '';
  const size = sizePt === usualPt ? '' : `font-size:${sizePt}pt${tight}`;
  const value = html`<span class="${align}${bold ? ' bold' : ''}" style="${size}">${lines.join('\n')}</span>`;
  return html`<div class="label" style="${place}">${label}${value}</div>`;
}

/** Rows with the block's title: above them in portrait, to their left in landscape. Without rows there is no title. */
export function titled(sheet: Sheet, title: string, rows: readonly Block[]): Block {
  if (rows.length === 0) return stack([]);
  return sheet.orientation === 'PORTRAIT' ? stack([titleLine(sheet, title), ...rows]) : beside(sheet, title, rows);
}

/** The height that a block's title adds to its rows. */
export function titleHeightCm(sheet: Sheet): number {
  return sheet.orientation === 'PORTRAIT' ? sheet.titleCm : 0;
}

/** The least height of a block's rows that its title needs. */
export function leastRowsCm(sheet: Sheet, title: string): number {
  return sheet.orientation === 'PORTRAIT' ? 0 : leastBesideCm(title);
}

function titleLine(sheet: Sheet, title: string): Block {
  return {
    heightCm: sheet.titleCm,
    draw: (topCm) => ({
      content: [textBox('title', { leftCm: sheet.leftCm, topCm: topCm + 0.1 }, [title])],
      rules: '',
      hairlines: '',
    }),
  };
}

function beside(sheet: Sheet, title: string, rows: readonly Block[]): Block {
  const { heightCm, draw } = stack(rows);
  const leftCm = sheet.leftCm - sheet.titleCm;
  return {
    heightCm,
    draw(topCm) {
      const strip: Drawing = {
        content: [sideTitle(title, { leftCm, topCm, widthCm: sheet.titleCm, heightCm })],
        rules: rectangle(leftCm, topCm, sheet.titleCm, heightCm),
        hairlines: '',
      };
      return merged([strip, draw(topCm)]);
    },
  };
}

/** The only row of a block, high enough for the block's title. */
export function soleRow(sheet: Sheet, title: string, fields: readonly DanfeField[]): Block {
  return fieldRow(sheet, fields, Math.max(sheet.fieldCm, leastRowsCm(sheet, title)));
}

type SidePlace = { leftCm: number; topCm: number; widthCm: number; heightCm: number };

/**
 * Sizes of titles beside rows: the largest in which the lines fit, but not less than 5 pt (MOC 7.0 Anexo II §3.7). Only a table that other blocks
 * leave little room gets one so small.
 */
const sizesPt = [7, 6.5, 6, 5.5];
const smallestPt = 5;
/** The size for which rows are made high enough, where their height can be chosen. */
const legiblePt = 5.5;
const mostLines = 3;
const marginCm = 0.04;
/** Space between the lines and the strip's rules. */
const clearCm = 0.03;
const cmPerPoint = 2.54 / 72;
const leading = 1.1;

/** A block's title to the left of its rows, written from the bottom up. */
function sideTitle(title: string, { leftCm, topCm, widthCm, heightCm }: SidePlace): Markup {
  const stands = (sizePt: number) => {
    const lines = linesOf(title, heightCm, sizePt);
    return lines.join(' ') === title && lines.length * sizePt * leading * cmPerPoint <= widthCm - 2 * clearCm;
  };
  const sizePt = sizesPt.find(stands) ?? smallestPt;
  const lines = linesOf(title, heightCm, sizePt);
  const place = `left:${at(leftCm)}cm;top:${at(topCm)}cm;width:${at(widthCm)}cm;height:${at(heightCm)}cm`;
  const lineCm = Math.min(sizePt * leading * cmPerPoint, (widthCm - 2 * clearCm) / lines.length);
  const words = html`<span>${lines.join('\n')}</span>`;
  const style = `${place};font-size:${sizePt}pt;line-height:${at(lineCm)}cm`;
  return html`<div class="side-title" style="${style}">${words}</div>`;
}

/** The least height of a block's rows that its title beside them needs. */
function leastBesideCm(title: string): number {
  const widestWordCm = Math.max(...title.split(' ').map((word) => textWidth(word, legiblePt, 'bold')));
  let heightCm = widestWordCm + marginCm + 0.01;
  while (linesOf(title, heightCm, legiblePt).length > mostLines) heightCm += 0.05;
  return heightCm;
}

function linesOf(title: string, heightCm: number, sizePt: number): string[] {
  return wrapText(title, heightCm - marginCm, { sizePt, weight: 'bold' });
}
