import { readFileSync } from 'node:fs';
import { Client, Connection, type ConnectionOptions, type WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { Env } from '../config/env.ts';
import { type LogFields, logFields } from '../telemetry/log-fields.ts';
import { refuseForeignNamespace } from './claim.ts';
import { logFieldsHeader } from './names.ts';

/** Connection options for a dev server, a cluster with client certificates, or Temporal Cloud with an API key. */
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

/** The longest pause before a client connects again; gRPC's own pause grows to two minutes in a longer outage. */
const reconnectMs = 5_000;

type ClientOptions = { interceptors?: WorkflowClientInterceptor[]; installation?: () => Promise<string> };

/**
 * A client that connects on first use, so that a process starts and answers while Temporal is away. The runs that it starts carry the log fields of
 * the call that starts them.
 *
 * @param installation whose namespace it must be; a client that starts and signals nothing needs none
 */
export function createTemporalClient(
  env: Pick<Env, 'temporal'>,
  { interceptors = [], installation }: ClientOptions = {},
): Client {
  const channelArgs = { ...channelArguments(env.temporal.address), 'grpc.max_reconnect_backoff_ms': reconnectMs };
  const connection = Connection.lazy({ ...connectionOptions(env), channelArgs });
  const guard = installation ? [refuseForeignNamespace((): Client => client, installation)] : [];
  const client: Client = new Client({
    connection,
    namespace: env.temporal.namespace,
    interceptors: { workflow: [...guard, carryLogFields, ...interceptors] },
  });
  return client;
}

const loopback = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?::\d+)?$/;

/**
 * gRPC options for an address. By default gRPC takes every address through the proxy that `http_proxy` names, also those of this computer, which no
 * proxy can reach.
 */
export function channelArguments(address: string): Record<string, number> {
  return loopback.test(address) ? { 'grpc.enable_http_proxy': 0 } : {};
}

/** Gives each run that is about one thing the id of the request that caused it. Actors, which a signal starts, serve many requests and carry none. */
export const carryLogFields: WorkflowClientInterceptor = {
  startWithDetails: (input, next) => next({ ...input, headers: { ...input.headers, ...headerOf(logFields()) } }),
};

function headerOf({ requestId }: LogFields): Headers {
  return requestId === undefined ? {} : { [logFieldsHeader]: defaultPayloadConverter.toPayload({ requestId }) };
}

/** The log fields in the headers of a run. */
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
