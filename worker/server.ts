import { once } from 'node:events';
import { getPriority, hostname, setPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { NativeConnection, type WorkflowBundleOption } from '@temporalio/worker';
import { lookForRestore } from '../activities/restored/look.ts';
import { createRegistry, showPool } from '../adapters/metrics/process-metrics.ts';
import { serveMetrics } from '../adapters/metrics/serve-metrics.ts';
import { warnOfLocal } from '../adapters/outbound/guard.ts';
import { readEnv } from '../config/env.ts';
import { createLogger, type Logger } from '../config/logger.ts';
import { createOrm } from '../config/orm.ts';
import { version } from '../config/version.ts';
import { poolState, watchPool } from '../operations/figures/pool.ts';
import { installationOf } from '../operations/installations/installation.ts';
import { keepPresent } from '../operations/installations/worker-presence.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { claimNamespace, ForeignNamespace } from '../temporal/claim.ts';
import { connectionOptions, createTemporalClient } from '../temporal/client.ts';
import { isNamespaceMissing, namespaceCommand, prepareNamespace } from '../temporal/namespace.ts';
import { receiveBounces } from './bounces.ts';
import { healthPages } from './health-pages.ts';
import { installationMetrics, showRates } from './installation-metrics.ts';
import { keepNamespace } from './keep-namespace.ts';
import { keptBundle } from './bundle.ts';
import { compileSchemas, createParts } from './parts.ts';
import { installRuntime } from './runtime.ts';
import { createWorkers, runWorkers } from './worker.ts';

/**
 * `npm run worker`: the worker process. SIGTERM lets work under way finish, for up to half a minute. A wait for a database or a Temporal that does
 * not answer is not work, and ends with the process.
 */
const env = readEnv();
const logger = createLogger(env.log, 'worker');
const stopping = new AbortController();
warnOfLocal(env.webhooks, logger);
// On shared cores API, database and Temporal, which people wait for, go first. A process that was started with a lower priority (a higher nice value)
// keeps it.
const yielding = 5;
if (getPriority() < yielding) setPriority(yielding);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

const ofRuntime = await installRuntime(logger);
const registry = createRegistry({ process: 'worker', version });

const tracing = env.isTraced ? await startTracing({ serviceName: 'lavra-worker', version }) : null;
const orm = await createOrm(env.workerDatabaseUrl, { pool: env.databasePool });
const parts = createParts(env, orm, logger, registry);
const pool = watchPool(orm, { logger, signal: stopping.signal });
showPool(registry, () => poolState(orm), pool.isStuck);
showRates(registry, parts.rates);
const sources = [installationMetrics({ orm, logger, registry }), ofRuntime];
const client = createTemporalClient(env);
const work = { isUnderWay: false };
const pages = healthPages({ orm, pool, client, work, version });
const scraped = { host: env.metricsHost, port: env.metricsPorts.worker };
const metrics = await serveMetrics(scraped, { sources, logger, pages });
compileSchemas(parts);
// A port that is taken does not stop the worker from starting: the sender of a bounce tries again for days.
const bounces = env.bounces?.listen
  ? await receiveBounces(env.bounces.listen, { ...parts, mailbox: env.bounces.mailbox }).catch((error: unknown) => {
      logger.error('bounces are not taken', { ...env.bounces?.listen, error });
      return null;
    })
  : null;
let workflowBundle: WorkflowBundleOption | undefined;
/** How long closing connections may take, and for how long after SIGTERM a turn is awaited whose answer is on its way. */
const [farewellMs, turnsMs] = [1_000, 40_000];

while (!stopping.signal.aborted) {
  const found = await untilReached(async () => {
    const installation = await installationOf(orm);
    await claimNamespace(client, installation);
    await lookForRestore(client, parts);
    await prepareNamespace(client, env);
    return { installation, connection: await NativeConnection.connect(connectionOptions(env)) };
  }, logger);
  if (found) await serve(found);
}
parts.blobs.close();
parts.documentMailer?.close();
await within(farewellMs, [
  metrics.close(),
  bounces?.close(),
  client.connection.close(),
  parts.wire.close(),
  parts.deliverer.close(),
  parts.renderer?.close(),
  orm.close(),
  tracing?.stop(),
]);
process.exit();

/** Works until the process is told to stop, or the namespace turns out to belong to another installation, whose runs it leaves alone. */
async function serve({
  installation,
  connection,
}: {
  installation: string;
  connection: NativeConnection;
}): Promise<void> {
  const { namespace, address } = env.temporal;
  const over = new AbortController();
  const signal = AbortSignal.any([stopping.signal, over.signal]);
  let toldAt = performance.now();
  signal.addEventListener('abort', () => (toldAt = performance.now()), { once: true });
  workflowBundle ??= await bundle();
  const runTracing = tracing ? (await import('./run-tracing.ts')).tracedRuns(tracing) : undefined;
  const workers = await createWorkers({ connection, namespace, parts, workflowBundle, tracing: runTracing });
  work.isUnderWay = true;
  const present = keepPresent(orm, `${hostname()}:${metrics.port}`, { signal, logger });
  logger.info('worker is ready', { temporal: address, metricsPort: metrics.port });
  const keeping = keepNamespace(client, { ...env, installation }, { signal, logger }).catch((error: unknown) => {
    logger.error('worker serves no more', { address, reason: String(error) });
    over.abort();
  });
  await Promise.all([runWorkers(workers, signal), keeping]);
  work.isUnderWay = false;
  await within(toldAt + turnsMs - performance.now(), [parts.turns.over()]);
  await within(farewellMs, [present]);
  logger.info('worker has stopped');
  await within(farewellMs, [connection.close()]);
}

/** The workflows' bundle, made once for all queues. */
async function bundle(): Promise<WorkflowBundleOption> {
  if (env.workflowBundle) return { codePath: env.workflowBundle };
  return keptBundle({ isTraced: tracing !== null });
}

/** Repeats `reach` until Temporal answers; undefined where the process is told to stop before. */
async function untilReached<Result>(reach: () => Promise<Result>, log: Logger): Promise<Result | undefined> {
  for (let waitMs = 500; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, 10_000)) {
    try {
      return await unlessStopped(reach());
    } catch (error) {
      const { address, namespace } = env.temporal;
      if (isNamespaceMissing(error)) {
        log.error(`Temporal has no namespace ${namespace}: ${namespaceCommand(namespace)}`, { address, waitMs });
      } else if (error instanceof ForeignNamespace) {
        log.error(error.message, { address, waitMs });
      } else {
        log.warn('Temporal cannot be reached yet', { address, waitMs, reason: String(error) });
      }
      await setTimeout(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  return undefined;
}

/** The result of `work`; undefined as soon as the process is told to stop, whatever `work` waits for. */
async function unlessStopped<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const over = new AbortController();
  const told = once(stopping.signal, 'abort', { signal: over.signal }).then(
    () => undefined,
    () => undefined,
  );
  try {
    return stopping.signal.aborted ? undefined : await Promise.race([work, told]);
  } finally {
    over.abort();
    work.catch(() => {});
  }
}

/** Waits until all endings have settled, for `ms` at most. */
async function within(ms: number, endings: unknown[]): Promise<void> {
  await Promise.race([Promise.allSettled(endings), setTimeout(ms)]);
}
