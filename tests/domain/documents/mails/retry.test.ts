import { expect, test } from 'vitest';
import { afterPutOff, isDeadAddress, restSeconds } from '../../../../domain/documents/mails/retry.ts';

test.each([
  [550, '550 5.1.1 user unknown', true],
  [550, '550 no such user', true],
  [553, '553 mailbox name not allowed', true],
  [550, '550 5.2.1 mailbox disabled', true],
  [550, '550 5.7.1 relaying denied', false],
  [552, '552 5.2.2 mailbox full', false],
  [554, '554 transaction failed', false],
])('%i "%s" says that nothing will ever reach the address: %s', (code, response, isDead) => {
  expect(isDeadAddress({ code, response: `RCPT TO: ${response}` })).toBe(isDead);
});

test('a mail that is put off is tried for five days, further and further apart, and then no more', () => {
  const createdAt = new Date('2026-11-28T12:00:00Z');
  let now = createdAt;
  const gaps: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const next = afterPutOff({ attempts, createdAt, now });
    if (!next) break;
    gaps.push((next.getTime() - now.getTime()) / 60_000);
    now = next;
  }
  expect(gaps.slice(0, 8)).toEqual([5, 15, 30, 60, 120, 240, 480, 480]);
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / 1_440).toBeGreaterThan(4.5);
  expect(gaps.reduce((sum, gap) => sum + gap, 0) / 1_440).toBeLessThanOrEqual(5);
});

test('mails rest a quarter of a minute while their server is away, and a quarter of an hour at most', () => {
  expect([1, 2, 3, 10, 1_000].map(restSeconds)).toEqual([15, 30, 60, 900, 900]);
});
