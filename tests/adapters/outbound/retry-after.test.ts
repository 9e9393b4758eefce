import { expect, test } from 'vitest';
import { readRetryAfter } from '../../../adapters/outbound/deliver.ts';

const now = new Date('2026-11-21T12:00:00Z');

test.each([
  ['120', 120],
  ['0', 0],
  ['Sat, 21 Nov 2026 12:05:00 GMT', 300],
  ['Sat, 21 Nov 2026 11:05:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 999_999_999],
  ['Saturday, 21-Nov-26 12:00:30 GMT', 30],
])('Retry-After: %s asks for %i seconds', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});

test.each([undefined, '', 'soon', '-5', '1.5', '9'.repeat(400), ['1', '2'], '2026-11-21T12:05:00Z'])(
  'Retry-After: %j asks for nothing',
  (header) => {
    expect(readRetryAfter(header, now)).toBeNull();
  },
);
