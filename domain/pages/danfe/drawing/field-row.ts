import { fitText } from '../../html/fit-text.ts';
import { html, type Markup } from '../../html/markup.ts';
import { at, rectangle } from '../../html/svg-path.ts';
import type { Sheet } from '../sheet.ts';
import type { Block, Drawing } from '../../html/block.ts';
import { paddingCm, smallPt } from './type-size.ts';

const usualPt = 10;

/** A labelled box. `widthsCm` is for portrait and for landscape; fields without it share the rest of the row. */
export type Field = {
  label: string;
  text?: string | undefined;
  widthsCm?: readonly [portrait: number, landscape: number];
  align?: 'left' | 'center' | 'right';
  bold?: boolean;
};

/** Where a row of fields stands. */
export type RowPlace = { leftCm: number; topCm: number; widthCm: number; heightCm?: number };

/** Fields from left to right over the print width; values are 10 pt, and smaller only where they would not fit. */
export function fieldRow(sheet: Sheet, fields: readonly Field[], heightCm = sheet.fieldCm): Block {
  const { leftCm, printWidthCm } = sheet;
  return {
    heightCm,
    draw: (topCm) => drawFields(sheet, fields, { leftCm, topCm, widthCm: printWidthCm, heightCm }),
  };
}

/** The same within any width, for boxes beside one another. */
export function drawFields(sheet: Sheet, fields: readonly Field[], place: RowPlace): Drawing {
  const { leftCm, topCm, widthCm, heightCm = sheet.fieldCm } = place;
  const widthOf = ({ widthsCm }: Field) => widthsCm?.[sheet.orientation === 'PORTRAIT' ? 0 : 1];
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

function drawField(sheet: Sheet, field: Field, { leftCm, topCm, widthCm }: RowPlace): Markup {
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
