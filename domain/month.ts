import { DateTime } from 'luxon';
import { brasiliaMonth, brasiliaZone } from './fiscal-time.ts';

/** A month in Brasília time; January is 1. */
export type Month = { year: number; month: number };

/** A month as `2026-11`; these texts sort in time order. */
export function monthInDigits({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The month in a text like `2026-11`; null for any other text. */
export function monthFromDigits(text: string): Month | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year && month ? { year: Number(year), month: Number(month) } : null;
}

/** The first instant of a month, and that of the next one. */
export function boundsOf({ year, month }: Month): { start: Date; next: Date } {
  const start = DateTime.fromObject({ year, month }, { zone: brasiliaZone });
  return { start: start.toJSDate(), next: start.plus({ months: 1 }).toJSDate() };
}

/** Whether a month has begun at an instant. */
export function hasBegun(month: Month, now: Date): boolean {
  return monthInDigits(month) <= brasiliaMonth(now);
}
