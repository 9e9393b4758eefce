import { type FontWeight, textWidth } from './text-width.ts';
import { shortened, wrapText } from './wrap-text.ts';

const stepPt = 0.5;

export type FittedText = { lines: string[]; sizePt: number };
export type FitLimits = { largestPt: number; smallestPt: number; maxLines: number; weight?: FontWeight };

/**
 * The largest size at which the text stands on one line; where even the smallest is too wide, as many lines as are allowed at that
 * size, the last one ending in an ellipsis if words are left over.
 */
export function fitText(text: string, widthCm: number, limits: FitLimits): FittedText {
  const { largestPt, smallestPt, maxLines, weight = 'regular' } = limits;
  const widthAtOnePt = textWidth(text, 1, weight);
  for (let sizePt = largestPt; sizePt >= smallestPt; sizePt -= stepPt) {
    if (widthAtOnePt * sizePt <= widthCm) return { lines: [text], sizePt };
  }
  const lines = wrapText(text, widthCm, { sizePt: smallestPt, weight });
  if (lines.length <= maxLines) return { lines, sizePt: smallestPt };
  const rest = lines.slice(maxLines - 1).join(' ');
  return {
    lines: [...lines.slice(0, maxLines - 1), shortened(rest, widthCm, { sizePt: smallestPt, weight })],
    sizePt: smallestPt,
  };
}
