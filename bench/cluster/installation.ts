import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createOrm } from '../../config/orm.ts';
import { clusterPrograms } from '../../local/cluster/programs.ts';
import {
  ensureNamespace,
  frontendAddress,
  makeSchemas,
  type ServicePorts,
  startTemporalService,
  temporalServices,
} from '../../local/cluster/temporal.ts';
import { localLogins } from '../../local/postgres/logins.ts';
import { startPostgres } from '../../local/postgres/server.ts';
import { withLogin } from '../../local/product-environment.ts';
import { freePorts } from '../../local/services/ports.ts';
import { startProgram } from '../../local/services/program.ts';
import { answersOk, type RunningService, untilReady } from '../../local/services/service.ts';
import { localSettings } from '../../local/settings.ts';
import { startStack } from '../../local/stack.ts';
import { localState } from '../../local/state.ts';

export type ClusterLoad = {
  apis: number;
  workers: number;
  partitions: number;
  shards: number;
  pool: number;
  isLean: boolean;
};

const readyWithinMs = 120_000;
const unlimitedRate = 1_000_000;

/** Starts a Temporal cluster, APIs and workers over one PostgreSQL, each a process of its own, with state that is removed at the end. */
export async function openClusterInstallation(load: ClusterLoad, log: (line: string) => void) {
  const home = await mkdtemp(join(tmpdir(), 'lavra-cluster-'));
  await chmod(home, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const programs = await clusterPrograms(settings, log);
  const server = { max_connections: '300', shared_buffers: '256MB' };
  const dataDir = join(home, 'postgres');
  const postgres = await startPostgres({ dataDir, port: ports.postgres.port, log, settings: server });
  const { hostname: host, port, username: user, password } = new URL(postgres.url);
  const store = { host, port: Number(port), user, password };
  await makeSchemas(programs, store);
  if (load.isLean) await dropIndexes(postgres.url);
  const dynamicConfig = join(home, 'dynamic.yaml');
  await writeFile(dynamicConfig, partitionsOf(load.partitions));
  const options = { programs, store, shards: load.shards, dynamicConfig, ports: await servicePorts() };
  // The first service of a new cluster registers the cluster; if two do so at once, one of them fails.
  const [first, ...others] = temporalServices;
  const services = [await startTemporalService(first, options)];
  services.push(...(await Promise.all(others.map((name) => startTemporalService(name, options)))));
  const temporalAddress = frontendAddress(options);
  while (!(await ensureNamespace(temporalAddress, 'default', 3))) await setTimeout(200);

  const logins = await localLogins(postgres.url);
  const inherited = { ...settings.inherited, DATABASE_POOL: String(load.pool) };
  const stack = await startStack({ ...settings, ports, home, database: logins, temporalAddress, inherited }, log);
  const orm = await createOrm(logins.owner);
  await orm.em.fork().execute('update api_key set rate_per_second = ?, rate_burst = ?', [unlimitedRate, unlimitedRate]);
  const known = JSON.parse(await readFile(localState(home).environment, 'utf8')) as Record<string, string>;
  const environment = { ...inherited, ...known, LAVRA_METRICS_PORT: '0' };
  const further: RunningService[] = [];
  const apis = [stack.running.api];
  while (apis.length < load.apis) {
    const { api } = await freePorts(settings.ports);
    const env = { ...withLogin(environment, 'api', logins), LAVRA_API_PORT: String(api.port) };
    const service = await startProgram({ name: 'API', script: 'api/server.ts', env, logs: join(home, 'logs') });
    const address = `http://127.0.0.1:${api.port}`;
    await untilReady(service, () => answersOk(`${address}/health/ready`), readyWithinMs);
    further.push(service);
    apis.push(address);
  }
  for (let started = 1; started < load.workers; started += 1) {
    const env = withLogin(environment, 'worker', logins);
    const service = await startProgram({ name: 'worker', script: 'worker/server.ts', env, logs: join(home, 'logs') });
    const isReady = async () => service.lastLines().some((line) => line.includes('worker is ready'));
    await untilReady(service, isReady, readyWithinMs);
    further.push(service);
  }
  const { companyKey, simulator } = stack.running;
  return {
    apis,
    companyKey,
    simulator,
    orm,
    adminUrl: postgres.url,
    async stop(): Promise<void> {
      await orm.close();
      await Promise.all(further.map((service) => service.stop()));
      await stack.stop();
      await Promise.all(services.map((service) => service.stop()));
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };

  async function servicePorts(): Promise<ServicePorts> {
    const numbers = [
      ...Object.values(await freePorts(settings.ports)),
      ...Object.values(await freePorts(settings.ports)),
    ];
    const next = () => ({ grpc: numbers.pop()!.port, membership: numbers.pop()!.port });
    return { frontend: next(), history: next(), matching: next(), worker: next() };
  }
}

export type ClusterInstallation = Awaited<ReturnType<typeof openClusterInstallation>>;

/** Runs the script that drops indexes of Temporal's list of runs, for operators who want a lean one. */
async function dropIndexes(adminUrl: string): Promise<void> {
  const script = new URL('../../ops/temporal/lean-visibility.sql', import.meta.url);
  const visibility = await createOrm(Object.assign(new URL(adminUrl), { pathname: '/temporal_visibility' }).href);
  await visibility.em.getConnection().execute(await readFile(script, 'utf8'));
  await visibility.close();
}

function partitionsOf(count: number): string {
  return ['Read', 'Write'].map((way) => `matching.numTaskqueue${way}Partitions:\n  - value: ${count}\n`).join('');
}
