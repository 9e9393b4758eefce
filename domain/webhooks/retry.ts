import type { DeliveryStatus } from './event-types.ts';

/** Attempts in the first round, after which a delivery is FAILED though still rescheduled, and attempts in all (spec 1-core §6.5). */
export const immediateAttempts = 5;
export const maxAttempts = 20;

/** Seconds to the next attempt: five within a minute, then growing delays that reach about 24 hours with the twentieth. */
const delays = [
  2, 4, 8, 16, 300, 600, 900, 1_800, 2_700, 3_600, 5_400, 7_200, 7_200, 7_200, 7_200, 9_000, 9_000, 9_000, 9_000,
];

/** State of a delivery after its `attempts`-th attempt failed; `nextAttemptAt` is null when nothing more is tried by itself. */
export function afterFailure(attempts: number, now: Date): { status: DeliveryStatus; nextAttemptAt: Date | null } {
  const delay = attempts < maxAttempts ? delays[attempts - 1] : undefined;
  return {
    status: attempts < immediateAttempts ? 'PENDING' : 'FAILED',
    nextAttemptAt: delay === undefined ? null : new Date(now.getTime() + delay * 1000),
  };
}
