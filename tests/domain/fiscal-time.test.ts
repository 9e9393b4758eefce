import { expect, test } from 'vitest';
import fc from 'fast-check';
import { brasiliaDay, brasiliaMonth, brasiliaYear, fiscalDateTime } from '../../domain/fiscal-time.ts';

const offsets = {
  '-05:00': ['AC'],
  '-04:00': ['AM', 'MT', 'MS', 'RO', 'RR'],
  '-03:00': 'AL AP BA CE DF ES GO MA MG PA PB PE PI PR RJ RN RS SC SE SP TO'.split(' '),
};
const states = Object.values(offsets).flat();

test.each(Object.entries(offsets))('offset %s is the legal one in %j', (offset, inIt) => {
  const printed = inIt.map((state) => fiscalDateTime(new Date('2026-11-21T12:30:45.678Z'), state));
  expect(printed).toEqual(inIt.map(() => expect.stringMatching(`${offset}$`)));
});

test('all 27 federative units have a clock', () => {
  expect(new Set(states).size).toBe(27);
});

test('a fiscal date names the instant it was made from, to the second, wherever it is printed', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.constantFrom(...states), (instant, state) => {
      const printed = fiscalDateTime(instant, state);
      expect(printed).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[345]:00$/);
      expect(new Date(printed).getTime()).toBe(Math.floor(instant.getTime() / 1000) * 1000);
    }),
  );
});

test('day, month and year turn at midnight in Brasília', () => {
  const before = new Date('2027-01-01T02:59:59Z');
  const after = new Date('2027-01-01T03:00:00Z');
  expect([brasiliaDay(before), brasiliaMonth(before), brasiliaYear(before)]).toEqual(['2026-12-31', '2026-12', 2026]);
  expect([brasiliaDay(after), brasiliaMonth(after), brasiliaYear(after)]).toEqual(['2027-01-01', '2027-01', 2027]);
});

test('a state that does not exist is a mistake of ours', () => {
  expect(() => fiscalDateTime(new Date(), 'EX')).toThrow(TypeError);
});
