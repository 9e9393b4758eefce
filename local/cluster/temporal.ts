import { fileURLToPath } from 'node:url';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { command } from '../../machine/command.ts';
import { reachable } from '../../machine/reachable.ts';
import { type RunningService, startService, untilReady } from '../services/service.ts';
import type { ClusterPrograms } from './programs.ts';

/** The four services of a Temporal cluster, each of which is a process of its own here. */
export const temporalServices = ['frontend', 'history', 'matching', 'worker'] as const;
export type TemporalService = (typeof temporalServices)[number];

export type ServicePorts = Record<TemporalService, { grpc: number; membership: number }>;

export type ClusterOptions = {
  programs: ClusterPrograms;
  store: TemporalStore;
  ports: ServicePorts;
  shards?: number;
  /** Path of a file used in place of `ops/temporal/dynamic.yaml`. */
  dynamicConfig?: string;
};

const host = '127.0.0.1';
const readyWithinMs = 120_000;
const shipped = (name: string): string => fileURLToPath(new URL(`../../ops/temporal/${name}`, import.meta.url));

/** Address at which clients reach the cluster. */
export const frontendAddress = ({ ports }: Pick<ClusterOptions, 'ports'>): string => `${host}:${ports.frontend.grpc}`;

/** Starts one service of a cluster, with the configuration of `docker-compose.yml`; its schemas must exist. */
export async function startTemporalService(name: TemporalService, options: ClusterOptions): Promise<RunningService> {
  const service = startService({
    name: `Temporal (${name})`,
    program: options.programs.server,
    args: ['--config-file', shipped('config.yaml'), '--allow-no-auth', 'start', '--service', name],
    env: environment(options),
  });
  await untilReady(service, () => reachable(host, options.ports[name].grpc), readyWithinMs);
  return service;
}

function environment({ store, ports, shards = 16, dynamicConfig }: ClusterOptions): Record<string, string> {
  const numbers = temporalServices.flatMap((name): [string, string][] => [
    [`${name.toUpperCase()}_GRPC_PORT`, String(ports[name].grpc)],
    [`${name.toUpperCase()}_MEMBERSHIP_PORT`, String(ports[name].membership)],
  ]);
  return {
    ...Object.fromEntries(numbers),
    NUM_HISTORY_SHARDS: String(shards),
    TEMPORAL_DATABASE_ADDRESS: `${store.host}:${store.port}`,
    TEMPORAL_DATABASE_USER: store.user,
    TEMPORAL_DATABASE_PASSWORD: store.password,
    TEMPORAL_BROADCAST_ADDRESS: host,
    TEMPORAL_FRONTEND_ADDRESS: `${host}:${ports.frontend.grpc}`,
    DYNAMIC_CONFIG_FILE_PATH: dynamicConfig ?? shipped('dynamic.yaml'),
  };
}

/** gRPC status code ALREADY_EXISTS. */
const alreadyExists = 6;

/** Creates the namespace if it is missing, as `temporal operator namespace create` does. @returns false where the cluster does not answer yet */
export async function ensureNamespace(address: string, namespace: string, retentionDays: number): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: '2s' }).catch(() => undefined);
  if (!connection) return false;
  const order = { namespace, workflowExecutionRetentionPeriod: msToTs(retentionDays * 86_400_000) };
  try {
    await connection.workflowService.registerNamespace(order);
    return true;
  } catch (error) {
    return isGrpcServiceError(error) && Number(error.code) === alreadyExists;
  } finally {
    await connection.close();
  }
}

/** How Temporal reaches PostgreSQL. */
type TemporalStore = { host: string; port: number; user: string; password: string };

const databases = [
  { name: 'temporal', schema: 'postgresql/v12/temporal' },
  { name: 'temporal_visibility', schema: 'postgresql/v12/visibility' },
];

/** Creates Temporal's two databases with their newest schemas, as `docker-compose.yml` does; what exists stays. */
export async function makeSchemas({ sqlTool }: ClusterPrograms, store: TemporalStore): Promise<void> {
  const env = {
    SQL_PLUGIN: 'postgres12_pgx',
    SQL_HOST: store.host,
    SQL_PORT: String(store.port),
    SQL_USER: store.user,
    SQL_PASSWORD: store.password,
  };
  for (const { name, schema } of databases) {
    const sql = (...args: string[]): Promise<string> => command(sqlTool, ['--database', name, ...args], { env });
    await sql('create-database');
    await sql('setup-schema', '--version', '0.0');
    await sql('update-schema', '--schema-name', schema);
  }
}
