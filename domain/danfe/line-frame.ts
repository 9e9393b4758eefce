import type { Frame } from './pagination.ts';
import { sheet } from './sheet.ts';

/** A box whose title, labels and margins take `aroundCm`, and whose inside is at least `leastCm` high. */
export function lineFrame(aroundCm: number, leastCm = 0): Frame {
  return {
    heightCm: (lines) => aroundCm + Math.max(leastCm, lines * sheet.lineCm),
    // A hair of tolerance: the height of so many lines must hold them in binary fractions too.
    linesIn: (heightCm) => Math.max(0, Math.floor((heightCm - aroundCm) / sheet.lineCm + 1e-6)),
  };
}
