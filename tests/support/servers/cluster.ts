import type { ClusterPrograms } from '../../../local/cluster/programs.ts';
import {
  ensureNamespace,
  frontendAddress,
  makeSchemas,
  type ServicePorts,
  startTemporalService,
  type TemporalService,
  temporalServices,
} from '../../../local/cluster/temporal.ts';
import { until } from '../checks/until.ts';
import { ownPorts } from './own-ports.ts';
import { createPart, type Part } from './part.ts';

/** The services of a Temporal cluster by name, each a process of its own. */
export type ClusterParts = Record<TemporalService, Part>;

const retentionDays = 3;

/** Starts a Temporal cluster whose databases are in this PostgreSQL, with the namespace `default`. */
export async function openCluster(programs: ClusterPrograms, postgresUrl: string) {
  const { hostname: host, port, username: user, password } = new URL(postgresUrl);
  const store = { host, port: Number(port), user: decodeURIComponent(user), password: decodeURIComponent(password) };
  await makeSchemas(programs, store);
  const ports = portsOf(await ownPorts(2 * temporalServices.length));
  const part = (name: TemporalService): Part =>
    createPart(() => startTemporalService(name, { programs, store, ports }));
  const services: ClusterParts = {
    frontend: part('frontend'),
    history: part('history'),
    matching: part('matching'),
    worker: part('worker'),
  };
  const all = Object.values(services);
  const address = frontendAddress({ ports });
  const close = async (): Promise<void> => void (await Promise.all(all.map((service) => service.stop())));
  try {
    // The first service of a new cluster registers the cluster; if two do so at once, one of them fails.
    await services.history.start();
    await Promise.all([services.frontend, services.matching, services.worker].map((service) => service.start()));
    await until('the cluster has its namespace', () => ensureNamespace(address, 'default', retentionDays));
  } catch (error) {
    await close();
    throw error;
  }
  return { services, address, port: ports.frontend.grpc, close };
}

function portsOf(numbers: number[]): ServicePorts {
  const next = () => ({ grpc: numbers.pop() ?? 0, membership: numbers.pop() ?? 0 });
  return { frontend: next(), history: next(), matching: next(), worker: next() };
}
