import arimo from './arimo-advances.json' with { type: 'json' };
import tinos from './tinos-advances.json' with { type: 'json' };

/** Fonts with the metrics of Times New Roman and of Arial. */
type FontFamily = 'Tinos' | 'Arimo';
export type FontWeight = 'regular' | 'bold';

const cmPerPoint = 2.54 / 72;
const tables = { Tinos: advancesOf(tinos), Arimo: advancesOf(arimo) };

/** Width in centimetres of one line of text, without kerning or ligatures. A character that is not in the font's Latin part counts as one em. */
export function textWidth(
  text: string,
  sizePt: number,
  weight: FontWeight = 'regular',
  family: FontFamily = 'Tinos',
): number {
  const { unitsPerEm, [weight]: table } = tables[family];
  let units = 0;
  for (const character of text) units += table.get(character) ?? unitsPerEm;
  return (units / unitsPerEm) * sizePt * cmPerPoint;
}

type Advances = { unitsPerEm: number } & Record<FontWeight, Record<string, number>>;

function advancesOf({ unitsPerEm, regular, bold }: Advances) {
  return { unitsPerEm, regular: new Map(Object.entries(regular)), bold: new Map(Object.entries(bold)) };
}

type TextStyle = { sizePt: number; weight?: FontWeight; family?: FontFamily };

/** Breaks text into lines that fit the width: at spaces, and inside a word only if the word alone is too wide. */
export function wrapText(text: string, widthCm: number, style: TextStyle): string[] {
  const spaceCm = widthIn(style, ' ');
  const lines: string[] = [];
  let line = '';
  let lineCm = 0;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const piece of piecesOf(word, widthCm, style)) {
      const pieceCm = widthIn(style, piece);
      if (line && lineCm + spaceCm + pieceCm <= widthCm) {
        line += ` ${piece}`;
        lineCm += spaceCm + pieceCm;
      } else {
        if (line) lines.push(line);
        line = piece;
        lineCm = pieceCm;
      }
    }
  }
  return line ? [...lines, line] : lines;
}

/** The first lines; if there are more, the last one that is kept ends in an ellipsis. */
export function cutLines(
  lines: readonly string[],
  maxLines: number,
  { widthCm, ...style }: TextStyle & { widthCm: number },
): string[] {
  if (lines.length <= maxLines) return [...lines];
  const rest = lines.slice(maxLines - 1, maxLines + 1).join(' ');
  return [...lines.slice(0, maxLines - 1), shortened(rest, widthCm, style)];
}

/** As much of the text as fits one line, with an ellipsis. */
function shortened(text: string, widthCm: number, style: TextStyle): string {
  let room = widthCm - widthIn(style, '…');
  let kept = '';
  for (const character of text) {
    room -= widthIn(style, character);
    if (room < 0) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

function widthIn({ sizePt, weight, family }: TextStyle, text: string): number {
  return textWidth(text, sizePt, weight, family);
}

function piecesOf(word: string, widthCm: number, style: TextStyle): string[] {
  if (widthIn(style, word) <= widthCm) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece && widthIn(style, piece + character) > widthCm) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

const stepPt = 0.5;

type FittedText = { lines: string[]; sizePt: number };
type FitLimits = {
  largestPt: number;
  smallestPt: number;
  maxLines: number;
  weight?: FontWeight;
  family?: FontFamily;
};

/**
 * The largest size at which the text fits one line. If it is too wide even in the smallest size, it has that size and up to `maxLines` lines, of
 * which the last ends in an ellipsis if words are left over.
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
