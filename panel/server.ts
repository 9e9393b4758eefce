import { createRegistry, showPool } from '../adapters/metrics/process-metrics.ts';
import { serveMetrics } from '../adapters/metrics/serve-metrics.ts';
import { missingRenderer } from '../adapters/rendering/missing-renderer.ts';
import { createRenderer } from '../adapters/rendering/renderer.ts';
import { readEnv } from '../config/env.ts';
import { createLogger } from '../config/logger.ts';
import { createOrm } from '../config/orm.ts';
import { readLawTables } from '../config/rates.ts';
import { version } from '../config/version.ts';
import { masterKey } from '../domain/seal.ts';
import { endWhenTold } from '../http/drain.ts';
import { listen } from '../http/listen.ts';
import { createMetrics } from '../http/metrics.ts';
import { poolState, watchPool } from '../operations/figures/pool.ts';
import { createPanel } from './app.ts';

/** `npm run panel`: the process of the panel. SIGTERM and SIGINT let requests under way finish; it ends within 30 seconds. */
const env = readEnv();
const logger = createLogger(env.log, 'panel');
const stopping = new AbortController();
const cut = new AbortController();

const orm = await createOrm(env.panelDatabaseUrl, { pool: env.databasePool });
const renderer = env.chromium ? createRenderer({ executablePath: env.chromium, logger }) : missingRenderer;
const pool = watchPool(orm, { logger, signal: cut.signal });
const registry = createRegistry({ process: 'panel', version });
showPool(registry, () => poolState(orm), pool.isStuck);
const app = createPanel({
  ...{ orm, renderer, logger, version },
  masterKey: masterKey(env.masterKeyBytes()),
  requestMetrics: createMetrics(registry),
  rates: readLawTables(env),
  url: env.panelUrl,
  stopping: stopping.signal,
  isStuck: pool.isStuck,
});

const server = await listen(app, { ...env.panel, setting: 'LAVRA_PANEL_PORT' }).catch((error: Error) => {
  logger.error(error.message);
  process.exit(1);
});
const scraped = { host: env.metricsHost, port: env.metricsPorts.panel };
const metrics = await serveMetrics(scraped, { sources: [() => registry.metrics()], logger });
logger.info('panel is ready', { ...env.panel, url: env.panelUrl, metricsPort: metrics.port });
endWhenTold(server, {
  name: 'panel',
  ...{ logger, stopping, cut },
  close: () => Promise.allSettled([metrics.close(), renderer.close(), orm.close()]),
});
