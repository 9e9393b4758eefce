import { fileURLToPath } from 'node:url';
import { type Service, startService } from '../services/service.ts';
import { untilReady } from '../services/readiness.ts';
import { reachable } from '../../machine/reachable.ts';
import type { ClusterPrograms } from './programs.ts';
import type { TemporalStore } from './schemas.ts';

/** The four services of a Temporal cluster, each a process here. */
export const temporalServices = ['frontend', 'history', 'matching', 'worker'] as const;
export type TemporalService = (typeof temporalServices)[number];

export type ServicePorts = Record<TemporalService, { grpc: number; membership: number }>;

export type ClusterOptions = {
  programs: ClusterPrograms;
  store: TemporalStore;
  ports: ServicePorts;
  shards?: number;
  /** In place of `ops/temporal/dynamic.yaml`. */
  dynamicConfig?: string;
};

const host = '127.0.0.1';
const readyWithinMs = 120_000;
const shipped = (name: string): string => fileURLToPath(new URL(`../../ops/temporal/${name}`, import.meta.url));

/** Where clients reach the cluster. */
export const frontendAddress = ({ ports }: Pick<ClusterOptions, 'ports'>): string => `${host}:${ports.frontend.grpc}`;

/** Starts one service of a cluster, with the configuration that `docker-compose.yml` has; its schemas are there. */
export async function startTemporalService(name: TemporalService, options: ClusterOptions): Promise<Service> {
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
