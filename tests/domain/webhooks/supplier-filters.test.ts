import { expect, test } from 'vitest';
import { checkChoice, keptDueDays, keptFilters } from '../../../domain/webhooks/supplier-filters.ts';

const supplierTaxIds = ['11222333000181'];

test('filters are kept whole, each value once, amounts with two places; those that filter nothing are none', () => {
  expect(
    keptFilters({ supplierTaxIds: [...supplierTaxIds, ...supplierTaxIds], minValue: 10.5, maxValue: '99' }),
  ).toEqual({
    supplierTaxIds,
    models: [],
    minValue: '10.50',
    maxValue: '99.00',
  });
  expect([keptFilters(null), keptFilters({}), keptFilters({ models: [], minValue: null })]).toEqual([null, null, null]);
  expect([keptDueDays([0, 7, 0]), keptDueDays([0]), keptDueDays([]), keptDueDays(null)]).toEqual([
    [7, 0],
    null,
    null,
    null,
  ]);
});

test('filters and days hold for events that are chosen, and let something through', () => {
  const filters = keptFilters({
    supplierTaxIds: [...supplierTaxIds, '11222333000180'],
    minValue: '10',
    maxValue: '9.99',
  });
  const faults = (events: string[], days: number[] | null) =>
    checkChoice({ events, filters, dueDaysBefore: days }).map(({ path }) => path);
  expect(faults(['PAYABLE_DUE'], [7])).toEqual(['filters.supplierTaxIds[1]', 'filters.maxValue']);
  expect(faults(['DOCUMENT_AUTHORIZED'], [7])).toEqual([
    'filters.supplierTaxIds[1]',
    'filters',
    'filters.maxValue',
    'dueDaysBefore',
  ]);
  expect(checkChoice({ events: [], filters: null, dueDaysBefore: null })).toEqual([]);
});
