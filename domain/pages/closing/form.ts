import { DateTime } from 'luxon';
import type { Month } from '../../month.ts';
import { html, type Markup } from '../html/markup.ts';
import { cutLines, type FontWeight, textWidth } from '../html/text.ts';
import { count } from '../html/values.ts';

/**
 * Measures of the page of a closing, in centimetres. Each of its lines has a fixed height, so that it is known before printing what fits the one
 * sheet.
 */
export const form = {
  paper: { widthCm: 21, heightCm: 29.7 },
  margin: { sideCm: 1.5, topCm: 1.2, bottomCm: 1.1 },
  widthCm: 18,
  headingCm: 2.65,
  figuresCm: 1.75,
  /** Height of the chart by day: the least, and the most where there is room. */
  chartCm: 4.5,
  tallestChartCm: 7,
  footerCm: 1.4,
  /** Gap between blocks. */
  gapCm: 0.4,
  /** Height of a block's title, and of a row of a table. */
  titleCm: 0.58,
  rowCm: 0.39,
  /** Widths of the taxes on the left and the postings on the right. */
  leftCm: 7.2,
  rightCm: 10.2,
  gutterCm: 0.6,
} as const;

/** Arimo has the metrics of Arial. */
export const family = 'Arimo';

/** Type sizes: contents of tables and the least that they may shrink to, titles, and small print. */
export const contentPt = 7.5;
export const smallestPt = 4.5;
export const titlePt = 9;
export const smallPt = 6.5;

/** Height left for tables and remarks between the chart and the footer. */
export const roomCm =
  form.paper.heightCm -
  0.01 -
  form.margin.topCm -
  form.margin.bottomCm -
  form.headingCm -
  form.figuresCm -
  form.chartCm -
  form.footerCm -
  4 * form.gapCm;

/** A month in Portuguese: `outubro de 2026`. */
export function monthInWords({ year, month }: Month): string {
  return DateTime.fromObject({ year, month }, { locale: 'pt-BR' }).toFormat("LLLL 'de' yyyy");
}

/** A number with its noun: `1 nota`, `2 notas`. */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

type Limits = { widthCm: number; sizePt?: number; leastPt?: number; weight?: FontWeight };

const stepPt = 0.5;

/** One line of text in its usual size; smaller if it is too wide for that, and cut with an ellipsis if it is too wide in the smallest size. */
export function fitted(
  text: string,
  { widthCm, sizePt = contentPt, leastPt = smallestPt, weight = 'regular' }: Limits,
): Markup {
  const widthAtOnePt = textWidth(text, 1, weight, family);
  if (widthAtOnePt * sizePt <= widthCm) return html`${text}`;
  const room = Math.floor(widthCm / widthAtOnePt / stepPt) * stepPt;
  if (room >= leastPt) return html`<span style="font-size:${room}pt">${text}</span>`;
  const [kept = ''] = cutLines([text, text], 1, { widthCm, sizePt: leastPt, weight, family });
  return html`<span style="font-size:${leastPt}pt">${kept}</span>`;
}

/** A column of a table; those with numbers are aligned to the right. */
export type TableColumn = {
  title: string;
  widthCm: number;
  isNumber?: boolean;
  /** Whether it is set apart from the numbers to its left. */
  isApart?: boolean;
  /** The least size that its texts may shrink to before they are cut. */
  leastPt?: number;
};

/** A row: its cells in the order of the columns. `rest` and `total` rows look different. */
export type TableRow = { cells: readonly (string | Warning)[]; kind?: 'rest' | 'total' };

/** Words that ask for attention. */
export type Warning = { warning: string };

/** Space on each side of a cell's text. */
const paddingCm = 0.06;
const apartCm = 0.4;

/** A table under its title; `note` is put at the right end of the title's line. */
export function closingTable(
  title: string,
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  { note, headers = true }: { note?: string | Warning; headers?: boolean } = {},
): Markup {
  return html`<h2>${title}${note === undefined ? undefined : html`<small>${shown(note)}</small>`}</h2>
    <table>
      <colgroup>
        ${columns.map(({ widthCm }) => html`<col style="width:${widthCm}cm" />`)}
      </colgroup>
      ${
        headers
          ? html`<thead>
              <tr>
                ${columns.map(header)}
              </tr>
            </thead>`
          : undefined
      }
      <tbody>
        ${rows.map(
          ({ cells, kind }) =>
            html`<tr class="${kind ?? ''}">
              ${columns.map((column, at) => cell(column, cells[at] ?? '', at === 0))}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** Height of a table with that many rows. */
export function tableCm(rowCount: number, { headers = true }: { headers?: boolean } = {}): number {
  return form.titleCm + (rowCount + (headers ? 1 : 0)) * form.rowCm;
}

function header(column: TableColumn): Markup {
  const title = fitted(column.title, { widthCm: innerCm(column), weight: 'bold', sizePt: smallPt });
  return html`<th scope="col" class="${kindOf(column)}">${title}</th>`;
}

function cell(column: TableColumn, text: string | Warning, isFirst: boolean): Markup {
  const isWarning = typeof text === 'object';
  const { leastPt = smallestPt } = column;
  const content = fitted(isWarning ? text.warning : text, { widthCm: innerCm(column), leastPt, weight: 'bold' });
  const kind = `${kindOf(column)}${isWarning ? ' warning' : ''}`;
  return isFirst ? html`<th scope="row" class="${kind}">${content}</th>` : html`<td class="${kind}">${content}</td>`;
}

/** The width that a column has for text. */
export function innerCm({ widthCm, isApart = false }: TableColumn): number {
  return widthCm - paddingCm - (isApart ? apartCm : paddingCm);
}

function kindOf({ isNumber = false, isApart = false }: TableColumn): string {
  return [isNumber ? 'number' : '', isApart ? 'apart' : ''].join(' ').trim();
}

function shown(note: string | Warning): Markup {
  return typeof note === 'string' ? html`${note}` : html`<b class="warning">${note.warning}</b>`;
}
