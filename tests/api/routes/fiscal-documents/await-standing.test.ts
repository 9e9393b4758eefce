import { expect, test } from 'vitest';
import { preferredWait } from '../../../../api/routes/fiscal-documents/await-standing.ts';

test.each<[string | undefined, number | null]>([
  [undefined, null],
  ['', null],
  ['wait=10', 10],
  ['WAIT = 10', 10],
  ['wait="10"', 10],
  ['respond-async, wait=10', 10],
  ['wait=10; foo=bar, handling=lenient', 10],
  ['foo="a, wait=5", wait=7', 7],
  ['foo="\\", wait=5", wait=7', 7],
  ['wait=31', 30],
  ['wait=999999999', 30],
  ['wait=5, wait=20', 5],
  ['wait=soon, wait=20', null],
  ['wait=0', null],
  ['wait=-1', null],
  ['wait=1.5', null],
  ['wait=9999999999', null],
  ['wait', null],
  ['waiting=10', null],
  ['respond-async', null],
])('%j asks to wait for %j seconds', (prefer, seconds) => {
  expect(preferredWait(prefer)).toBe(seconds);
});
