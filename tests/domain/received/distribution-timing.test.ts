import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  claimedUntil,
  type FormerState,
  nextLook,
  type QuestionPace,
  paceOf,
  planAfter,
  type QuestionEnd,
  spreadOf,
  silenceEnd,
  withMargin,
} from '../../../domain/received/distribution-timing.ts';

const taxId = fc.stringMatching(/^[0-9]{14}$/);
const questioner = fc.record({
  taxId,
  environment: fc.constantFrom('PRODUCTION' as const, 'HOMOLOGATION' as const),
  source: fc.constantFrom('NFE' as const, 'NFSE' as const),
});
const waitSeconds = fc.integer({ min: 1, max: 86_400 });
const stood: fc.Arbitrary<FormerState> = fc.record({
  failures: fc.nat({ max: 1000 }),
  throttledTimes: fc.nat({ max: 10 }),
  throttledNsu: fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n })),
  isAhead: fc.boolean(),
});
const times = fc
  .tuple(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
    fc.nat({ max: 120_000 }),
  )
  .map(([askedAt, ms]) => ({ askedAt, endedAt: new Date(askedAt.getTime() + ms) }));
const reason = 'um motivo';

/** Ends after which the authority's hour may have begun at any time between the question and its end. */
const hourlyEnds: QuestionEnd[] = [
  { kind: 'caughtUp' },
  { kind: 'throttled', nsu: 7n, reason },
  { kind: 'refused', reason },
];

test('no outcome that begins an hour allows a question before that hour is over, nor much later, whatever the wait', () => {
  fc.assert(
    fc.property(questioner, waitSeconds, stood, times, fc.constantFrom(...hourlyEnds), (who, wait, before, at, end) => {
      const plan = planAfter(end, before, at, paceOf(who, wait));
      expect(plan.notBefore.getTime()).toBeGreaterThanOrEqual(at.endedAt.getTime() + wait * 1000);
      expect(plan.notBefore.getTime()).toBeLessThanOrEqual(at.endedAt.getTime() + Math.ceil((wait * 1000 * 61) / 60));
      expect(plan.nextVisitAt.getTime()).toBeGreaterThanOrEqual(plan.notBefore.getTime());
    }),
  );
});

test('a question whose fate is unknown is taken as one that was told to wait, unless there was more', () => {
  fc.assert(
    fc.property(questioner, waitSeconds, stood, times, (who, wait, before, at) => {
      const pace = paceOf(who, wait);
      const { notBefore, nextVisitAt } = planAfter({ kind: 'unanswered', reason }, before, at, pace);
      const waited = notBefore.getTime() - at.endedAt.getTime();
      if (before.isAhead) expect(waited).toBeLessThan(Math.max(wait * 1000, 2_001));
      else expect(notBefore).toEqual(withMargin(silenceEnd(at.endedAt, pace), pace).nextVisitAt);
      expect(nextVisitAt.getTime()).toBeGreaterThanOrEqual(notBefore.getTime());
      expect(claimedUntil(at.askedAt, before.isAhead, pace).getTime()).toBeLessThanOrEqual(notBefore.getTime());
    }),
  );
});

test('the margin of a questioner is its own and always the same: 1 to 4 minutes, spread over all', () => {
  const who = { taxId: '11222333000181', environment: 'HOMOLOGATION', source: 'NFE' } as const;
  expect(paceOf(who, 3_600)).toEqual(paceOf(who, 3_600));
  expect(paceOf({ ...who, source: 'NFSE' }, 3_600)).not.toEqual(paceOf(who, 3_600));
  const margins = Array.from({ length: 1_000 }, (_, at) => paceOf({ ...who, taxId: String(at) }, 3_600).marginMs);
  expect(Math.min(...margins)).toBeGreaterThanOrEqual(60_000);
  expect(Math.max(...margins)).toBeLessThanOrEqual(240_000);
  const shares = Array.from({ length: 1_000 }, (_, at) => spreadOf({ ...who, taxId: String(at) }));
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const within = shares.filter((share) => Math.floor(share * 10) === tenth).length;
    expect(within).toBeGreaterThan(50);
  }
});

