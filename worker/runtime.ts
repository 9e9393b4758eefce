import { type AddressInfo, createServer } from 'node:net';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { MetricsSource } from '../adapters/metrics/serve-metrics.ts';
import type { Logger } from '../config/logger.ts';

const host = '127.0.0.1';
const tries = 5;
const answersWithinMs = 5_000;

/**
 * Installs the SDK's runtime for all workers; its warnings go into our log. The runtime can show its metrics only on a port of its own: here a free
 * one on the loopback address, which the returned function reads.
 */
export async function installRuntime(logger: Logger): Promise<MetricsSource> {
  const port = await installed(logger);
  return async () => {
    const answer = await fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(answersWithinMs) });
    return answer.text();
  };
}

/** Installs on a free port, and tries another where some process has taken the port between the look and its use. */
async function installed(logger: Logger): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    const port = await freePort();
    try {
      install(logger, port);
      return port;
    } catch (error) {
      if (tried === tries) throw error;
    }
  }
}

function install(logger: Logger, port: number): void {
  Runtime.install({
    logger: temporalLog(logger),
    telemetryOptions: {
      logging: nativeLog,
      metrics: {
        // Names and units as Prometheus wants them.
        prometheus: {
          bindAddress: `${host}:${port}`,
          countersTotalSuffix: true,
          unitSuffix: true,
          useSecondsForDurations: true,
        },
      },
    },
    shutdownSignals: [],
  });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A warning of the SDK at the start of every worker without workflows, whatever is configured; some workers of ours have none on purpose. */
const meant = 'No workflows registered, not polling for workflow tasks';

/** Turns the SDK's warnings into lines of our log. */
function temporalLog(logger: Logger): DefaultLogger {
  return new DefaultLogger('WARN', ({ level, message, meta }) =>
    logger.log(message === meant ? 'debug' : level.toLowerCase(), message, meta),
  );
}

/** Sends the warnings of the SDK's native part to the same logger. */
const nativeLog = { filter: makeTelemetryFilterString({ core: 'WARN' }), forward: {} };
