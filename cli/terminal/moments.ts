import { DateTime } from 'luxon';
import { brasiliaZone } from '../../domain/fiscal-time.ts';

/** An instant as people read it, to the second and in Brasília time: `23/11/2026 14:02:11`. */
export function brasiliaMoment(instant: Date): string {
  return DateTime.fromJSDate(instant, { zone: brasiliaZone }).toFormat('dd/MM/yyyy HH:mm:ss');
}
