const dashCm = 0.2;

/** SVG path of a rectangle, in centimetres. */
export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}z`;
}

/** SVG path of a line to the right. */
export function horizontal(x: number, y: number, length: number): string {
  return `M${at(x)} ${at(y)}h${at(length)}`;
}

/** SVG path of a line downwards. */
export function vertical(x: number, y: number, length: number): string {
  return `M${at(x)} ${at(y)}v${at(length)}`;
}

/** SVG path of a dashed line to the right. Its dashes are in the path: a dashed stroke takes a browser as long as all other lines. */
export function dashed(x: number, y: number, length: number): string {
  return Array.from({ length: Math.floor(length / dashCm / 2) }, (_, index) =>
    horizontal(x + 2 * index * dashCm, y, dashCm),
  ).join('');
}

/** The same downwards. */
export function dashedDown(x: number, y: number, length: number): string {
  return Array.from({ length: Math.floor(length / dashCm / 2) }, (_, index) =>
    vertical(x, y + 2 * index * dashCm, dashCm),
  ).join('');
}

/** A length in centimetres, to a hundredth of a millimetre. */
export function at(lengthCm: number): string {
  return String(Math.round(lengthCm * 1000) / 1000);
}
