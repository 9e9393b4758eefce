import table from '../../tables/t-pag.json' with { type: 'json' };
import type { Note } from './note.ts';
import { issuedOn } from './note.ts';

const means: Readonly<Record<string, { from: string } | undefined>> = table.tPag;
const brands: Readonly<Record<string, string | undefined>> = table.tBand;

/** Whether a means of payment (tPag) is in the table of IT 2024.002 on the day of issue. */
export function isKnownMeans(code: string, note: Note): boolean {
  const since = means[code]?.from;
  return since !== undefined && since <= issuedOn(note);
}

/** Whether a card brand (tBand) is in the table of the portal. */
export function isKnownBrand(code: string): boolean {
  return brands[code] !== undefined;
}
