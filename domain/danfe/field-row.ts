import type { Block, Drawing } from './block.ts';
import { fitText } from './fit-text.ts';
import { html, type Markup } from './markup.ts';
import { at, rectangle } from './path.ts';
import { sheet } from './sheet.ts';

const usualPt = 10;
const labelTopCm = 0.02;

/** A labelled box. Fields without a width share what the others leave of the row. */
export type Field = {
  label: string;
  text?: string | undefined;
  widthCm?: number;
  align?: 'left' | 'center' | 'right';
  bold?: boolean;
};

/** Fields from left to right over the print width; values are 10 pt, and smaller only where they would not fit. */
export function fieldRow(fields: readonly Field[]): Block {
  return { heightCm: sheet.fieldCm, draw: (topCm) => drawFields(fields, sheet.leftCm, topCm, sheet.printWidthCm) };
}

/** The same within any width, for boxes beside one another. */
export function drawFields(fields: readonly Field[], leftCm: number, topCm: number, widthCm: number): Drawing {
  const given = fields.reduce((sum, field) => sum + (field.widthCm ?? 0), 0);
  const open = fields.filter((field) => field.widthCm === undefined).length;
  const content: Markup[] = [];
  let rules = '';
  let left = leftCm;
  for (const field of fields) {
    const width = field.widthCm ?? (widthCm - given) / open;
    rules += rectangle(left, topCm, width, sheet.fieldCm);
    content.push(drawField(field, left, topCm, width));
    left += width;
  }
  return { content, rules, hairlines: '' };
}

function drawField(field: Field, leftCm: number, topCm: number, widthCm: number): Markup {
  const { label, text = '', align = 'left', bold = false } = field;
  const inner = widthCm - 2 * sheet.paddingCm;
  const weight = bold ? 'bold' : 'regular';
  const { lines, sizePt } = fitText(text, inner, {
    largestPt: usualPt,
    smallestPt: sheet.smallPt,
    maxLines: 2,
    weight,
  });
  const left = at(leftCm + sheet.paddingCm);
  const place = `left:${left}cm;top:${at(topCm + labelTopCm)}cm;width:${at(inner)}cm`;
  if (!text) return html`<div class="label" style="${place}">${label}</div>`;
  const size = sizePt === usualPt ? '' : `font-size:${sizePt}pt${lines.length > 1 ? ';line-height:7pt' : ''}`;
  const value = html`<span class="${align}${bold ? ' bold' : ''}" style="${size}">${lines.join('\n')}</span>`;
  return html`<div class="label" style="${place}">${label}${value}</div>`;
}
