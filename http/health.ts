import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logger.ts';
import { breakerOf } from '../temporal/breaker.ts';
import { foreignNamespaceAdvice } from '../temporal/claim.ts';
import { namespaceCommand, temporalState, type TemporalState } from '../temporal/namespace.ts';

/** How a process checks what it needs. */
export type HealthProbes = {
  /** Lavra's version. */
  version: string;
  temporal: Client;
  logger: Logger;
  stopping: AbortSignal;
  /** Whether the database pool still gives out connections; unchecked where absent. */
  pool?: { isStuck(): boolean } | undefined;
  isDatabaseUp: () => Promise<boolean>;
  /** Id of this installation, which should own the namespace of Temporal. */
  installation: () => Promise<string>;
};

/** Answer of `/health`: `error` where only a restart of the process helps. */
export type Liveness = { status: 'ok' | 'error'; reason?: 'database_pool_stuck'; version: string; uptime: number };

/** Answer of `/health/ready`: whether this process can serve requests; what it misses may come back. */
export type Readiness = { status: 'ok' | 'error'; database: 'up' | 'down'; temporal: TemporalState };

/** For so long Temporal's last state is reported again, because load balancers ask each second or so. */
const freshMs = 5_000;
const patienceMs = 1_000;

/** The two health checks of a process that serves requests; `error` is sent with 503. */
export function healthOf({ version, temporal, logger, stopping, pool, isDatabaseUp, installation }: HealthProbes) {
  let asked: { at: number; state: Promise<TemporalState> } | undefined;

  return {
    liveness(): Liveness {
      const told = { version, uptime: process.uptime() };
      return pool?.isStuck() ? { status: 'error', reason: 'database_pool_stuck', ...told } : { status: 'ok', ...told };
    },

    async readiness(): Promise<Readiness> {
      const [isUp, state] = await Promise.all([isDatabaseUp(), temporalNow()]);
      // While Temporal is away documents are still accepted, and issued later. A missing or foreign namespace does not heal by itself, so the process
      // is not ready.
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
    if (state === 'away') breakerOf(temporal)?.open(); // later requests then do not find it out by waiting
    if (state === 'namespace_missing') {
      logger.error(`Temporal has no namespace ${namespace}: ${namespaceCommand(namespace)}`);
    }
    if (state === 'other_installation') {
      logger.error(
        `the namespace ${namespace} of Temporal belongs to another installation: ${foreignNamespaceAdvice(namespace)}`,
      );
    }
    return state;
  }
}
