import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { Logger } from '../../config/logger.ts';

/** Gives metrics in the text format of Prometheus. */
export type MetricsSource = () => Promise<string>;

/** A JSON response that is served beside the metrics. */
export type JsonPage = () => Promise<{ status: number; body: object }>;

export type MetricsServer = {
  /** The port that it listens on: another one than was asked for, where that was taken. */
  port: number;
  close(): Promise<void>;
};

/**
 * Serves `GET /metrics` of one process: the texts of all sources, one after the other. A source that fails is left out, and logged. A port that is
 * taken does not stop the process: another free port is used and logged, with the setting to change. `pages` are further responses by path.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  { sources, logger, pages = {} }: { sources: MetricsSource[]; logger: Logger; pages?: Record<string, JsonPage> },
): Promise<MetricsServer> {
  const server = createServer(answering(sources, logger, new Map(Object.entries(pages))));
  const isTaken = !(await listens(server, { host, port }));
  if (isTaken) await listens(server, { host, port: 0 });
  const { port: own } = server.address() as AddressInfo;
  if (isTaken) logger.warn(`port ${port} is taken: metrics are on port ${own}; set LAVRA_METRICS_PORT to another`);
  server.unref();
  return { port: own, close: () => new Promise((resolve) => void closed(server, resolve)) };
}

function answering(sources: MetricsSource[], logger: Logger, pages: Map<string, JsonPage>): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const page = pages.get(path);
    if (page) {
      void page().then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
      return;
    }
    if (path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('see /metrics\n');
      return;
    }
    void Promise.allSettled(sources.map((source) => source())).then((texts) => {
      const given = texts.flatMap((text) => {
        if (text.status === 'fulfilled') return text.value.endsWith('\n') ? text.value : `${text.value}\n`;
        logger.warn('a part of the metrics could not be read', { reason: String(text.reason) });
        return [];
      });
      response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(given.join(''));
    });
  };
}

/** @returns false where the port is taken */
function listens(server: Server, address: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const refused = (error: NodeJS.ErrnoException): void =>
      error.code === 'EADDRINUSE' && address.port !== 0 ? resolve(false) : reject(error);
    server.once('error', refused);
    server.listen(address, () => {
      server.off('error', refused);
      resolve(true);
    });
  });
}

function closed(server: Server, done: () => void): void {
  server.close(done);
  server.closeAllConnections();
}
