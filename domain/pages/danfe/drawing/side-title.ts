import { html, type Markup } from '../../html/markup.ts';
import { at } from '../../html/svg-path.ts';
import { textWidth } from '../../html/text-width.ts';
import { wrapText } from '../../html/wrap-text.ts';

export type SidePlace = { leftCm: number; topCm: number; widthCm: number; heightCm: number };

/** Titles are at least 5 pt (MOC 7.0 Anexo II §3.7), and larger where all their lines stand in the strip. */
const sizesPt = [7, 6, 5];
const smallestPt = 5;
const mostLines = 3;
const marginCm = 0.08;
/** Left free between the lines and the strip's rules. */
const clearCm = 0.03;
const cmPerPoint = 2.54 / 72;
const leading = 1.1;

/** A block's title that is read from below, to the left of its rows. */
export function sideTitle(title: string, { leftCm, topCm, widthCm, heightCm }: SidePlace): Markup {
  const stands = (sizePt: number) => {
    const lines = linesOf(title, heightCm, sizePt);
    return lines.join(' ') === title && lines.length * sizePt * leading * cmPerPoint <= widthCm;
  };
  const sizePt = sizesPt.find(stands) ?? smallestPt;
  const lines = linesOf(title, heightCm, sizePt);
  const place = `left:${at(leftCm)}cm;top:${at(topCm)}cm;width:${at(widthCm)}cm;height:${at(heightCm)}cm`;
  const lineCm = Math.min(sizePt * leading * cmPerPoint, (widthCm - 2 * clearCm) / lines.length);
  const words = html`<span>${lines.join('\n')}</span>`;
  const style = `${place};font-size:${sizePt}pt;line-height:${at(lineCm)}cm`;
  return html`<div class="side-title" style="${style}">${words}</div>`;
}

/** How high the rows of a block are at least, for its title to stand beside them. */
export function leastBesideCm(title: string): number {
  const widestWordCm = Math.max(...title.split(' ').map((word) => textWidth(word, smallestPt, 'bold')));
  let heightCm = widestWordCm + marginCm + 0.01;
  while (linesOf(title, heightCm, smallestPt).length > mostLines) heightCm += 0.05;
  return heightCm;
}

function linesOf(title: string, heightCm: number, sizePt: number): string[] {
  return wrapText(title, heightCm - marginCm, { sizePt, weight: 'bold' });
}
