import { Router } from 'express';
import { isDatabaseUp } from '../operations/database.ts';
import type { PanelParts } from './panel-parts.ts';

/** `/health`: whether the process still works, or has to be started anew; `/health/ready`: whether it can answer now. */
export function health({ orm, version, stopping, isStuck }: PanelParts): Router {
  const router = Router();
  router.use(['/health', '/health/ready'], (_req, res, next) => {
    res.locals.page = 'health';
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/health', (_req, res) => {
    const status = isStuck?.() ? 'error' : 'ok';
    res.status(status === 'ok' ? 200 : 503).json({ status, version, uptime: process.uptime() });
  });
  router.get('/health/ready', async (_req, res) => {
    const isUp = await isDatabaseUp(orm);
    const isReady = isUp && !stopping.aborted;
    res.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'error', database: isUp ? 'up' : 'down' });
  });
  return router;
}
