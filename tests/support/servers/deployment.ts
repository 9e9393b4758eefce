import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { masterKey } from '../../../domain/seal.ts';
import type { ClusterPrograms } from '../../../local/cluster/programs.ts';
import { localLogins } from '../../../local/postgres/logins.ts';
import { startPostgres } from '../../../local/postgres/server.ts';
import { startProgram } from '../../../local/services/program.ts';
import { answersOk, type RunningService, untilReady } from '../../../local/services/service.ts';
import { localSettings } from '../../../local/settings.ts';
import { temporalExecutable } from '../../../local/temporal/executable.ts';
import { startTemporal } from '../../../local/temporal/server.ts';
import type { DatabaseUrls } from '../../../operations/provisioning.ts';
import { createErp, type Erp } from '../clients/erp.ts';
import { type Link, openLink } from '../faults/link.ts';
import { openCompany as open } from '../rows/company.ts';
import { startBareTemporal } from './bare-temporal.ts';
import { type ClusterParts, openCluster } from './cluster.ts';
import { copyMigratedData } from './migrated-data.ts';
import { ownPorts } from './own-ports.ts';
import { createPart, type Part } from './part.ts';
import { patientOrm, schemas } from './parts.ts';
import { type Authority, startAuthority } from './simulator.ts';

/** The whole product as users run it; each part is a process of its own that can be killed and started again. */
export type Deployment = {
  postgres: Part;
  /** The development server, or the frontend of a cluster. */
  temporal: Part;
  /** The services of a cluster; null without the option. */
  cluster: ClusterParts | null;
  /** Kills Temporal and starts it again on the same port with an empty database. */
  wipeTemporal(): Promise<void>;
  apis: Part[];
  /** Addresses of the APIs, as `http://host:port`. */
  addresses: string[];
  workers: Part[];
  authority: Authority;
  /** The connection from the APIs to Temporal. */
  link: Link;
  client: Client;
  /** The database by its owner; APIs and workers use logins of their own. */
  orm: Orm;
  /** The same database by each login. */
  logins: DatabaseUrls;
  /** The database by the administrator of the server. */
  postgresUrl: string;
  /** The store of closings' ZIPs, as the setting names it. */
  blobs: string;
  company: Company;
  erp: Erp;
  /** A caller of the APIs with another key. */
  erpOf(key: string): Erp;
  /** Makes another company that can issue, with an ERP of its own. */
  openCompany(overrides: Partial<CompanyInput>): Promise<{ company: Company; erp: Erp }>;
  /** Everything that the workers, or the APIs, logged: a JSON object a line. */
  workerLog(): Promise<string>;
  apiLog(): Promise<string>;
  /** The settings of its APIs and workers, with the URLs of all logins. */
  settings: Record<string, string>;
  close(): Promise<void>;
};

export type DeploymentOptions = {
  apis?: number;
  workers?: number;
  /** The workers are not started; the test does that. */
  workersWait?: boolean;
  /** Uses a cluster in the same PostgreSQL instead of a development server. */
  cluster?: ClusterPrograms | undefined;
  /** Folder of PostgreSQL's programs, if not those that npm brings. */
  postgresPrograms?: string | undefined;
  /** Further settings of APIs and workers. */
  settings?: Record<string, string>;
  /** The length of the distribution's hour, in seconds, for authority and workers. */
  distributionWaitSeconds?: number;
};

const readyWithinMs = 300_000;
const say = (): void => {};

