import { DateTime } from 'luxon';

/** A day as an address or a form says it, `2026-11-29`; undefined where it is none of the calendar, or of no year that PostgreSQL has. */
export function dayIn(asked: string | undefined): string | undefined {
  const isDay = asked !== undefined && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(asked) && DateTime.fromISO(asked).isValid;
  return isDay ? asked : undefined;
}
