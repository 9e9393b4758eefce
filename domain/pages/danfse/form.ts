import { at, type Block, type Drawing, horizontal, placedText, rectangle } from '../html/drawing.ts';
import { html, type Markup } from '../html/markup.ts';
import { fitText } from '../html/text.ts';
import { absent } from './words.ts';

/** A browser sets base lines on whole pixels, 96 to the inch: heights of so many keep all labels equally far from what they name. */
const pixels = (count: number) => (count / 96) * 2.54;

/**
 * The form of NT SE/CGNFS-e 008 v1.02 of 14/07/2026, in centimetres from the top left corner (2.2, 2.4.5): a frame within margins of 0.15
 * to 0.20, a grid of four columns, and heights within a fifth of a millimetre of the note's.
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

/** Sizes of type (2.4): what fields say, long texts included, and the headings of the page. */
export const contentPt = 7;
export const headingPt = 8;
export const smallPt = 6;

/** Arial is asked for, and Microsoft Sans Serif; neither may be given away with a program, so that Arimo stands for both. */
export const family = 'Arimo';

/** Where a column begins, also the one after the last. */
export function columnLeftCm(column: number): number {
  return form.columnsCm[column] ?? form.rightCm + betweenCm;
}

/** The room that text has from one column to the next but `span - 1`. */
export function innerWidthCm(column: number, span = 1): number {
  return columnLeftCm(column + span) - columnLeftCm(column) - betweenCm;
}

const betweenCm = 0.1;

/** A labelled field, from its column to that of the next. */
export type DanfseField = { label: string; text: string | undefined; column: number; isShaded?: boolean };

type RowStyle = { heightCm?: number; kind?: 'field' | 'main field'; columns?: number };

/** Fields beside one another; each is one line, which an ellipsis ends where it is too long. */
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

/** The text, or what of it fits the width. */
export function oneLine(text: string, widthCm: number): string {
  const limits = { largestPt: contentPt, smallestPt: contentPt, maxLines: 1, family } as const;
  return fitText(text, widthCm, limits).lines.join('');
}

/** A block's first row, which its title begins, under the rule that parts it from the block above. */
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

/** What stands in the place of a block that the note has nothing for: one sentence of the technical note. */
export function sentence(words: string): Block {
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

/** Lines of text over the whole width, under their label where they have one. */
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

/** Titles are capitals of 7 pt, in the middle of their row. */
function titleText(title: string, { topCm, heightCm }: Span): Markup {
  return placedText('title', { leftCm: columnLeftCm(0), topCm: topCm + heightCm / 2 - 0.14 }, [title]);
}

function divider(topCm: number): string {
  const { leftCm, rightCm } = form.frame;
  return horizontal(leftCm, topCm, rightCm - leftCm);
}

/** The grey of a title or a field, which reaches the frame where the column is an outer one. */
function shade(column: number, span: number, { topCm, heightCm }: Span): string {
  const leftCm = column === 0 ? form.frame.leftCm : columnLeftCm(column) - 0.1;
  const rightCm = column + span === form.columnsCm.length ? form.frame.rightCm : columnLeftCm(column + span) - 0.1;
  return rectangle(leftCm, topCm, rightCm - leftCm, heightCm);
}
