import { type FontFamily, type FontWeight, textWidth } from './text-width.ts';
import { cutLines, wrapText } from './wrap-text.ts';

const stepPt = 0.5;

export type FittedText = { lines: string[]; sizePt: number };
export type FitLimits = {
  largestPt: number;
  smallestPt: number;
  maxLines: number;
  weight?: FontWeight;
  family?: FontFamily;
};

/**
 * The largest size at which the text stands on one line; where even the smallest is too wide, as many lines as are allowed at that
 * size, the last one ending in an ellipsis if words are left over.
 */
export function fitText(text: string, widthCm: number, limits: FitLimits): FittedText {
  const { largestPt, smallestPt, maxLines, weight = 'regular', family = 'Tinos' } = limits;
  const widthAtOnePt = textWidth(text, 1, weight, family);
  for (let sizePt = largestPt; sizePt >= smallestPt; sizePt -= stepPt) {
    if (widthAtOnePt * sizePt <= widthCm) return { lines: [text], sizePt };
  }
  const style = { sizePt: smallestPt, weight, family };
  return { lines: cutLines(wrapText(text, widthCm, style), maxLines, { widthCm, ...style }), sizePt: smallestPt };
}
