import { setTimeout } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { temporalState } from './namespace.ts';

/** Keeps callers from waiting for a Temporal that is known to be away: while it is open, starts fail at once. */
export type Breaker = {
  /** Whether starts are refused at once. */
  isOpen: () => boolean;
  /** Opens the breaker where the error of a call to Temporal says that Temporal did not answer. */
  failed(error: unknown): void;
  open(): void;
};

export type BreakerOptions = {
  /** Ends the checks whether Temporal is back. */
  signal: AbortSignal;
  /** Called each time the breaker opens or closes. */
  onChange?: (isOpen: boolean) => void;
  everyMs?: number;
};

/** Logs when the breaker of a process opens and closes. */
export const logBreaker =
  (logger: Pick<Logger, 'info' | 'warn'>) =>
  (isOpen: boolean): void =>
    void (isOpen
      ? logger.warn('Temporal does not answer: starts are left to reconciliation until it does')
      : logger.info('Temporal answers again'));

/** Deadline of one check. */
const patienceMs = 1_000;

/** UNKNOWN, DEADLINE_EXCEEDED and UNAVAILABLE among the status codes of gRPC: a Temporal that is reachable never answers with them. */
const awayCodes = [2, 4, 14];

const breakers = new WeakMap<Client, Breaker>();

/**
 * Gives a client a breaker: after a start without an answer further starts are refused at once, until Temporal answers a check, which is made at once
 * and then every second. Where Temporal was only slow, other starts are refused for some milliseconds, and reconciliation starts those runs.
 */
export function guardStarts(client: Client, { signal, onChange = () => {}, everyMs = 1_000 }: BreakerOptions): Breaker {
  let isOpen = false;
  const breaker: Breaker = {
    isOpen: () => isOpen,
    failed: (error) => void (isAway(error) && breaker.open()),
    open() {
      if (isOpen) return;
      isOpen = true;
      onChange(true);
      void looking();
    },
  };
  breakers.set(client, breaker);
  return breaker;

  async function looking(): Promise<void> {
    while (!signal.aborted && (await temporalState(client, { patienceMs })) === 'away') {
      await setTimeout(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
    isOpen = false;
    onChange(false);
  }
}

/** The breaker of a client, where it has one. */
export const breakerOf = (client: Client): Breaker | undefined => breakers.get(client);

/** Messages of gRPC where no connection was made in time. */
const unconnected = /connect/i;

/** Whether an error, or one of its causes, says that Temporal did not answer. An answer that refuses a start is none: the next start may succeed. */
function isAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if (isGrpcServiceError(current)) return awayCodes.includes(Number(current.code));
    if (unconnected.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
