import type { Block, Drawing } from '../../html/block.ts';
import { fitText } from '../../html/fit-text.ts';
import { html, type Markup } from '../../html/markup.ts';
import { placedText } from '../../html/placed-text.ts';
import { at, horizontal, rectangle } from '../../html/svg-path.ts';
import { absent } from '../values.ts';
import { columnLeftCm, contentPt, family, form, innerWidthCm } from './form.ts';

/** A labelled field, from its column to that of the next. */
export type Field = { label: string; text: string | undefined; column: number; isShaded?: boolean };

type RowStyle = { heightCm?: number; kind?: 'field' | 'main field'; columns?: number };

/** Fields beside one another; each is one line, which an ellipsis ends where it is too long. */
export function row(
  fields: readonly Field[],
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
  { label, text, column }: Field,
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
export function titledRow(title: string, fields: readonly Field[], heightCm: number = form.rowCm): Block {
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
