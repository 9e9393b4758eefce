import { randomBytes } from 'node:crypto';
import type { EntityManager, Orm } from '../config/orm.ts';
import { companyScopes } from '../domain/access/scopes.ts';
import { Company } from '../domain/companies/company.entity.ts';
import { startProgram } from '../local/services/program.ts';
import { answersOk, untilReady } from '../local/services/service.ts';
import { localSettings } from '../local/settings.ts';
import { acrossCompanies } from '../operations/in-company.ts';
import { createKey } from '../operations/provisioning.ts';
import { openDatabase } from './database.ts';

/** An API process on a PostgreSQL of its own, with one company that owns many rows, and neighbours that own some. */
export type FilledApi = { api: string; key: string; companyId: string; orm: Orm; stop(): Promise<void> };

const readyWithinMs = 60_000;
/** So high that no request waits for the rate limit. */
const unlimitedRate = 1_000_000;

/** @param fillDatabase writes the rows, and returns the id of the company that the key is for */
export async function openFilledApi(
  fillDatabase: (orm: Orm) => Promise<string>,
  log: (line: string) => void,
): Promise<FilledApi> {
  const database = await openDatabase(log);
  const { home, ports, logins, orm } = database;
  const companyId = await fillDatabase(orm);
  await acrossCompanies(orm).execute('vacuum analyze');
  const key = await unlimitedKey(orm, companyId);
  const env = {
    ...localSettings().inherited,
    DATABASE_API_URL: logins.api,
    LAVRA_API_PORT: String(ports.api.port),
    LAVRA_METRICS_PORT: String(ports.apiMetrics.port),
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
      await server.stop();
      await database.stop();
    },
  };
}

/** Makes a company with an invented tax id, and has `fill` write its rows. */
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
  const { secret } = await createKey(acrossCompanies(orm), {
    company: { id: companyId },
    name: 'bench',
    scopes: companyScopes,
    ratePerSecond: unlimitedRate,
    rateBurst: unlimitedRate,
  });
  return secret;
}
