import type { Frame } from './pagination.ts';
import { lineCm } from './type-size.ts';

/** The height of so many lines must hold them in binary fractions too. */
const toleranceCm = 1e-6;

/** A box whose title, labels and margins take `aroundCm`, and whose inside is at least `leastCm` high. */
export function lineFrame(aroundCm: number, leastCm = 0): Frame {
  return {
    heightCm: (lines) => aroundCm + Math.max(leastCm, lines * lineCm),
    linesIn: (heightCm) =>
      heightCm + toleranceCm < aroundCm + leastCm ? 0 : Math.floor((heightCm - aroundCm + toleranceCm) / lineCm),
  };
}
