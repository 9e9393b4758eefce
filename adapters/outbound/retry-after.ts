import { DateTime } from 'luxon';

/** Thirty years: no receiver means more. */
const mostSeconds = 999_999_999;
const inSeconds = /^\d{1,9}$/;

/**
 * The seconds that an answer's `Retry-After` asks for (RFC 9110 §10.2.3): a number of seconds, or a date counted from `now` and never
 * before it. Null where the header is missing, repeated, or neither of the two.
 */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null;
  if (inSeconds.test(header)) return Number(header);
  const date = DateTime.fromHTTP(header);
  if (!date.isValid) return null;
  const seconds = Math.ceil((date.toMillis() - now.getTime()) / 1000);
  return Math.min(Math.max(0, seconds), mostSeconds);
}
