import type { EntityManager, Orm } from '../../config/orm.ts';
import { Certificate } from '../../domain/companies/certificate.entity.ts';
import { Company, CompanyCsc } from '../../domain/companies/company.entity.ts';
import { tenantRole } from '../../domain/companies/ownership.ts';
import { environments } from '../../domain/companies/settings.ts';
import { type MasterKey, type SealedBox, sealOwner, unseal } from '../../domain/seal.ts';
import { ownerIdOf } from '../../domain/webhooks/endpoint-owner.ts';
import { WebhookEndpoint } from '../../domain/webhooks/endpoint.entity.ts';
import { restoredNow } from '../installations/show-restored.ts';
import { type DoctorFinding, findingsOf, inTime, type ReadOverAll, reasonOf } from './finding.ts';

const patienceMs = 6_000;
const worstSkewSeconds = 30;

/** Whether PostgreSQL answers; all other checks of the database need that. */
export async function checkDatabase(orm: Orm): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('database');
  const started = Date.now();
  try {
    const [row] = await inTime(
      patienceMs,
      query<{ version: string; now: Date }>(
        orm,
        `select current_setting('server_version') as version, clock_timestamp() as now`,
      ),
    );
    const tookMs = Date.now() - started;
    const version = row?.version.split(' ')[0] ?? '?';
    if (Number.parseInt(version, 10) < 15)
      return [failure(`PostgreSQL ${version}`, 'use o PostgreSQL 15 ou mais novo')];
    return [ok(`PostgreSQL ${version}, ${tookMs} ms`), skew(new Date(row?.now ?? Date.now()), started + tookMs / 2)];
  } catch (error) {
    return [
      failure(
        `não responde (${reasonOf(error)})`,
        'confira DATABASE_URL e se o PostgreSQL está no ar; se falta o banco, rode "lavra migrate"',
      ),
    ];
  }
}

/** Whether the schema is the one this version expects. */
export async function checkMigrations(look: ReadOverAll, known: readonly string[]): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('migrations');
  const done = await inTime(patienceMs, look(migrationsDone));
  const pending = known.filter((name) => !done.has(name));
  if (pending.length === 0) return [ok('em dia')];
  return [failure(`${pending.length} pendente(s): ${pending.join(', ')}`, 'rode "lavra migrate"')];
}

/** The migrations that were made; none where the database has no table of them. */
async function migrationsDone(em: EntityManager): Promise<Set<string>> {
  const [table] = await em.execute<{ name: string | null }[]>(`select to_regclass('mikro_orm_migrations') as name`);
  if (!table?.name) return new Set();
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  return new Set(rows.map(({ name }) => name));
}

/**
 * Checks tenancy in the database (row-level security): the role exists, this connection may take it, and every table with owners has its policy.
 */
export async function checkTenancy(orm: Orm): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('tenancy');
  const [role] = await inTime(
    patienceMs,
    query<{ member: boolean }>(
      orm,
      `select pg_has_role(current_user, oid, 'member') as member from pg_roles where rolname = '${tenantRole}'`,
    ),
  );
  if (!role)
    return [failure(`o papel ${tenantRole} não existe`, 'rode "lavra migrate" com um usuário que possa criar papéis')];
  if (!role.member)
    return [failure(`o usuário da conexão não pode assumir ${tenantRole}`, `grant ${tenantRole} to <usuário>`)];
  const open = await inTime(
    patienceMs,
    query<{ table_name: string }>(
      orm,
      `select c.relname as table_name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not c.relrowsecurity`,
    ),
  );
  if (open.length === 0) return [ok('segurança por linha ativa em todas as tabelas das empresas')];
  return [
    failure(`sem segurança por linha: ${open.map(({ table_name }) => table_name).join(', ')}`, 'rode "lavra migrate"'),
  ];
}

function skew(database: Date, here: number): DoctorFinding {
  const { ok, failure } = findingsOf('clock');
  const seconds = Math.round((database.getTime() - here) / 1000);
  if (Math.abs(seconds) <= worstSkewSeconds) return ok('o relógio daqui concorda com o do banco de dados');
  return failure(`o relógio daqui difere ${seconds} s do banco de dados`, 'acerte o relógio por NTP');
}

function query<Row>(orm: Orm, sql: string): Promise<Row[]> {
  return orm.em.getConnection().execute<Row[]>(sql);
}

/** Whether emission is stopped because the database was restored from a backup. */
export async function checkRestored(look: ReadOverAll): Promise<DoctorFinding[]> {
  const { failure } = findingsOf('restored');
  const now = await look(restoredNow);
  if (!now) return [];
  const undecided = now.found.filter(({ decision }) => decision === null).length;
  const state = now.askedAt === null ? 'a consulta às autoridades está em andamento' : `${undecided} nota(s) a decidir`;
  return [
    failure(
      `o banco foi restaurado de um momento anterior: nada novo é enviado, ${now.waiting} documento(s) esperam, ${state}`,
      'lavra restored show',
    ),
  ];
}

type StoredSecret = { owner: string; box: SealedBox };

/** Whether the master key opens everything that is sealed: certificates, CSC, CSRT and webhook secrets. */
export async function checkMasterKey(look: ReadOverAll, masterKey: () => MasterKey): Promise<DoctorFinding[]> {
  const { ok, failure } = findingsOf('master_key');
  const mend = 'use a chave mestra com que os segredos foram selados (LAVRA_MASTER_KEY ou LAVRA_MASTER_KEY_FILE)';
  try {
    const key = masterKey();
    const boxes = await look(storedBoxes);
    const closed = boxes.filter((stored) => !opens(key, stored));
    if (closed.length > 0) return [failure(`${closed.length} de ${boxes.length} segredos não abrem`, mend)];
    return [ok(`chave ${key.id}, abre os ${boxes.length} segredos guardados`)];
  } catch (error) {
    return [failure(reasonOf(error), 'gere uma com "openssl rand -base64 32" e guarde-a fora do banco de dados')];
  }
}

async function storedBoxes(em: EntityManager): Promise<StoredSecret[]> {
  const certificates = await em.findAll(Certificate, { fields: ['company', 'sealed'] });
  const cscs = await em.findAll(CompanyCsc);
  const companies = await em.findAll(Company, { fields: ['settings'] });
  const endpoints = await em.findAll(WebhookEndpoint, { fields: ['company', 'office', 'sealedSecret'] });
  return [
    ...certificates.map(({ id, company, sealed }) => ({ owner: sealOwner.certificate(company, id), box: sealed })),
    ...companies.flatMap(csrtBoxes),
    ...cscs.map(({ company, environment, sealed }) => ({ owner: sealOwner.csc(company, environment), box: sealed })),
    ...endpoints.map((endpoint) => ({
      owner: sealOwner.webhookSecret(ownerIdOf(endpoint), endpoint.id),
      box: endpoint.sealedSecret,
    })),
  ];
}

function csrtBoxes({ id, settings }: Pick<Company, 'id' | 'settings'>): StoredSecret[] {
  const csrt = settings?.technicalResponsible?.csrt;
  return environments.flatMap((environment) => {
    const kept = csrt?.[environment];
    return kept ? [{ owner: sealOwner.csrt(id, environment), box: kept.sealed }] : [];
  });
}

function opens(key: MasterKey, { owner, box }: StoredSecret): boolean {
  try {
    unseal(key, owner, box);
    return true;
  } catch {
    return false;
  }
}
