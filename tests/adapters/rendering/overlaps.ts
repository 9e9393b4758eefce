import type { PrintedText } from './printed.ts';

/** Pairs of texts that overlap, by the height of their capitals. */
export function overlapsOf(texts: readonly PrintedText[]): string[] {
  return texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other) => (areOver(one, other) ? [`${one.text} / ${other.text}`] : [])),
  );
}

function areOver(one: PrintedText, other: PrintedText): boolean {
  const beside = one.leftCm + one.widthCm <= other.leftCm + 0.01 || other.leftCm + other.widthCm <= one.leftCm + 0.01;
  const [upper, lower] = one.topCm < other.topCm ? [one, other] : [other, one];
  return !beside && lower.topCm - upper.topCm < 0.62 * lower.sizeCm;
}
