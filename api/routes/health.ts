import { isDatabaseUp } from '../../operations/database.ts';
import type { Handlers } from '../operations.ts';
import type { ApiParts } from '../parts.ts';

export function healthHandlers({ orm, stopping, version }: ApiParts): Pick<Handlers, 'getHealth' | 'getReadiness'> {
  return {
    getHealth: (_req, res) => {
      res.json({ status: 'ok', version, uptime: process.uptime() });
    },

    getReadiness: async (_req, res) => {
      const isUp = await isDatabaseUp(orm);
      const isReady = isUp && !stopping.aborted;
      res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'error', database: isUp ? 'up' : 'down' });
    },
  };
}
