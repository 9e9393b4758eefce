import { expect, test } from 'vitest';
import fc from 'fast-check';
import { afterFailure, attemptsOfRound, maxAttempts } from '../../../domain/webhooks/retry.ts';

const endedAt = new Date('2026-11-21T12:00:00Z');
const noJitter = 0.5;
const hours = 3_600;

test('a delivery gets five attempts within half a minute, and then fifteen that come later and later, in 24 hours', () => {
  expect(schedule(() => noJitter)).toEqual([
    ...[2, 4, 8, 16],
    ...[5, 8, 12, 17, 25, 35, 50, 65, 85, 110, 135, 165, 200, 240, 288].map((minutes) => minutes * 60),
  ]);
});

test('a delivery has failed with the fifth attempt, not before, and is not tried after the twentieth', () => {
  const statuses = Array.from({ length: maxAttempts }, (_, at) => next({ attempts: at + 1 }).status);
  const expected = Array.from({ length: maxAttempts }, (_, at) => (at < 4 ? 'PENDING' : 'FAILED'));
  expect(statuses).toEqual(expected);
  expect(next({ attempts: maxAttempts }).nextAttemptAt).toBeNull();
});

test('whatever chance says: twenty attempts, each pause within a fifth of its step, about 24 hours in all', () => {
  fc.assert(
    fc.property(fc.array(chances, { minLength: maxAttempts, maxLength: maxAttempts }), (drawn) => {
      const pauses = schedule((at) => drawn[at]!);
      const steps = schedule(() => noJitter);
      expect(pauses).toHaveLength(maxAttempts - 1);
      pauses.forEach((pause, at) => {
        expect(pause).toBeGreaterThanOrEqual(0.8 * steps[at]! - 0.001);
        expect(pause).toBeLessThanOrEqual(1.2 * steps[at]! + 0.001);
      });
      const sum = pauses.reduce((total, pause) => total + pause, 0);
      expect(sum).toBeGreaterThan(19 * hours);
      expect(sum).toBeLessThan(29 * hours);
    }),
  );
});

test('each step is longer than the one before', () => {
  const steps = schedule(() => noJitter);
  steps.slice(1).forEach((step, at) => expect(step).toBeGreaterThan(steps[at]!));
});

test('a redelivery grants one more round, also beyond the twentieth attempt, and later steps only up to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), (before) => {
      const round = Array.from({ length: attemptsOfRound }, (_, at) =>
        next({ attempts: before + at + 1, roundAttempts: at + 1 }),
      );
      expect(round.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PENDING', 'FAILED']);
      expect(round.slice(0, 4).map(secondsOf)).toEqual([2, 4, 8, 16]);
      expect(round[4]!.nextAttemptAt === null).toBe(before + attemptsOfRound >= maxAttempts);
    }),
  );
});

test.each([429, 503])(
  'what a %i asks for in Retry-After is honoured between the step and its double',
  (responseStatus) => {
    const asked = (retryAfterSeconds: number) =>
      secondsOf(next({ attempts: 3, responseStatus, retryAfterSeconds, chance: 0 }));
    expect([0, 8, 11, 16, 86_400].map(asked)).toEqual([8, 8, 11, 16, 16]);
  },
);

test('Retry-After of any other answer is not heard', () => {
  expect(secondsOf(next({ attempts: 3, responseStatus: 500, retryAfterSeconds: 16 }))).toBe(8);
});

const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

type Case = {
  attempts: number;
  roundAttempts?: number;
  responseStatus?: number;
  retryAfterSeconds?: number;
  chance?: number;
};

function next({
  attempts,
  roundAttempts = attempts,
  responseStatus = 500,
  retryAfterSeconds,
  chance = noJitter,
}: Case) {
  const attempt = { endedAt, responseStatus, retryAfterSeconds: retryAfterSeconds ?? null, chance };
  return afterFailure({ attempts, roundAttempts }, attempt);
}

function secondsOf({ nextAttemptAt }: { nextAttemptAt: Date | null }): number {
  return ((nextAttemptAt?.getTime() ?? NaN) - endedAt.getTime()) / 1000;
}

/** The seconds between the attempts of a delivery that always fails. */
function schedule(chanceOf: (attempt: number) => number): number[] {
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const step = next({ attempts, chance: chanceOf(attempts) });
    if (step.nextAttemptAt === null) return pauses;
    pauses.push(secondsOf(step));
  }
}
