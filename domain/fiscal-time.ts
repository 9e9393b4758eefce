import { DateTime } from 'luxon';

/** The time zone in which each state's notes are dated. It is always the capital's, although Fernando de Noronha and the west of AM have others. */
const zones = {
  AC: 'America/Rio_Branco',
  AL: 'America/Maceio',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  CE: 'America/Fortaleza',
  DF: 'America/Sao_Paulo',
  ES: 'America/Sao_Paulo',
  GO: 'America/Sao_Paulo',
  MA: 'America/Fortaleza',
  MG: 'America/Sao_Paulo',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  PA: 'America/Belem',
  PB: 'America/Fortaleza',
  PE: 'America/Recife',
  PI: 'America/Fortaleza',
  PR: 'America/Sao_Paulo',
  RJ: 'America/Sao_Paulo',
  RN: 'America/Fortaleza',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  RS: 'America/Sao_Paulo',
  SC: 'America/Sao_Paulo',
  SE: 'America/Maceio',
  SP: 'America/Sao_Paulo',
  TO: 'America/Araguaina',
};
/** Brasília time, in which everything is dated that belongs to no state. */
export const brasiliaZone = zones.DF;

const zoneOfState = new Map(Object.entries(zones));

/** The time zone in which a state's notes are dated. @throws TypeError where `state` is not one of the 27 federative units */
export function zoneOf(state: string): string {
  const zone = zoneOfState.get(state);
  if (!zone) throw new TypeError(`No time zone is known for the state ${JSON.stringify(state)}`);
  return zone;
}

/**
 * An instant as fiscal documents have it, to the second with the state's offset: `2026-11-21T09:30:00-03:00` (TDateTimeUTC).
 *
 * @throws TypeError where `state` is not one of the 27 federative units
 */
export function fiscalDateTime(instant: Date, state: string): string {
  return DateTime.fromJSDate(instant, { zone: zoneOf(state) }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
}

/** The day of fiscal documents of the state at an instant: `2026-11-21`. @throws TypeError as `fiscalDateTime` */
export function fiscalDay(instant: Date, state: string): string {
  return fiscalDateTime(instant, state).slice(0, 10);
}

/** `2026-11-27` as `27/11/2026`. */
export function shortDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** The first instant of a day (YYYY-MM-DD) in Brasília. */
export function startOfBrasiliaDay(day: string): Date {
  return DateTime.fromISO(day, { zone: brasiliaZone }).toJSDate();
}

/** The first instant after a day (YYYY-MM-DD) in Brasília. A day has 23 or 25 hours where summer time began or ended, as until 2019. */
export function endOfBrasiliaDay(day: string): Date {
  return DateTime.fromISO(day, { zone: brasiliaZone }).plus({ days: 1 }).toJSDate();
}

/** An instant in Brasília time: `2026-11-21T09:30:00-03:00`. */
export function brasiliaDateTime(instant: Date): string {
  return fiscalDateTime(instant, 'DF');
}

/** The day an instant belongs to in Brasília time: `2026-11-21`. */
export function brasiliaDay(instant: Date): string {
  return fiscalDay(instant, 'DF');
}

/** The month an instant belongs to in Brasília time: `2026-11`. */
export function brasiliaMonth(instant: Date): string {
  return brasiliaDay(instant).slice(0, 7);
}

/** The year an instant belongs to in Brasília time. */
export function brasiliaYear(instant: Date): number {
  return Number(brasiliaDay(instant).slice(0, 4));
}

/** For how long something has been as it is, in Portuguese: `há 3 minutos`. */
export function ageOf({ since }: { since: Date }, now: Date): string {
  return DateTime.fromJSDate(since).toRelative({ base: DateTime.fromJSDate(now), locale: 'pt-BR' }) ?? '';
}
