import { html, type Markup } from './markup.ts';
import { at } from './svg-path.ts';

/** Top left corner in centimetres, the width where text is centred or right-aligned in it, and the size where it is not the style's own. */
export type TextPlace = { leftCm: number; topCm: number; widthCm?: number; sizePt?: number };

/** Lines of text at a place of the sheet, in a class of its stylesheet; the browser breaks none of them. */
export function placedText(kind: string, place: TextPlace, lines: readonly string[]): Markup {
  return html`<div class="${kind}" style="${styleOf(place)}">${lines.join('\n')}</div>`;
}

function styleOf({ leftCm, topCm, widthCm, sizePt }: TextPlace): string {
  const width = widthCm === undefined ? '' : `;width:${at(widthCm)}cm`;
  const size = sizePt === undefined ? '' : `;font-size:${sizePt}pt`;
  return `left:${at(leftCm)}cm;top:${at(topCm)}cm${width}${size}`;
}
