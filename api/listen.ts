import { createServer, type Server } from 'node:http';
import type { Express } from 'express';
import { answerBrokenRequests } from './broken-requests.ts';

/** Longer than the minute for which load balancers keep a connection: else a request could arrive while the API closes it. */
const keepAliveMs = 65_000;

/**
 * Serves the app.
 *
 * @throws {Error} naming the setting, when the port is taken
 */
export function listen(app: Express, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer({ keepAliveTimeout: keepAliveMs, headersTimeout: 10_000, requestTimeout: 60_000 }, app);
  answerBrokenRequests(server);
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === 'EADDRINUSE';
      reject(isTaken ? new Error(`port ${port} is taken: set LAVRA_API_PORT to another`, { cause }) : cause);
    });
    server.listen({ host, port }, () => resolve(server));
  });
}