const pace: QuestionPace = { minuteMs: 60_000, marginMs: 90_000 };
const askedAt = new Date('2026-11-22T10:00:00Z');
const endedAt = new Date('2026-11-22T10:00:10Z');
const well: FormerState = { failures: 0, throttledTimes: 0, throttledNsu: null, isAhead: false };
const planned = (end: QuestionEnd, before: Partial<FormerState> = {}) =>
  planAfter(end, { ...well, ...before }, { askedAt, endedAt }, pace);
const at = (time: string): Date => new Date(`2026-11-22T${time}Z`);

test('caught up: an hour after the answer it may be asked, and is asked an hour and the margin after the question', () => {
  expect(planned({ kind: 'caughtUp' }, { failures: 3, throttledTimes: 1, throttledNsu: 5n })).toEqual({
    ...{ status: 'ACTIVE', reason: null, failures: 0, throttledTimes: 0, throttledNsu: null },
    notBefore: at('11:00:10.000'),
    nextVisitAt: at('11:01:30.000'),
  });
});

test('an answer that took longer than the margin is what the hour counts from', () => {
  const late = { askedAt, endedAt: at('10:05:00.000') };
  expect(planAfter({ kind: 'caughtUp' }, well, late, pace).notBefore).toEqual(at('11:05:00.000'));
});

test('more to come: at once', () => {
  expect(planned({ kind: 'more' })).toMatchObject({ status: 'ACTIVE', notBefore: endedAt, nextVisitAt: endedAt });
});

test('656: 61 minutes after the answer, and by itself the margin later; the second in a row is told apart, with their NSU', () => {
  const once = planned({ kind: 'throttled', nsu: 9n, reason });
  expect(once).toMatchObject({
    status: 'THROTTLED',
    throttledTimes: 1,
    throttledNsu: 9n,
    notBefore: at('11:01:10.000'),
    nextVisitAt: at('11:02:40.000'),
  });
  const twice = planned({ kind: 'throttled', nsu: 9n, reason }, once);
  expect(twice).toMatchObject({ status: 'THROTTLED_TWICE', throttledTimes: 2, notBefore: at('11:01:10.000') });
});

test('without an answer in between, the second 656 is still the second in a row', () => {
  const between = planned({ kind: 'unsent', reason }, { throttledTimes: 1, throttledNsu: 9n });
  expect(between).toMatchObject({ status: 'FAILING', throttledTimes: 1, throttledNsu: 9n });
});

test.each(['unsent', 'paused'] as const)('%s: the hour is given back, and pauses grow up to an hour', (kind) => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((failures) => {
    const plan = planned({ kind, reason }, { failures });
    expect(plan).toMatchObject({ status: 'FAILING', reason, failures: failures + 1, notBefore: endedAt });
    return (plan.nextVisitAt.getTime() - endedAt.getTime()) / 60_000;
  });
  expect(pauses).toEqual([1, 2, 5, 10, 20, 40, 60, 60, 60]);
});

test('unanswered while there was more: minutes, that grow where it goes on', () => {
  const ahead = { isAhead: true };
  expect(planned({ kind: 'unanswered', reason }, ahead)).toMatchObject({ notBefore: at('10:03:10.000') });
  expect(planned({ kind: 'unanswered', reason }, { ...ahead, failures: 5 }).nextVisitAt).toEqual(at('10:40:10.000'));
});

test('what must be mended pauses: looked at again after an hour, and allowed soon after it was mended', () => {
  const plan = planned({ kind: 'mend', reason });
  expect(plan).toMatchObject({ status: 'PAUSED', reason, nextVisitAt: nextLook(endedAt, pace) });
  expect(plan.notBefore).toEqual(at('10:00:40.000'));
});

test('at a simulated authority everything is as much shorter as the wait', () => {
  const short = paceOf({ taxId: '11222333000181', environment: 'HOMOLOGATION', source: 'NFE' }, 600);
  const plan = planAfter({ kind: 'throttled', nsu: null, reason }, well, { askedAt, endedAt }, short);
  expect(plan.notBefore.getTime() - endedAt.getTime()).toBe(610_000);
  const seconds = (plan.nextVisitAt.getTime() - endedAt.getTime()) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(620);
  expect(seconds).toBeLessThanOrEqual(650);
});
