import { form } from './form.ts';
import { tableCm } from './table.ts';

/** What the two parts of the page that may be long would need, or what they get. */
export type Shares = { middleCm: number; seriesRows: number };

/** Of the room, the numbering of series has at least this where it needs it: enough for nearly every company. */
const seriesAtLeast = 8;

/** Both whole where there is room; else the numbering has what it is sure of or what the taxes leave, and the taxes have the rest. */
export function sharedRows(roomCm: number, { middleCm, seriesRows }: Shares): Shares {
  const left = Math.floor((roomCm - middleCm - tableCm(0)) / form.rowCm);
  const given = Math.min(seriesRows, Math.max(seriesAtLeast, left));
  return { seriesRows: given, middleCm: Math.min(middleCm, roomCm - tableCm(given)) };
}
