import { healthOf } from '../../http/health.ts';
import { isDatabaseUp } from '../../operations/database.ts';
import { installationOf } from '../../operations/installations/installation.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

export function healthHandlers(parts: ApiParts): Pick<Handlers, 'getHealth' | 'getReadiness'> {
  const { orm } = parts;
  const health = healthOf({
    ...parts,
    isDatabaseUp: () => isDatabaseUp(orm),
    installation: () => installationOf(orm),
  });
  return {
    getHealth: async (_req, res) => {
      const liveness = health.liveness();
      res.status(statusOf(liveness)).json(liveness);
    },
    getReadiness: async (_req, res) => {
      const readiness = await health.readiness();
      res.status(statusOf(readiness)).json(readiness);
    },
  };
}

const statusOf = ({ status }: { status: 'ok' | 'error' }): 200 | 503 => (status === 'ok' ? 200 : 503);
