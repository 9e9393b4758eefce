import { DateTime } from 'luxon';

/** Seconds in nine digits are thirty years: more is nobody's wish. */
const inSeconds = /^\d{1,9}$/;

/**
 * The seconds that an answer's `Retry-After` asks for (RFC 9110 §10.2.3): a number of seconds, or a date counted from `now` and never
 * before it. Null where the header is missing, repeated or neither of both.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  if (inSeconds.test(header)) return Number(header);
  const date = DateTime.fromHTTP(header);
  return date.isValid ? Math.max(0, Math.ceil((date.toMillis() - now.getTime()) / 1000)) : null;
}
