import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultOf } from '../../../domain/carriers/vehicle.entity.ts';

const [old, middle, young] = ['1', '2', '3'].map((id) => ({ id, isDefault: false }));
const current = { id: '2', isDefault: true };

test('an empty fleet has no default, and the first vehicle is it', () => {
  expect(defaultOf([])).toBeNull();
  expect(defaultOf([old!], { id: '1', isDefault: undefined })).toBe('1');
  expect(defaultOf([old!], { id: '1', isDefault: false })).toBe('1');
});

test('a vehicle that is added leaves the default where it is, unless it asks for it', () => {
  expect(defaultOf([old!, current, young!], { id: '3', isDefault: undefined })).toBe('2');
  expect(defaultOf([old!, current, young!], { id: '3', isDefault: false })).toBe('2');
  expect(defaultOf([old!, current, young!], { id: '3', isDefault: true })).toBe('3');
});

test('a default that declines leaves it to the oldest of the others, an only one keeps it', () => {
  expect(defaultOf([old!, current, young!], { id: '2', isDefault: false })).toBe('1');
  expect(defaultOf([current], { id: '2', isDefault: false })).toBe('2');
});

test('a default that is gone leaves it to the oldest', () => {
  expect(defaultOf([middle!, young!])).toBe('2');
});

test('whatever is asked for, a fleet that is not empty has one of its own as default', () => {
  const fleets = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }).chain((ids) =>
    fc.record({
      ids: fc.constant(ids.map(String)),
      default: fc.constantFrom(null, ...ids.map(String)),
      wish: fc.option(
        fc.record({ id: fc.constantFrom(...ids.map(String)), isDefault: fc.constantFrom(true, false, undefined) }),
        {
          nil: undefined,
        },
      ),
    }),
  );
  fc.assert(
    fc.property(fleets, ({ ids, default: standing, wish }) => {
      const chosen = defaultOf(
        ids.map((id) => ({ id, isDefault: id === standing })),
        wish,
      );
      expect(ids).toContain(chosen);
    }),
  );
});
