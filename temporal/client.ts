import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionOptions, type WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { Env } from '../config/env.ts';
import { type LogFields, logFields } from '../telemetry/log-fields.ts';
import { onlyOwn } from './claim.ts';
import { logFieldsHeader } from './names.ts';

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
export function createTemporalClient(
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

const loopback = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?::\d+)?$/;

/**
 * How gRPC reaches an address. It takes any address through the proxy that `http_proxy` names, this computer's own too, which no proxy can
 * reach.
 */
export function channelArguments(address: string): Record<string, number> {
  return loopback.test(address) ? { 'grpc.enable_http_proxy': 0 } : {};
}

/**
 * Gives each run that is about one thing the id of the request that caused it. Actors, which a signal starts, serve many requests and get
 * none.
 */
export const carryLogFields: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, headers: { ...input.headers, ...headerOf(logFields()) } }),
};

function headerOf({ requestId }: LogFields): Headers {
  return requestId === undefined ? {} : { [logFieldsHeader]: defaultPayloadConverter.toPayload({ requestId }) };
}

/** The log fields that a run carries for its activities. */
export function carriedLogFields({ [logFieldsHeader]: carried }: Headers): LogFields {
  return carried ? defaultPayloadConverter.fromPayload<Pick<LogFields, 'requestId'>>(carried) : {};
}

/**
 * Where Temporal's UI lists the runs of a workflow id, the newest first.
 *
 * @param ui its own address
 */
export function runAddresses(ui: string, namespace: string): (workflowId: string) => string {
  const list = `${ui.replace(/\/$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows`;
  return (workflowId) => `${list}?query=${encodeURIComponent(`WorkflowId = "${workflowId}"`)}`;
}
