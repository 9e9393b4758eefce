import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createOrm, type Orm } from '../config/orm.ts';
import { localLogins } from '../local/postgres/logins.ts';
import { type PostgresOptions, startPostgres } from '../local/postgres/server.ts';
import { freePorts } from '../local/services/ports.ts';
import { localSettings } from '../local/settings.ts';
import { startStack } from '../local/stack.ts';
import { localState } from '../local/state.ts';
import { temporalExecutable } from '../local/temporal/executable.ts';
import { startTemporal } from '../local/temporal/server.ts';
import type { DatabaseUrls } from '../operations/provisioning.ts';

/** The whole product in its usual processes, on free ports, with state of its own that is removed at the end. */
export type Installation = {
  api: string;
  /** URL at which people sign in. */
  panel: string;
  companyKey: string;
  /** Base URL of the simulated authority's control API. */
  simulator: string;
  databaseUrl: string;
  /** The same database, by the administrator of its server. */
  adminUrl: string;
  temporalAddress: string;
  temporal: Client;
  orm: Orm;
  /** The settings of its processes, as `config/env.ts` reads them, with all logins to the database. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** So high that no request waits for the rate limit. */
const unlimitedRate = 1_000_000;

export type InstallationOptions = {
  /** Folder for the CPU profile that each Node process writes when it ends. */
  profiles?: string | undefined;
  /** Settings of this run, as `config/env.ts` reads them. */
  own?: Record<string, string>;
  /** Settings of PostgreSQL, and a callback for every line of its log. */
  postgres?: Pick<PostgresOptions, 'settings' | 'onLine'>;
  /** Replaces the processes' URLs of the database, to put something in between. */
  reach?: (logins: DatabaseUrls) => Promise<DatabaseUrls>;
};

/** Brings up PostgreSQL, Temporal, the simulated authority, API and worker, with the demo company. */
export async function openInstallation(
  log: (line: string) => void,
  { profiles, own = {}, postgres: ofPostgres = {}, reach = async (logins) => logins }: InstallationOptions = {},
): Promise<Installation> {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const place = { dataDir: join(home, 'postgres'), port: ports.postgres.port };
  const postgres = await startPostgres({ ...place, log, ...ofPostgres });
  const logins = await localLogins(postgres.url);
  const orchestrator = await startTemporal({
    executable: await temporalExecutable(settings, log),
    port: ports.temporal.port,
    dbFile: join(home, 'temporal', 'temporal.db'),
    log,
  });
  const profiling = profiles ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {};
  const stack = await startStack(
    {
      ...settings,
      ports,
      home,
      database: await reach(logins),
      temporalAddress: orchestrator.address,
      inherited: { ...settings.inherited, ...profiling, ...own },
    },
    log,
  );
  const orm = await createOrm(logins.owner);
  const connection = await Connection.connect({ address: orchestrator.address });
  await orm.em.fork().execute('update api_key set rate_per_second = ?, rate_burst = ?', [unlimitedRate, unlimitedRate]);
  const { api, companyKey, simulator, panel } = stack.running;
  return {
    api,
    panel: new URL(panel).origin,
    companyKey,
    simulator,
    databaseUrl: logins.owner,
    adminUrl: postgres.url,
    temporalAddress: orchestrator.address,
    temporal: new Client({ connection }),
    orm,
    environment: JSON.parse(await readFile(localState(home).environment, 'utf8')) as Record<string, string>,
    async stop() {
      await Promise.all([orm.close(), connection.close()]);
      await stack.stop();
      await Promise.all([orchestrator.stop(), postgres.stop()]);
      await rm(home, { recursive: true, force: true });
    },
  };
}
