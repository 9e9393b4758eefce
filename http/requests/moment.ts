import { DateTime } from 'luxon';
import { type Fault, refuse } from '../../domain/faults.ts';

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;
/** No document is older, and none will be newer. */
const [first, last] = [0, Date.UTC(9999, 11, 31)];

/**
 * The instant that a query writes as ISO 8601 with its offset, in milliseconds since 1970.
 *
 * @param path the parameter that it came in
 * @throws DomainError `validation_error`
 */
export function momentIn(written: string, path: string): number {
  // A plus that was not encoded arrives as a space.
  const text = written.toUpperCase().replace(/ (?=\d{2}(:?\d{2})?$)/, '+');
  const moment = DateTime.fromISO(text, { setZone: true });
  if (!iso.test(text) || !moment.isValid) return refuse([noMoment(path)]);
  return Math.min(Math.max(moment.toMillis(), first), last);
}

function noMoment(path: string): Fault {
  const message =
    'Deve ser um instante ISO 8601 com o deslocamento do fuso, como 2026-11-01T00:00:00-03:00 ou 2026-11-01T03:00:00Z.';
  return { code: 'validation_error', path, message };
}
