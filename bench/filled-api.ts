import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOrm, type EntityManager, type Orm } from '../config/orm.ts';
import { companyScopes } from '../domain/access/scopes.ts';
import { Company } from '../domain/companies/company.entity.ts';
import { localLogins } from '../local/postgres/logins.ts';
import { startPostgres } from '../local/postgres/server.ts';
import { freePorts } from '../local/services/ports.ts';
import { startProgram } from '../local/services/program.ts';
import { answersOk, untilReady } from '../local/services/readiness.ts';
import { localSettings } from '../local/settings.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { createKey } from '../operations/provisioning.ts';

/** An API process on a PostgreSQL of its own, with one company that owns many rows and neighbours that own some, too. */
export type FilledApi = { api: string; key: string; companyId: string; orm: Orm; stop(): Promise<void> };

const readyWithinMs = 60_000;
/** So high that no request waits for the rate limit. */
const unlimitedRate = 1_000_000;

/** @param fillDatabase writes the rows and gives the id of the company that the key is for */
export async function openFilledApi(
  fillDatabase: (orm: Orm) => Promise<string>,
  log: (line: string) => void,
): Promise<FilledApi> {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // under root, PostgreSQL runs as another user, which must enter it
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: ports.postgres.port,
    log,
    // A usual value for a server with a million rows; with the default of 128 MB every page is read from the system's cache.
    settings: { shared_buffers: '1GB' },
  });
  const logins = await localLogins(postgres.url);
  const orm = await createOrm(logins.owner);
  await orm.migrator.up();
  const companyId = await fillDatabase(orm);
  await acrossCompanies(orm).execute('vacuum analyze');
  const key = await unlimitedKey(orm, companyId);
  const env = {
    ...settings.inherited,
    DATABASE_API_URL: logins.api,
    LAVRA_API_PORT: String(ports.api.port),
    LAVRA_MASTER_KEY: randomBytes(32).toString('base64'),
    LAVRA_LOG_LEVEL: 'error',
  };
  const api = `http://127.0.0.1:${ports.api.port}`;
  const server = await startProgram({ name: 'API', script: 'api/server.ts', env, logs: home });
  await untilReady(server, () => answersOk(`${api}/health/ready`), readyWithinMs);
  return {
    api,
    key,
    companyId,
    orm,
    async stop() {
      await orm.close();
      await server.stop();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A company with an invented tax id, and what `fill` writes for it. */
export async function filledCompany(
  orm: Orm,
  environment: Company['environment'],
  fill: (em: EntityManager, companyId: string) => Promise<unknown>,
): Promise<string> {
  const em = acrossCompanies(orm);
  const taxId = randomBytes(7).toString('hex').toUpperCase();
  const company = em.create(Company, { taxId, name: 'Empresa', environment, settings: null });
  await em.flush();
  await fill(em, company.id);
  return company.id;
}

async function unlimitedKey(orm: Orm, companyId: string): Promise<string> {
  const { secret } = await createKey(orm, {
    company: { id: companyId },
    name: 'bench',
    scopes: companyScopes,
    ratePerSecond: unlimitedRate,
    rateBurst: unlimitedRate,
  });
  return secret;
}
