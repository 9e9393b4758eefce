import { type AddressInfo, createServer } from 'node:net';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { MetricsSource } from '../adapters/metrics/serve-metrics.ts';
import type { Logger } from '../config/logger.ts';

const host = '127.0.0.1';
const tries = 5;
const answersWithinMs = 5_000;

/**
 * Installs the runtime of the workers, whose own log lines go into ours. It can show its metrics on a port alone: that one stays inside, on
 * whatever port is free, and what is given reads them.
 */
export async function installRuntime(logger: Logger): Promise<MetricsSource> {
  const port = await installed(logger);
  return async () => {
    const answer = await fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(answersWithinMs) });
    return answer.text();
  };
}

/** Another process may take a port between our look and its use: then with the next one. */
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

/** What the SDK says at the start of every worker that takes activities alone, at WARN and whatever is set: ours are meant so. */
const meant = 'No workflows registered, not polling for workflow tasks';

/** Where the SDK logs: its warnings become lines of our log. */
function temporalLog(logger: Logger): DefaultLogger {
  return new DefaultLogger('WARN', ({ level, message, meta }) =>
    logger.log(message === meant ? 'debug' : level.toLowerCase(), message, meta),
  );
}

/** The warnings of its native part go the same way. */
const nativeLog = { filter: makeTelemetryFilterString({ core: 'WARN' }), forward: {} };
