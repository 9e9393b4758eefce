import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import type { Env } from '../config/env.ts';

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

/** A client that connects when it is first used, so that a process starts and answers while Temporal is away. */
export function createClient(env: Pick<Env, 'temporal'>): Client {
  return new Client({ connection: Connection.lazy(connectionOptions(env)), namespace: env.temporal.namespace });
}
