import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { NativeConnection } from '@temporalio/worker';
import type { Parts } from '../../../activities/parts.ts';
import { type Env, readEnv } from '../../../config/env.ts';
import { createLogger } from '../../../config/logger.ts';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { createParts } from '../../../worker/parts.ts';
import { createWorkers, runWorkers } from '../../../worker/worker.ts';
import { openCompany } from '../rows/company.ts';
import { byLogin, patientOrm, schemas, testDatabase, workflowBundle } from './parts.ts';
import { validatorsBy } from './schema-pack.ts';
import { type Authority, startAuthority } from './simulator.ts';
import { type TestTemporal, testTemporal } from './temporal.ts';

/** The whole product in this process, beside a simulated authority: for tests of journeys and of activities. */
export type Installation = {
  env: Env;
  /** The database by its owner, for the arrangements of a test; `parts` use the worker's login. */
  orm: Orm;
  client: TestTemporal['client'];
  parts: Parts;
  authority: Authority;
  /** Makes a company that can issue, with a key of every scope. */
  openCompany(overrides?: Partial<CompanyInput>): Promise<{ company: Company; key: string }>;
  close(): Promise<void>;
};

export type InstallationOptions = {
  /** The schema pack of the simulated authority, if not the one in force. */
  authoritySchemas?: string;
  /** Replaces the workers' URL of the database, to put something in between. */
  reach?: (workerUrl: string) => Promise<string>;
  /** The length of the distribution's hour, in seconds, for authority and workers. */
  distributionWaitSeconds?: number;
};

export async function openInstallation(
  settings: Record<string, string> = {},
  { authoritySchemas = schemas, reach = async (url) => url, distributionWaitSeconds }: InstallationOptions = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'lavra-installation-'));
  await chmod(folder, 0o755);
  const wait = distributionWaitSeconds === undefined ? {} : { distributionWaitSeconds };
  const [authority, databaseUrl, temporal] = await Promise.all([
    startAuthority(join(folder, 'authority'), authoritySchemas, wait),
    testDatabase(),
    testTemporal(),
  ]);
  const caBundle = join(folder, 'ca.pem');
  await writeFile(caBundle, authority.caPem);
  const env = readEnv({
    DATABASE_URL: databaseUrl,
    DATABASE_API_URL: byLogin(databaseUrl, 'api'),
    DATABASE_PANEL_URL: byLogin(databaseUrl, 'panel'),
    DATABASE_WORKER_URL: await reach(byLogin(databaseUrl, 'worker')),
    TEMPORAL_ADDRESS: temporal.address,
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
    LAVRA_SCHEMAS: schemas,
    LAVRA_CA_BUNDLE: caBundle,
    LAVRA_AUTHORITY_ADDRESS: `127.0.0.1:${authority.port}`,
    LAVRA_WEBHOOKS_ALLOW_LOCAL: 'true',
    LAVRA_STATUS_PACE_SECONDS: '1',
    LAVRA_LOG_LEVEL: 'error',
    LAVRA_BLOBS: pathToFileURL(join(folder, 'blobs')).href,
    ...(distributionWaitSeconds ? { LAVRA_DISTRIBUTION_WAIT_SECONDS: String(distributionWaitSeconds) } : {}),
    ...settings,
  });
  const orm = await patientOrm(databaseUrl);
  const own = await patientOrm(env.workerDatabaseUrl, { pool: 20 });
  const made = createParts(env, own, createLogger(env.log, 'test'));
  const parts = { ...made, validatorOn: validatorsBy(env.schemas!) };
  const stopWorkers = await run(temporal.native, parts);

  return {
    env,
    orm,
    client: temporal.client,
    parts,
    authority,
    openCompany: (overrides) => openCompany({ orm, authority, masterKey: parts.masterKey, ...wait }, overrides),
    async close() {
      await stopWorkers();
      await Promise.all([
        authority.stop(),
        orm.close(),
        own.close(),
        temporal.close(),
        parts.wire.close(),
        parts.deliverer.close(),
        parts.renderer?.close(),
      ]);
      parts.blobs.close();
      parts.documentMailer?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run(connection: NativeConnection, parts: Parts): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const workers = await createWorkers({ connection, parts, workflowBundle });
  const running = runWorkers(workers, stopping.signal);
  return async () => {
    stopping.abort();
    await running;
  };
}
