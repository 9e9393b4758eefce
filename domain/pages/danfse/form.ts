import { at, type Block, type Drawing, horizontal, placedText, rectangle } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { fitText } from '../html/text.ts';
import { absent } from './words.ts';

/**
 * A length in whole pixels, 96 to the inch: a browser puts base lines on whole pixels, and only such heights keep all labels equally far from their
 * values.
 */
const pixels = (count: number) => (count / 96) * 2.54;

/**
 * Measures of NT SE/CGNFS-e 008 v1.02 of 14/07/2026, in centimetres from the top left corner (2.2, 2.4.5): a frame within margins of 0.15 to 0.20, a
 * grid of four columns, and heights that differ from the note's by a fifth of a millimetre at most.
 */
export const form = {
  paper: { widthCm: 21, heightCm: 29.7 },
  frame: { leftCm: 0.2, topCm: 0.2, rightCm: 20.8, bottomCm: 29.5 },
  columnsCm: [0.3, 5.41, 10.51, 15.62] as readonly number[],
  rightCm: 20.7,
  headBottomCm: pixels(56),
  keyRowCm: pixels(30),
  mainRowCm: pixels(26),
  rowCm: pixels(24),
  titleLineCm: pixels(15),
  sentenceCm: pixels(14),
  lineCm: pixels(10),
  /** From the rule or row above to the first line of text. */
  gapCm: pixels(2),
} as const;

/** Type sizes (2.4): of values and long texts, of the municipality in the heading, and of labels. */
export const contentPt = 7;
export const municipalityPt = 8;
export const smallPt = 6;

/** The font. The note asks for Arial and Microsoft Sans Serif; neither may be distributed with a program, and Arimo stands for both. */
export const family = 'Arimo';

/** Left edge of a column; for the number after the last column, the right edge. */
export function columnLeftCm(column: number): number {
  return form.columnsCm[column] ?? form.rightCm + betweenCm;
}

/** The width for text from one column over `span` columns. */
export function innerWidthCm(column: number, span = 1): number {
  return columnLeftCm(column + span) - columnLeftCm(column) - betweenCm;
}

const betweenCm = 0.1;

/** A labelled field, from its column to that of the next field. */
export type DanfseField = { label: string; text: string | undefined; column: number; isShaded?: boolean };

type RowStyle = { heightCm?: number; kind?: 'field' | 'main field'; columns?: number };

/** Fields beside one another. Each is one line, which ends in an ellipsis if it is too long. */
export function row(
  fields: readonly DanfseField[],
  { heightCm = form.rowCm, kind = 'field', columns = 4 }: RowStyle = {},
): Block {
  const spans = fields.map(({ column }, index) => (fields[index + 1]?.column ?? columns) - column);
  return {
    heightCm,
    draw: (topCm) => ({
      content: fields.map((field, index) =>
        drawField(field, { kind, topCm, widthCm: innerWidthCm(field.column, spans[index]) }),
      ),
      rules: '',
      hairlines: '',
      shades: fields
        .map(({ column, isShaded }, index) => (isShaded ? shade(column, spans[index] ?? 1, { topCm, heightCm }) : ''))
        .join(''),
    }),
  };
}

function drawField(
  { label, text, column }: DanfseField,
  { kind, topCm, widthCm }: { kind: string; topCm: number; widthCm: number },
): Markup {
  const place = `left:${at(columnLeftCm(column))}cm;top:${at(topCm + form.gapCm)}cm`;
  return html`<div class="${kind}" style="${place}">${label}<span>${oneLine(text || absent, widthCm)}</span></div>`;
}

/** The text, or as much of it as fits the width, with an ellipsis. */
export function oneLine(text: string, widthCm: number): string {
  const limits = { largestPt: contentPt, smallestPt: contentPt, maxLines: 1, family } as const;
  return fitText(text, widthCm, limits).lines.join('');
}

/** The first row of a block, which begins with the block's title, and the rule that separates it from the block above. */
export function titledRow(title: string, fields: readonly DanfseField[], heightCm: number = form.rowCm): Block {
  const { draw } = row(fields, { heightCm });
  return {
    heightCm,
    draw(topCm) {
      const drawn = draw(topCm);
      return {
        ...drawn,
        content: [titleText(title, { topCm, heightCm }), ...drawn.content],
        rules: divider(topCm),
        shades: shade(0, 1, { topCm, heightCm }) + (drawn.shades ?? ''),
      };
    },
  };
}

/** The title of a block of one text, over the whole width. */
export function titleLine(title: string): Block {
  const heightCm = form.titleLineCm;
  return {
    heightCm,
    draw: (topCm) => ({
      content: [titleText(title, { topCm, heightCm })],
      rules: divider(topCm),
      hairlines: '',
      shades: shade(0, form.columnsCm.length, { topCm, heightCm }),
    }),
  };
}

/** A sentence of the technical note in place of a block for which the NFS-e has nothing. */
export function sentenceBlock(words: string): Block {
  const heightCm = form.sentenceCm;
  return {
    heightCm,
    draw: (topCm): Drawing => ({
      content: [
        placedText('sentence', { leftCm: columnLeftCm(0), topCm: topCm + form.gapCm, widthCm: innerWidthCm(0, 4) }, [
          words,
        ]),
      ],
      rules: divider(topCm),
      hairlines: '',
    }),
  };
}

/** Lines of text over the whole width, under a label if they have one. */
export function lines(texts: readonly string[], label?: string): Block {
  const aboveCm = 2 * form.gapCm + (label ? form.lineCm : 0);
  return {
    heightCm: aboveCm + texts.length * form.lineCm + form.gapCm,
    draw: (topCm) => ({
      content: [
        ...(label ? [placedText('field', { leftCm: columnLeftCm(0), topCm: topCm + 2 * form.gapCm }, [label])] : []),
        placedText('lines', { leftCm: columnLeftCm(0), topCm: topCm + aboveCm }, texts),
      ],
      rules: '',
      hairlines: '',
    }),
  };
}

type Span = { topCm: number; heightCm: number };

/** A title: capitals of 7 pt, in the middle of its row. */
function titleText(title: string, { topCm, heightCm }: Span): Markup {
  return placedText('title', { leftCm: columnLeftCm(0), topCm: topCm + heightCm / 2 - 0.14 }, [title]);
}

function divider(topCm: number): string {
  const { leftCm, rightCm } = form.frame;
  return horizontal(leftCm, topCm, rightCm - leftCm);
}

/** The grey behind a title or a field; in an outer column it reaches the frame. */
function shade(column: number, span: number, { topCm, heightCm }: Span): string {
  const leftCm = column === 0 ? form.frame.leftCm : columnLeftCm(column) - 0.1;
  const rightCm = column + span === form.columnsCm.length ? form.frame.rightCm : columnLeftCm(column + span) - 0.1;
  return rectangle(leftCm, topCm, rightCm - leftCm, heightCm);
}
