import { DateTime } from 'luxon';

/** A day as an address or a form says it, `2026-11-29`; undefined where it is none of the calendar. */
export function dayIn(asked: string | undefined): string | undefined {
  const isDay = asked !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(asked) && DateTime.fromISO(asked).isValid;
  return isDay ? asked : undefined;
}
