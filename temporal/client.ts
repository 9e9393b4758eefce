import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionOptions, type WorkflowClientInterceptor } from '@temporalio/client';
import type { Env } from '../config/env.ts';
import { channelArguments } from './channel.ts';
import { carryTrail } from './trail.ts';

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

/**
 * A client that connects when it is first used, so that a process starts and answers while Temporal is away. What it starts carries the trail
 * of the call that starts it.
 */
export function createClient(env: Pick<Env, 'temporal'>, interceptors: WorkflowClientInterceptor[] = []): Client {
  const channelArgs = { ...channelArguments(env.temporal.address), 'grpc.max_reconnect_backoff_ms': reconnectMs };
  const connection = Connection.lazy({ ...connectionOptions(env), channelArgs });
  return new Client({
    connection,
    namespace: env.temporal.namespace,
    interceptors: { workflow: [carryTrail, ...interceptors] },
  });
}
