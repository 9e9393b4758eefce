import { Client, Connection } from '@temporalio/client';
import type { Env } from '../config/env.ts';
import { connectionOptions } from '../temporal/client.ts';

/** Without the usual retries: someone waits at the terminal, and a retry that outlives its connection ends the process. */
export function impatientClient(env: Env): Client {
  const connection = Connection.lazy({ ...connectionOptions(env), interceptors: [], connectTimeout: 5_000 });
  return new Client({ connection, namespace: env.temporal.namespace });
}
