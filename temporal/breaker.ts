import { setTimeout } from 'node:timers/promises';
import { type Client, isGrpcServiceError } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { temporalState } from './namespace.ts';

/** Keeps callers from waiting for a Temporal that is known to be away. */
export type Breaker = {
  /** Whether starts are refused at once. */
  isOpen: () => boolean;
  /** Opens it where what a call to Temporal failed with says that it did not answer. */
  failed(error: unknown): void;
  open(): void;
};

export type BreakerOptions = {
  /** Ends the looks at a Temporal that is away. */
  signal: AbortSignal;
  /** Told each time that it opens or closes. */
  onChange?: (isOpen: boolean) => void;
  everyMs?: number;
};

/** Says in the log of a process when its breaker opens and closes. */
export const logBreaker =
  (logger: Pick<Logger, 'info' | 'warn'>) =>
  (isOpen: boolean): void =>
    void (isOpen
      ? logger.warn('Temporal does not answer: starts are left to reconciliation until it does')
      : logger.info('Temporal answers again'));

/** How long a look at Temporal may take. */
const patienceMs = 1_000;

/** UNKNOWN, DEADLINE_EXCEEDED and UNAVAILABLE among the status codes of gRPC: what a Temporal that is there does not answer. */
const awayCodes = [2, 4, 14];

const breakers = new WeakMap<Client, Breaker>();

/**
 * Gives a client a breaker: once a start got no answer, further ones are refused at once, until Temporal answers a look, which is made at once
 * and then every second. A Temporal that was only slow costs others some milliseconds of refusals; what they accepted is started by
 * reconciliation.
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

/** Of gRPC, where no connection came about in time. */
const unconnected = /connect/i;

/** Whether an error, or what caused it, is of a Temporal that did not answer; where it refuses a start, the next one may do. */
function isAway(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if (isGrpcServiceError(current)) return awayCodes.includes(Number(current.code));
    if (unconnected.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
