import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { breakerOf } from '../temporal/breaker.ts';
import { wayOut } from '../temporal/claim.ts';
import { namespaceCommand, temporalState, type TemporalState } from '../temporal/namespace.ts';

/** How a process looks at what it needs. */
export type HealthProbes = {
  /** Lavra's own. */
  version: string;
  temporal: Client;
  logger: Logger;
  stopping: AbortSignal;
  /** Whether work still gets connections to the database; nobody looks unless it is given. */
  pool?: { isStuck(): boolean } | undefined;
  isDatabaseUp: () => Promise<boolean>;
  /** Whose the namespace of Temporal ought to be. */
  installation: () => Promise<string>;
};

/** Whether only another process could go on. */
export type Liveness = { status: 'ok' | 'error'; reason?: 'database_pool_stuck'; version: string; uptime: number };

/** Whether this process can answer; what it misses may come back. */
export type Readiness = { status: 'ok' | 'error'; database: 'up' | 'down'; temporal: TemporalState };

/** How long an answer of Temporal is told again: balancers ask each second or so. */
const freshMs = 5_000;
const patienceMs = 1_000;

/** How a process that answers requests is; 503 goes with `error`. */
export function healthOf({ version, temporal, logger, stopping, pool, isDatabaseUp, installation }: HealthProbes) {
  let asked: { at: number; state: Promise<TemporalState> } | undefined;

  return {
    liveness(): Liveness {
      const told = { version, uptime: process.uptime() };
      return pool?.isStuck() ? { status: 'error', reason: 'database_pool_stuck', ...told } : { status: 'ok', ...told };
    },

    async readiness(): Promise<Readiness> {
      const [isUp, state] = await Promise.all([isDatabaseUp(), temporalNow()]);
      // Without Temporal documents are kept and issued later; without a namespace of our own nobody may wait for that.
      const isReady = isUp && (state === 'up' || state === 'away') && !stopping.aborted;
      return { status: isReady ? 'ok' : 'error', database: isUp ? 'up' : 'down', temporal: state };
    },
  };

  async function temporalNow(): Promise<TemporalState> {
    if (breakerOf(temporal)?.isOpen()) {
      asked = undefined;
      return 'away';
    }
    if (asked === undefined || Date.now() - asked.at > freshMs) {
      asked = { at: Date.now(), state: temporalState(temporal, { patienceMs, installation }).then(told) };
    }
    return asked.state;
  }

  function told(state: TemporalState): TemporalState {
    const { namespace } = temporal.options;
    if (state === 'away') breakerOf(temporal)?.open(); // then no request has to find it out by waiting
    if (state === 'namespace_missing') {
      logger.error(`Temporal has no namespace ${namespace}: ${namespaceCommand(namespace)}`);
    }
    if (state === 'other_installation') {
      logger.error(`the namespace ${namespace} of Temporal belongs to another installation: ${wayOut(namespace)}`);
    }
    return state;
  }
}
