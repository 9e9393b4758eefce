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
import { fill, type Size } from './fill.ts';

/** An API process on a PostgreSQL of its own, with one company whose catalog is filled and neighbours who have some, too. */
export type House = { api: string; key: string; companyId: string; orm: Orm; stop(): Promise<void> };

const neighbours = 10;
const readyWithinMs = 60_000;
/** Nobody waits for a token of the bucket. */
const unlimitedRate = 1_000_000;

/** @param size of the one company; each neighbour has a hundredth of it, added before and after */
export async function openHouse(size: Size, log: (line: string) => void): Promise<House> {
  const home = await mkdtemp(join(tmpdir(), 'lavra-bench-'));
  await chmod(home, 0o755); // as root PostgreSQL runs as another user, who must get in
  const settings = localSettings();
  const ports = await freePorts(settings.ports);
  const postgres = await startPostgres({
    dataDir: join(home, 'postgres'),
    port: ports.postgres.port,
    log,
    // What a server with a million clients would be given; the default of 128 MB reads every page from the system's cache.
    settings: { shared_buffers: '1GB' },
  });
  const orm = await createOrm(postgres.url);
  await orm.migrator.up();
  const { company, secret } = await furnish(orm, size, log);
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
    key: secret,
    companyId: company,
    orm,
    async stop() {
      await orm.close();
      await server.stop();
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function furnish(orm: Orm, size: Size, log: (line: string) => void) {
  const small = { clients: Math.ceil(size.clients / 100), products: Math.ceil(size.products / 100) };
  for (let index = 0; index < neighbours / 2; index += 1) await newCompany(orm, small);
  log(`${size.clients} clients and ${size.products} products: about a minute for each million`);
  const company = await newCompany(orm, size);
  for (let index = 0; index < neighbours / 2; index += 1) await newCompany(orm, small);
  await acrossCompanies(orm).execute('vacuum analyze');
  const key = {
    company: { id: company },
    name: 'bench',
    scopes: companyScopes,
    ratePerSecond: unlimitedRate,
    rateBurst: unlimitedRate,
  };
  return { company, secret: (await createKey(orm, key)).secret };
}

async function newCompany(orm: Orm, size: Size): Promise<string> {
  const em = acrossCompanies(orm);
  const taxId = randomBytes(7).toString('hex').toUpperCase();
  const company = em.create(Company, { taxId, name: 'Empresa', environment: 'HOMOLOGATION', settings: null });
  await em.flush();
  await fill(em, company.id, size);
  return company.id;
}
