import { html, type Markup } from './markup.ts';
import { at } from './path.ts';

/** The sets of type of the sheet, each a class of the stylesheet. */
export type TextKind =
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

/** Top left corner in centimetres, and the width where text is centred or set to the right in it. */
export type TextPlace = { leftCm: number; topCm: number; widthCm?: number };

/** Lines of text at a place of the sheet; the browser breaks none of them. */
export function textBox(kind: TextKind, { leftCm, topCm, widthCm }: TextPlace, lines: readonly string[]): Markup {
  const width = widthCm === undefined ? '' : `;width:${at(widthCm)}cm`;
  return html`<div class="${kind}" style="left:${at(leftCm)}cm;top:${at(topCm)}cm${width}">${lines.join('\n')}</div>`;
}
