import { html, type Markup } from '../html/markup.ts';
import { type FontWeight, textWidth } from '../html/text-width.ts';
import { cutLines } from '../html/wrap-text.ts';
import { contentPt, family, smallestPt } from './form.ts';

type Limits = { widthCm: number; sizePt?: number; leastPt?: number; weight?: FontWeight };

const stepPt = 0.5;

/** One line of text at its usual size, smaller where it is too wide for that, and cut with an ellipsis where even the smallest is. */
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
