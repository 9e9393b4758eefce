import { DateTime } from 'luxon';
import { zoneOf } from '../fiscal-time.ts';
import { type ContingencyStates, type Holiday, type Holidays, shippedHolidays } from '../taxation/rates/contingency.ts';
import { offlineHours } from './choose.ts';

/**
 * The last second of the first business day after the day of issue, by the state's clock and holidays (docs/decisions/0056).
 *
 * @throws TypeError where there is no such state
 */
export function endOfFirstBusinessDayAfter(issuedAt: Date, state: string, holidays: Holidays = shippedHolidays): Date {
  let day = DateTime.fromJSDate(issuedAt, { zone: zoneOf(state) }).plus({ days: 1 });
  while (isFree(day, state, holidays)) day = day.plus({ days: 1 });
  return day.endOf('day').startOf('second').toJSDate();
}

/**
 * Until when the authority must have an NFC-e that was issued offline: the end of the first business day after its issue, or fewer hours in a state
 * that wants it earlier.
 *
 * @throws TypeError where there is no such state
 */
export function transmitOfflineBy(
  issuedAt: Date,
  state: string,
  tables: { holidays?: Holidays; contingency?: ContingencyStates } = {},
): Date {
  const usual = endOfFirstBusinessDayAfter(issuedAt, state, tables.holidays);
  const hours = offlineHours(state, issuedAt, tables.contingency);
  if (hours === null) return usual;
  return new Date(Math.min(usual.getTime(), issuedAt.getTime() + hours * 3_600_000));
}

/** Whether a day is no business day in the state: Saturday, Sunday, or a holiday by federal or state law. */
export function isFreeDay(day: string, state: string, holidays: Holidays = shippedHolidays): boolean {
  return isFree(DateTime.fromISO(day, { zone: 'utc' }), state, holidays);
}

function isFree(day: DateTime, state: string, { national, states }: Holidays): boolean {
  return day.weekday > 5 || [...national, ...(states[state] ?? [])].some((holiday) => isOn(holiday, day));
}

function isOn(holiday: Holiday, day: DateTime): boolean {
  const date = day.toFormat('yyyy-MM-dd');
  const { from = '', until = '9999' } = holiday;
  if (date < from || until < date) return false;
  if ('on' in holiday) return date === holiday.on || date.slice(5) === holiday.on;
  return date === easterOf(day.year).plus({ days: holiday.easter }).toFormat('yyyy-MM-dd');
}

/** Easter Sunday in the Gregorian calendar, by the method of Gauss with its two exceptions. */
function easterOf(year: number): DateTime {
  const century = Math.floor(year / 100);
  const moonStep = (15 + century - Math.floor(century / 4) - Math.floor((13 + 8 * century) / 25)) % 30;
  const weekStep = (4 + century - Math.floor(century / 4)) % 7;
  const moon = (19 * (year % 19) + moonStep) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + weekStep) % 7;
  const isLate = moon + sunday === 35 || (moon === 28 && sunday === 6 && (11 * moonStep + 11) % 30 < 19);
  return DateTime.utc(year, 3, 22).plus({ days: moon + sunday - (isLate ? 7 : 0) });
}
