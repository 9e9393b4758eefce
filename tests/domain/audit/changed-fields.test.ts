import { expect, test } from 'vitest';
import { changedFields } from '../../../domain/audit/changed-fields.ts';

test('fields that differ are named by their paths, and no value is', () => {
  const before = {
    name: 'A',
    address: { city: 'Campinas', state: 'SP' },
    emails: ['a@b.c'],
    series: { 55: { series: 1 } },
  };
  const after = {
    name: 'A',
    address: { city: 'Santos', state: 'SP' },
    emails: ['a@b.c', 'd@e.f'],
    series: { 55: { series: 1 } },
  };
  expect(changedFields(before, after)).toEqual(['address.city', 'emails']);
});

test('a field that comes or goes has changed, and null is as good as missing', () => {
  expect(changedFields({ a: 1, b: null }, { c: { d: false } })).toEqual(['a', 'c.d']);
  expect(changedFields({ a: null, group: {} }, {})).toEqual([]);
});
