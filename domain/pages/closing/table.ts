import { html, type Markup } from '../html/markup.ts';
import { fitted } from './fitted.ts';
import { form } from './form.ts';

/** A column of a table; numbers stand on the right. */
export type Column = { title: string; widthCm: number; isNumber?: boolean };

/** A row: its cells in the columns' order, and what makes it another row than the others. */
export type Row = { cells: readonly (string | Warning)[]; kind?: 'rest' | 'total' };

/** Words that ask for somebody's attention. */
export type Warning = { warning: string };

/** Room that the text of a cell leaves on each side. */
const paddingCm = 0.06;

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

function header({ title, widthCm, isNumber }: Column): Markup {
  return html`<th scope="col" class="${isNumber ? 'number' : ''}">
    ${fitted(title, { widthCm: widthCm - 2 * paddingCm, weight: 'bold', sizePt: 6.5 })}
  </th>`;
}

function cell({ widthCm, isNumber }: Column, text: string | Warning, isFirst: boolean): Markup {
  const isWarning = typeof text === 'object';
  const words = isWarning ? text.warning : text;
  const content = fitted(words, { widthCm: widthCm - 2 * paddingCm, weight: 'bold' });
  const kind = [isNumber ? 'number' : '', isWarning ? 'warning' : ''].filter(Boolean).join(' ');
  return isFirst ? html`<th scope="row" class="${kind}">${content}</th>` : html`<td class="${kind}">${content}</td>`;
}

function shown(note: string | Warning): Markup {
  return typeof note === 'string' ? html`${note}` : html`<b class="warning">${note.warning}</b>`;
}
