/**
 * A decimal string of the XML as Brazilians read it: `1234.5` → `1.234,5`. All its places are kept, except trailing zeros beyond `places`;
 * nothing is rounded.
 */
export function decimal(value: string | undefined, places: number): string {
  if (!value) return '';
  const [whole = '', fraction = ''] = value.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(places, '0');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return kept ? `${grouped},${kept}` : grouped;
}

/** An amount in reais, two places. */
export function money(value: string | undefined): string {
  return decimal(value, 2);
}

/** Whether the XML carries the amount and it is not zero. */
export function isNonZero(value: string | undefined): value is string {
  return value !== undefined && /[1-9]/.test(value);
}
