import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionOptions, type WorkflowClientInterceptor } from '@temporalio/client';
import type { Env } from '../config/env.ts';
import { channelArguments } from './channel.ts';
import { onlyOwn } from './claim.ts';
import { carryLogFields } from './carried-log-fields.ts';

/** How this process reaches Temporal: a dev server, a cluster with certificates, or Temporal Cloud with a key. */
export function connectionOptions({ temporal }: Pick<Env, 'temporal'>) {
  const { address, apiKey, tls, certFile, keyFile } = temporal;
  const clientCertPair =
    certFile && keyFile ? { clientCertPair: { crt: readFileSync(certFile), key: readFileSync(keyFile) } } : {};
  return {
    address,
    ...(apiKey ? { apiKey } : {}),
    ...(tls ? { tls: clientCertPair } : {}),
  } satisfies ConnectionOptions;
}

/** How long a client waits at most before it connects again; gRPC waits up to two minutes after a longer outage. */
const reconnectMs = 5_000;

type ClientOptions = { interceptors?: WorkflowClientInterceptor[]; installation?: () => Promise<string> };

/**
 * A client that connects when it is first used, so that a process starts and answers while Temporal is away. What it starts carries the log fields
 * of the call that starts it.
 *
 * @param installation whose namespace it must be; a client without it, which starts and signals nothing, asks nobody
 */
export function createClient(
  env: Pick<Env, 'temporal'>,
  { interceptors = [], installation }: ClientOptions = {},
): Client {
  const channelArgs = { ...channelArguments(env.temporal.address), 'grpc.max_reconnect_backoff_ms': reconnectMs };
  const connection = Connection.lazy({ ...connectionOptions(env), channelArgs });
  const guard = installation ? [onlyOwn((): Client => client, installation)] : [];
  const client: Client = new Client({
    connection,
    namespace: env.temporal.namespace,
    interceptors: { workflow: [...guard, carryLogFields, ...interceptors] },
  });
  return client;
}
