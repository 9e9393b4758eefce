import { type FontFamily, type FontWeight, textWidth } from './text-width.ts';

export type TextStyle = { sizePt: number; weight?: FontWeight; family?: FontFamily };

/** Breaks text into lines that fit the width, at spaces, and inside a word only where the word alone is too wide. */
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

/** The first lines; where some are left over, the last one kept ends in an ellipsis. */
export function cutLines(
  lines: readonly string[],
  maxLines: number,
  { widthCm, ...style }: TextStyle & { widthCm: number },
): string[] {
  if (lines.length <= maxLines) return [...lines];
  const rest = lines.slice(maxLines - 1, maxLines + 1).join(' ');
  return [...lines.slice(0, maxLines - 1), shortened(rest, widthCm, style)];
}

/** As much of the text as fits one line with an ellipsis after it. */
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
