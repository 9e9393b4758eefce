import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOfFirstBusinessDayAfter, isFreeDay, transmitOfflineBy } from '../../../domain/contingency/business-day.ts';
import { fiscalDateTime, fiscalDay } from '../../../domain/fiscal-time.ts';
import { stateCodes } from '../../../domain/states.ts';
import { holidaysSchema, shippedHolidays } from '../../../domain/taxation/rates/contingency.ts';

const states = [...stateCodes.keys()];
const issued = fc.date({ min: new Date('2025-01-01'), max: new Date('2060-12-31'), noInvalidDate: true });

/** More than the longest row of free days in the calendar. */
const atMostDays = 6;

test('the deadline is the last second of a business day after the day of issue, and a few days later at most', () => {
  fc.assert(
    fc.property(issued, fc.constantFrom(...states), (issuedAt, state) => {
      const deadline = endOfFirstBusinessDayAfter(issuedAt, state);
      const day = fiscalDay(deadline, state);
      expect(fiscalDateTime(deadline, state)).toContain(`${day}T23:59:59`);
      expect(isFreeDay(day, state)).toBe(false);
      expect(day > fiscalDay(issuedAt, state)).toBe(true);
      expect(deadline.getTime() - issuedAt.getTime()).toBeLessThan(atMostDays * 86_400_000);
    }),
  );
});

test('no business day lies between the issue and the deadline', () => {
  fc.assert(
    fc.property(issued, fc.constantFrom(...states), (issuedAt, state) => {
      const last = fiscalDay(endOfFirstBusinessDayAfter(issuedAt, state), state);
      const first = fiscalDay(issuedAt, state);
      const between = Array.from({ length: atMostDays }, (_, index) =>
        fiscalDay(new Date(issuedAt.getTime() + (index + 1) * 86_400_000), state),
      ).filter((day) => first < day && day < last);
      expect(between.filter((day) => !isFreeDay(day, state))).toEqual([]);
    }),
  );
});

const at = (printed: string, state: string) =>
  fiscalDateTime(endOfFirstBusinessDayAfter(new Date(printed), state), state);

test.each([
  ['a weekday', '2026-11-24T10:00:00-03:00', 'SP', '2026-11-25T23:59:59-03:00'],
  ['a Friday', '2026-11-27T10:00:00-03:00', 'SP', '2026-11-30T23:59:59-03:00'],
  ['a Friday before a state holiday', '2026-11-27T10:00:00-03:00', 'DF', '2026-12-01T23:59:59-03:00'],
  ['the eve of a national holiday of Thursday', '2025-11-19T23:59:59-03:00', 'RS', '2025-11-21T23:59:59-03:00'],
  ['the Thursday before Good Friday', '2026-04-02T10:00:00-03:00', 'MG', '2026-04-06T23:59:59-03:00'],
  ['the eve of Carnaval, no holiday by law', '2027-02-08T10:00:00-03:00', 'BA', '2027-02-09T23:59:59-03:00'],
  [
    'the eve of Carnaval in RJ, where a law makes it one',
    '2027-02-08T10:00:00-03:00',
    'RJ',
    '2027-02-10T23:59:59-03:00',
  ],
  ['Acre, where it is still the day before', '2026-11-25T03:30:00Z', 'AC', '2026-11-25T23:59:59-05:00'],
  ['São Paulo, where it is the next day already', '2026-11-25T03:30:00Z', 'SP', '2026-11-26T23:59:59-03:00'],
])('%s', (_words, issuedAt, state, deadline) => {
  expect(at(issuedAt, state)).toBe(deadline);
});

test('Good Friday follows Easter through the exceptions of its calendar', () => {
  const fridays = ['2025-04-18', '2026-04-03', '2027-03-26', '2038-04-23', '2049-04-16', '2076-04-17', '2285-03-20'];
  expect(fridays.map((day) => isFreeDay(day, 'SP'))).toEqual(fridays.map(() => true));
  expect(isFreeDay('2076-04-24', 'SP')).toBe(false);
});

test('20 November is a national holiday since 2024', () => {
  expect([isFreeDay('2023-11-20', 'RS'), isFreeDay('2025-11-20', 'RS')]).toEqual([false, true]);
});

test('every holiday has its law, and those of states have a state', () => {
  const all = [...shippedHolidays.national, ...Object.values(shippedHolidays.states).flatMap((days) => days ?? [])];
  expect(all.every(({ law, confidence }) => law !== '' && confidence !== 'LOW')).toBe(true);
});

test('an operator’s table stands in place of the shipped one, with a day of one year alone', () => {
  const holidays = holidaysSchema.parse({
    source: 'Decreto 1/2026',
    national: [],
    states: { SP: [{ on: '2026-11-25', name: 'Luto', law: 'Decreto 1/2026' }] },
  });
  expect(endOfFirstBusinessDayAfter(new Date('2026-11-24T10:00:00-03:00'), 'SP', holidays)).toEqual(
    new Date('2026-11-26T23:59:59-03:00'),
  );
  expect(isFreeDay('2027-11-25', 'SP', holidays)).toBe(false);
});

test('a state that counts hours has the earlier of the two deadlines', () => {
  const friday = new Date('2026-11-27T20:00:00-03:00');
  expect(transmitOfflineBy(friday, 'PE')).toEqual(new Date('2026-11-28T20:00:00-03:00'));
  expect(transmitOfflineBy(friday, 'SP')).toEqual(endOfFirstBusinessDayAfter(friday, 'SP'));
});

test('a state that does not exist is a mistake of ours', () => {
  expect(() => endOfFirstBusinessDayAfter(new Date(), 'EX')).toThrow(TypeError);
});
