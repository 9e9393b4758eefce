import { DateTime } from 'luxon';

/** A day in an address or a form, `2026-11-29`; undefined when it is no calendar day, or in a year that PostgreSQL does not have. */
export function dayIn(asked: string | undefined): string | undefined {
  const isDay = asked !== undefined && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(asked) && DateTime.fromISO(asked).isValid;
  return isDay ? asked : undefined;
}
