import { expect, test } from 'vitest';
import {
  cancellationTerm,
  correctionTerm,
  inutilizationTerm,
  substitutionTerm,
} from '../../../../domain/documents/events/terms.ts';

const at = new Date('2026-11-27T15:00:00Z');

test('an NF-e is cancelled within 24 hours, an NFC-e within 30 minutes, or 168 hours where another took its place', () => {
  expect(cancellationTerm('NFE', at)?.toISOString()).toBe('2026-11-28T15:00:00.000Z');
  expect(cancellationTerm('NFCE', at)?.toISOString()).toBe('2026-11-27T15:30:00.000Z');
  expect(cancellationTerm('NFSE', at)).toBeNull();
  expect(substitutionTerm(at).toISOString()).toBe('2026-12-04T15:00:00.000Z');
});

test('an NF-e is corrected within 30 days', () => {
  expect(correctionTerm(at).toISOString()).toBe('2026-12-27T15:00:00.000Z');
});

test('numbers are given up until the 10th of the month after, by the calendar of Brasília', () => {
  expect(inutilizationTerm(at)).toBe('2026-12-10');
  expect(inutilizationTerm(new Date('2027-01-01T01:00:00Z'))).toBe('2027-01-10');
});
