import type { Frame } from './pagination.ts';
import { sheet } from './sheet.ts';

/** The height of so many lines must hold them in binary fractions too. */
const toleranceCm = 1e-6;

/** A box whose title, labels and margins take `aroundCm`, and whose inside is at least `leastCm` high. */
export function lineFrame(aroundCm: number, leastCm = 0): Frame {
  return {
    heightCm: (lines) => aroundCm + Math.max(leastCm, lines * sheet.lineCm),
    linesIn: (heightCm) =>
      heightCm + toleranceCm < aroundCm + leastCm ? 0 : Math.floor((heightCm - aroundCm + toleranceCm) / sheet.lineCm),
  };
}