/** Starts everything with new state; if one part fails, the others are stopped again. */
export async function openDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return { ...(await build(options, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function build(
  {
    apis = 1,
    workers = 1,
    workersWait = false,
    cluster,
    postgresPrograms,
    settings = {},
    ...others
  }: DeploymentOptions,
  closing: (() => Promise<unknown>)[],
): Promise<Omit<Deployment, 'close'>> {
  const { distributionWaitSeconds } = others;
  const folder = await mkdtemp(join(tmpdir(), 'lavra-deployment-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const [postgresPort = 0, temporalPort = 0, ...apiPorts] = await ownPorts(2 + apis);
  const opening = database(folder, { port: postgresPort, programs: postgresPrograms }, closing);
  const conducting =
    cluster === undefined
      ? conductor(folder, temporalPort, closing)
      : opening.then(({ url }) => clusterConductor(cluster, url, closing));
  const simulating = startAuthority(
    join(folder, 'authority'),
    schemas,
    distributionWaitSeconds ? { distributionWaitSeconds } : {},
  );
  // Also stops parts when another part fails to start.
  closing.push(() =>
    simulating.then(
      (authority) => authority.stop(),
      () => {},
    ),
  );
  const [{ postgres, orm, logins, url: postgresUrl }, { link, client, address, ...conducted }, authority] =
    await Promise.all([opening, conducting, simulating]);

  const secret = randomBytes(32);
  const caBundle = join(folder, 'ca.pem');
  await writeFile(caBundle, authority.caPem);
  const addresses = apiPorts.map((port) => `http://127.0.0.1:${port}`);
  const erpOf = (key: string): Erp => createErp(addresses, key);
  const openCompany: Deployment['openCompany'] = async (overrides) => {
    const { company, key } = await open(
      { orm, authority, masterKey: masterKey(secret), distributionWaitSeconds },
      overrides,
    );
    return { company, erp: erpOf(key) };
  };
  const { company, erp } = await openCompany({});

  const blobs = pathToFileURL(join(folder, 'blobs')).href;
  const env = {
    ...localSettings().inherited,
    TEMPORAL_ADDRESS: address,
    LAVRA_MASTER_KEY: secret.toString('base64'),
    LAVRA_SCHEMAS: schemas,
    LAVRA_CA_BUNDLE: caBundle,
    LAVRA_AUTHORITY_ADDRESS: `127.0.0.1:${authority.port}`,
    LAVRA_WORKFLOW_BUNDLE: process.env.TEST_WORKFLOW_BUNDLE!,
    // a round takes a tenth of a second of a core, and no test waits for reconciliation of an idle deployment
    LAVRA_RECONCILIATION_SECONDS: '5',
    LAVRA_METRICS_PORT: '0',
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
    LAVRA_STATUS_PACE_SECONDS: '1',
    PUPPETEER_EXECUTABLE_PATH: '',
    LAVRA_BLOBS: blobs,
    ...(distributionWaitSeconds ? { LAVRA_DISTRIBUTION_WAIT_SECONDS: String(distributionWaitSeconds) } : {}),
    ...settings,
  };
  const logs = join(folder, 'logs');
  const apiParts = apiPorts.map((port) =>
    api(port, { ...env, DATABASE_API_URL: logins.api, TEMPORAL_ADDRESS: link.address }, logs),
  );
  const workerParts = Array.from({ length: workers }, () =>
    worker({ ...env, DATABASE_WORKER_URL: logins.worker }, logs),
  );
  const programs = [...apiParts, ...workerParts];
  closing.push(() => Promise.all(programs.map((part) => part.stop())));
  await Promise.all((workersWait ? apiParts : programs).map((part) => part.start()));

  const parts = { postgres, ...conducted, apis: apiParts, workers: workerParts, authority };
  const workerLog = (): Promise<string> => readFile(join(logs, 'worker-server.log'), 'utf8');
  const apiLog = (): Promise<string> => readFile(join(logs, 'api-server.log'), 'utf8');
  const urls = { DATABASE_URL: logins.owner, DATABASE_API_URL: logins.api, DATABASE_WORKER_URL: logins.worker };
  const access = { orm, logins, postgresUrl, company, openCompany };
  const told = { workerLog, apiLog, settings: { ...env, ...urls } };
  return { ...parts, ...access, addresses, link, client, blobs, erp, erpOf, ...told };
}

async function database(
  folder: string,
  server: { port: number; programs: string | undefined },
  closing: (() => Promise<unknown>)[],
) {
  const dataDir = join(folder, 'pg');
  // Another release of PostgreSQL reads only data that its own programs made.
  if (server.programs === undefined) await copyMigratedData(dataDir);
  const postgres = createPart(() =>
    startPostgres({ ...server, dataDir, log: say, settings: { track_commit_timestamp: 'on' } }),
  );
  closing.push(() => postgres.stop());
  const { url } = await postgres.start();
  const logins = await localLogins(url);
  const orm = await patientOrm(logins.owner);
  closing.push(() => orm.close());
  await orm.migrator.up();
  return { postgres, orm, logins, url };
}

async function conductor(folder: string, port: number, closing: (() => Promise<unknown>)[]) {
  const executable = await temporalExecutable(localSettings(), say);
  const dbFile = join(folder, 'temporal', 'temporal.db');
  let isWiped = false;
  const temporal = createPart<RunningService>(() =>
    isWiped ? startBareTemporal({ executable, port }) : startTemporal({ executable, port, dbFile, log: say }),
  );
  closing.push(() => temporal.stop());
  await temporal.start();
  const wipeTemporal = async (): Promise<void> => {
    await temporal.kill();
    isWiped = true;
    await temporal.start();
  };
  return { temporal, wipeTemporal, cluster: null, ...(await connections(port, closing)) };
}

async function clusterConductor(programs: ClusterPrograms, url: string, closing: (() => Promise<unknown>)[]) {
  const { services, port, close } = await openCluster(programs, url);
  closing.push(close);
  const wipeTemporal = (): Promise<never> => Promise.reject(new Error('a cluster is not wiped'));
  return { temporal: services.frontend, wipeTemporal, cluster: services, ...(await connections(port, closing)) };
}

async function connections(port: number, closing: (() => Promise<unknown>)[]) {
  const address = `127.0.0.1:${port}`;
  const link = await openLink(port);
  closing.push(() => link.close());
  const connection = Connection.lazy({ address });
  closing.push(() => connection.close());
  return { address, link, client: new Client({ connection }) };
}

function api(port: number, settings: Record<string, string>, logs: string): Part {
  const env = { ...settings, LAVRA_API_PORT: String(port) };
  return createPart(async () => {
    const service = await startProgram({ name: 'API', script: 'api/server.ts', env, logs });
    await untilReady(service, () => answersOk(`http://127.0.0.1:${port}/health`), readyWithinMs);
    return service;
  });
}

function worker(env: Record<string, string>, logs: string): Part {
  return createPart(async () => {
    const service = await startProgram({ name: 'worker', script: 'worker/server.ts', env, logs });
    const isReady = async (): Promise<boolean> => service.lastLines().some((line) => line.includes('worker is ready'));
    await untilReady(service, isReady, readyWithinMs);
    return service;
  });
}
