import { type FontWeight, textWidth } from './text-width.ts';

export type TextStyle = { sizePt: number; weight?: FontWeight };

/** Breaks text into lines that fit the width, at spaces, and inside a word only where the word alone is too wide. */
export function wrapText(text: string, widthCm: number, { sizePt, weight = 'regular' }: TextStyle): string[] {
  const spaceCm = textWidth(' ', sizePt, weight);
  const lines: string[] = [];
  let line = '';
  let lineCm = 0;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const piece of piecesOf(word, widthCm, { sizePt, weight })) {
      const pieceCm = textWidth(piece, sizePt, weight);
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

function piecesOf(word: string, widthCm: number, { sizePt, weight }: TextStyle): string[] {
  if (textWidth(word, sizePt, weight) <= widthCm) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece && textWidth(piece + character, sizePt, weight) > widthCm) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
