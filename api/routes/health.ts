import { isDatabaseUp } from '../../operations/database.ts';
import { installationOf } from '../../operations/installations/installation.ts';
import { breakerOf } from '../../temporal/breaker.ts';
import { wayOut } from '../../temporal/claim.ts';
import { namespaceCommand, temporalState, type TemporalState } from '../../temporal/namespace.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

/** How long an answer of Temporal is told again: balancers ask each second or so. */
const freshMs = 5_000;
const patienceMs = 1_000;

export function healthHandlers({
  orm,
  pool,
  temporal,
  logger,
  stopping,
  version,
}: ApiParts): Pick<Handlers, 'getHealth' | 'getReadiness'> {
  let asked: { at: number; state: Promise<TemporalState> } | undefined;

  return {
    getHealth: (_req, res) => {
      const told = { version, uptime: process.uptime() };
      if (pool?.isStuck()) res.status(503).json({ status: 'error', reason: 'database_pool_stuck', ...told });
      else res.json({ status: 'ok', ...told });
    },

    getReadiness: async (_req, res) => {
      const [isUp, state] = await Promise.all([isDatabaseUp(orm), temporalNow()]);
      // Without Temporal documents are kept and issued later; without a namespace of our own nobody may wait for that.
      const isReady = isUp && (state === 'up' || state === 'away') && !stopping.aborted;
      res
        .status(isReady ? 200 : 503)
        .json({ status: isReady ? 'ok' : 'error', database: isUp ? 'up' : 'down', temporal: state });
    },
  };

  async function temporalNow(): Promise<TemporalState> {
    if (breakerOf(temporal)?.isOpen()) {
      asked = undefined;
      return 'away';
    }
    if (asked === undefined || Date.now() - asked.at > freshMs) {
      const installation = () => installationOf(orm);
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
