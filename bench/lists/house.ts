import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../cli/provisioning.ts';
import { acrossCompanies, createOrm, type Orm } from '../../config/orm.ts';
import { companyScopes } from '../../domain/access/scopes.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { answersOk } from '../../local/answers-ok.ts';
import { freePorts } from '../../local/free-ports.ts';
import { startPostgres } from '../../local/postgres.ts';
import { startProgram } from '../../local/program-service.ts';
import { localSettings } from '../../local/settings.ts';
import { untilReady } from '../../local/until.ts';
import { fill } from './fill.ts';

/** An API process on a PostgreSQL of its own, with one company full of documents between two neighbours with a hundredth each. */
export type House = { api: string; key: string; companyId: string; orm: Orm; stop(): Promise<void> };

const readyWithinMs = 60_000;
/** Nobody waits for a token of the bucket. */
const unlimitedRate = 1_000_000;

export async function openHouse(documents: number, log: (line: string) => void): Promise<House> {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // as root PostgreSQL runs as another user, who must get in
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: ports.postgres.port,
    log,
    // What a server with a million documents would be given; the default of 128 MB reads every page from the system's cache.
    settings: { shared_buffers: '1GB' },
  });
  const orm = await createOrm(postgres.url);
  await orm.migrator.up();
  log(`${documents} documents: about a minute for each million`);
  const companyId = await furnish(orm, documents);
  const key = await keyOf(orm, companyId);
  const env = {
    ...settings.inherited,
    DATABASE_URL: postgres.url,
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

/** @returns the full company */
async function furnish(orm: Orm, documents: number): Promise<string> {
  const neighbour = Math.ceil(documents / 100);
  await newCompany(orm, neighbour);
  const companyId = await newCompany(orm, documents);
  await newCompany(orm, neighbour);
  await acrossCompanies(orm).execute('vacuum analyze');
  return companyId;
}

async function newCompany(orm: Orm, documents: number): Promise<string> {
  const em = acrossCompanies(orm);
  const taxId = randomBytes(7).toString('hex').toUpperCase();
  const company = em.create(Company, { taxId, name: 'Empresa', environment: 'PRODUCTION', settings: null });
  await em.flush();
  await fill(em, company.id, documents);
  return company.id;
}

async function keyOf(orm: Orm, companyId: string): Promise<string> {
  const { secret } = await createKey(orm, {
    company: { id: companyId },
    name: 'bench',
    scopes: companyScopes,
    ratePerSecond: unlimitedRate,
    rateBurst: unlimitedRate,
  });
  return secret;
}
