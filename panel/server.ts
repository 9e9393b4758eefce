import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import { createRegistry, showPool } from '../adapters/metrics/process-metrics.ts';
import { serveMetrics } from '../adapters/metrics/serve-metrics.ts';
import { createWire, hostAndPort } from '../adapters/mutual-tls/wire.ts';
import { createDeliverer } from '../adapters/outbound/deliver.ts';
import { warnOfLocal } from '../adapters/outbound/guard.ts';
import { openIdProvider } from '../adapters/oidc/open-id-provider.ts';
import { notAPack, readPacks } from '../adapters/schemas/packs.ts';
import { createRenderer, missingRenderer } from '../adapters/rendering/renderer.ts';
import { simulatorControl } from '../adapters/simulator-control.ts';
import { readEnv } from '../config/env.ts';
import { createLogger } from '../config/logger.ts';
import { createOrm, migrationNames } from '../config/orm.ts';
import { readGivenTables, readLawTables } from '../config/rates.ts';
import { version } from '../config/version.ts';
import { masterKey } from '../domain/seal.ts';
import { movedSefin } from '../domain/sefin/authority.ts';
import { drainOnSignal } from '../http/drain.ts';
import { listen } from '../http/listen.ts';
import { createMetrics, showBreaker } from '../http/metrics.ts';
import { examine, type ExaminedInstallation } from '../operations/doctor/examine.ts';
import { readinessOf } from '../operations/doctor/readiness.ts';
import { poolState, watchPool } from '../operations/figures/pool.ts';
import { installationOf } from '../operations/installations/installation.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { guardStarts, logBreaker } from '../temporal/breaker.ts';
import { createTemporalClient, runAddresses } from '../temporal/client.ts';
import { temporalExamination } from '../temporal/examination.ts';
import { createPanel } from './app.ts';
import { answerPath } from './pages/provider/routes.ts';

/** `npm run panel`: the process of the panel. SIGTERM and SIGINT let requests under way finish; it ends within 30 seconds. */
const env = readEnv();
const logger = createLogger(env.log, 'panel');
const stopping = new AbortController();
const cut = new AbortController();
const guard = env.webhooks;
warnOfLocal(guard, logger);

const orm = await createOrm(env.panelDatabaseUrl, { pool: env.databasePool });
const tracing = env.isTraced ? await startTracing({ serviceName: 'lavra-panel', version }) : null;
const traced = tracing ? [(await import('../temporal/traced-starts.ts')).tracedStarts()] : [];
const temporal = createTemporalClient(env, { interceptors: traced, installation: () => installationOf(orm) });
const breaker = guardStarts(temporal, { signal: cut.signal, onChange: logBreaker(logger) });
const blobs = openBlobs(env.blobs);
const deliverer = createDeliverer({ ...guard, logger });
const renderer = env.chromium ? createRenderer({ executablePath: env.chromium, logger }) : missingRenderer;
const wire = createWire({
  caBundle: env.caBundleFile && readFileSync(env.caBundleFile, 'utf8'),
  address: env.authorityAddress === undefined ? undefined : hostAndPort(env.authorityAddress),
  moved: movedSefin(env.sefinHomologationUrl),
  timeoutMs: 10_000, // somebody waits for the page
  maxAnswerBytes: 1_000_000,
});
const pool = watchPool(orm, { logger, signal: cut.signal });
const registry = createRegistry({ process: 'panel', version });
showPool(registry, () => poolState(orm), pool.isStuck);
showBreaker(registry, breaker.isOpen);
const sealing = masterKey(env.masterKeyBytes());
const rates = readLawTables(env);
const app = createPanel({
  ...{ orm, temporal, blobs, deliverer, guard, renderer, logger, version },
  masterKey: sealing,
  examine: (company) => readinessOf({ orm, masterKey: sealing, wire, rates }, company),
  examineInstallation(look, told) {
    const installation: ExaminedInstallation = {
      ...{ env: () => env, orm: async () => orm, look, migrations: migrationNames, masterKey: () => sealing },
      // Only the panel's own database login is known here: `lavra doctor` examines all of them.
      logins: () => ({ panel: env.panelDatabaseUrl }),
      openDatabase: (url, { connectMs }) => createOrm(url, { pool: 1, connectMs }),
      temporal: async () => temporalExamination(temporal),
      identities: () => ({ of: async () => null }),
      authority: () => ({}),
      rates: () => readLawTables(env),
      schemaPacks: () => readPacks(env.schemas, (folder) => new Error(notAPack(folder))),
      findChromium: () => Promise.reject(new Error('PUPPETEER_EXECUTABLE_PATH')),
    };
    return examine(installation, { company: null }, told);
  },
  trust: [...(env.caBundleFile === undefined ? [] : [readFileSync(env.caBundleFile, 'utf8')]), ...rootCertificates],
  sendsMail: env.mail !== null,
  secondFactor: env.secondFactor,
  passwords: env.passwords,
  provider:
    env.openId &&
    openIdProvider({
      ...env.openId,
      clientSecret: env.openId.clientSecret(),
      redirectUri: `${env.panelUrl.replace(/\/+$/, '')}${answerPath}`,
      leftUri: `${env.panelUrl.replace(/\/+$/, '')}/entrar`,
    }),
  distributionWaitSeconds: env.distributionWaitSeconds,
  requestMetrics: createMetrics(registry),
  rates,
  law: { given: readGivenTables(env), packs: readPacks(env.schemas, (folder) => new Error(notAPack(folder))) },
  url: env.panelUrl,
  portalOrigins: env.portalOrigins,
  runAddress: env.temporalUi === undefined ? undefined : runAddresses(env.temporalUi, env.temporal.namespace),
  keepsCalls: env.keepsCalls,
  simulator: env.simulatorControl === undefined ? undefined : simulatorControl(env.simulatorControl),
  apiUrl: env.publicUrl ?? `http://localhost:${env.api.port}`,
  stopping: stopping.signal,
  cut: cut.signal,
  isStuck: pool.isStuck,
});

const server = await listen(app, { ...env.panel, setting: 'LAVRA_PANEL_PORT' }).catch((error: Error) => {
  logger.error(error.message);
  process.exit(1);
});
const scraped = { host: env.metricsHost, port: env.metricsPorts.panel };
const metrics = await serveMetrics(scraped, { sources: [() => registry.metrics()], logger });
logger.info('panel is ready', { ...env.panel, url: env.panelUrl, metricsPort: metrics.port });
drainOnSignal(server, {
  name: 'panel',
  ...{ logger, stopping, cut },
  close: () => {
    const closing = [metrics.close(), renderer.close(), deliverer.close(), temporal.connection.close(), orm.close()];
    blobs.close();
    return Promise.allSettled([...closing, wire.close(), tracing?.stop()]);
  },
});
