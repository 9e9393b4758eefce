import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import { createRegistry, showPool } from '../adapters/metrics/process-metrics.ts';
import { serveMetrics } from '../adapters/metrics/serve-metrics.ts';
import { createDeliverer } from '../adapters/outbound/deliver.ts';
import { warnOfLocal } from '../adapters/outbound/guard.ts';
import { createRenderer, missingRenderer } from '../adapters/rendering/renderer.ts';
import { readEnv } from '../config/env.ts';
import { createLogger } from '../config/logger.ts';
import { createOrm } from '../config/orm.ts';
import { readLawTables } from '../config/rates.ts';
import { version } from '../config/version.ts';
import { masterKey } from '../domain/seal.ts';
import { drainOnSignal } from '../http/drain.ts';
import { listen } from '../http/listen.ts';
import { createMetrics, showBreaker, showCalls } from '../http/metrics.ts';
import { backgroundStarts } from '../http/runs/background-starts.ts';
import { callLog } from '../operations/calls/call-log.ts';
import { poolState, watchPool } from '../operations/figures/pool.ts';
import { installationOf } from '../operations/installations/installation.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { guardStarts, logBreaker } from '../temporal/breaker.ts';
import { createTemporalClient } from '../temporal/client.ts';
import { createApp } from './app.ts';

/** `npm run api`: the API process. SIGTERM and SIGINT let requests under way finish; it ends within 30 seconds. */
const env = readEnv();
const logger = createLogger(env.log, 'api');
const stopping = new AbortController();
const cut = new AbortController();
const guard = env.webhooks;
warnOfLocal(guard, logger);

const orm = await createOrm(env.apiDatabaseUrl, { pool: env.databasePool });
const tracing = env.isTraced ? await startTracing({ serviceName: 'lavra-api', version }) : null;
const traced = tracing ? [(await import('../temporal/traced-starts.ts')).tracedStarts()] : [];
const temporal = createTemporalClient(env, { interceptors: traced, installation: () => installationOf(orm) });
const breaker = guardStarts(temporal, { signal: cut.signal, onChange: logBreaker(logger) });
const deliverer = createDeliverer({ ...guard, logger });
const renderer = env.chromium ? createRenderer({ executablePath: env.chromium, logger }) : missingRenderer;
const blobs = openBlobs(env.blobs);
const pool = watchPool(orm, { logger, signal: cut.signal });
const signals = { stopping: stopping.signal, cut: cut.signal };
const starts = backgroundStarts(temporal);
const calls = env.keepsCalls ? callLog(orm, { logger }) : undefined;
const parts = { orm, pool, temporal, starts, calls, blobs, deliverer, guard, renderer, logger, ...signals };
const { distributionWaitSeconds, publicUrl, corsOrigins } = env;
const registry = createRegistry({ process: 'api', version });
showPool(registry, () => poolState(orm), pool.isStuck);
showBreaker(registry, breaker.isOpen);
if (calls) showCalls(registry, calls.counts);
const app = createApp({
  ...parts,
  requestMetrics: createMetrics(registry),
  version,
  demoKeys: env.demoKeys,
  masterKey: masterKey(env.masterKeyBytes()),
  rates: readLawTables(env),
  distributionWaitSeconds,
  publicUrl,
  portal: { panelUrl: env.panelUrl, portalOrigins: env.portalOrigins },
  corsOrigins,
});

const server = await listen(app, { ...env.api, setting: 'LAVRA_API_PORT' }).catch((error: Error) => {
  logger.error(error.message);
  process.exit(1);
});
const scraped = { host: env.metricsHost, port: env.metricsPorts.api };
const metrics = await serveMetrics(scraped, { sources: [() => registry.metrics()], logger });
logger.info('API is ready', { ...env.api, metricsPort: metrics.port });
drainOnSignal(server, {
  name: 'API',
  ...{ logger, stopping, cut },
  close: async () => {
    await starts.over();
    await calls?.over();
    blobs.close();
    const closing = [metrics.close(), renderer.close(), deliverer.close(), temporal.connection.close(), orm.close()];
    return Promise.allSettled([...closing, tracing?.stop()]);
  },
});
