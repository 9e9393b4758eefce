import { html, type Markup } from '../html/markup.ts';
import { fitted } from './fitted.ts';
import { form, smallestPt, smallPt } from './form.ts';

/** A column of a table; numbers stand on the right. */
export type Column = {
  title: string;
  widthCm: number;
  isNumber?: boolean;
  /** It stands clear of the numbers before it. */
  isApart?: boolean;
  /** The least size that its texts may shrink to before they are cut. */
  leastPt?: number;
};

/** A row: its cells in the columns' order, and what makes it another row than the others. */
export type Row = { cells: readonly (string | Warning)[]; kind?: 'rest' | 'total' };

/** Words that ask for somebody's attention. */
export type Warning = { warning: string };

/** Room that the text of a cell leaves on each side. */
const paddingCm = 0.06;
const apartCm = 0.4;

/** A table under its title; `note` stands at the right of the title. */
export function table(
  title: string,
  columns: readonly Column[],
  rows: readonly Row[],
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

/** Its height, of so many rows. */
export function tableCm(rowCount: number, { headers = true }: { headers?: boolean } = {}): number {
  return form.titleCm + (rowCount + (headers ? 1 : 0)) * form.rowCm;
}

function header(column: Column): Markup {
  const title = fitted(column.title, { widthCm: innerCm(column), weight: 'bold', sizePt: smallPt });
  return html`<th scope="col" class="${kindOf(column)}">${title}</th>`;
}

function cell(column: Column, text: string | Warning, isFirst: boolean): Markup {
  const isWarning = typeof text === 'object';
  const { leastPt = smallestPt } = column;
  const content = fitted(isWarning ? text.warning : text, { widthCm: innerCm(column), leastPt, weight: 'bold' });
  const kind = `${kindOf(column)}${isWarning ? ' warning' : ''}`;
  return isFirst ? html`<th scope="row" class="${kind}">${content}</th>` : html`<td class="${kind}">${content}</td>`;
}

/** The room that a column has for text. */
export function innerCm({ widthCm, isApart = false }: Column): number {
  return widthCm - paddingCm - (isApart ? apartCm : paddingCm);
}

function kindOf({ isNumber = false, isApart = false }: Column): string {
  return [isNumber ? 'number' : '', isApart ? 'apart' : ''].join(' ').trim();
}

function shown(note: string | Warning): Markup {
  return typeof note === 'string' ? html`${note}` : html`<b class="warning">${note.warning}</b>`;
}
