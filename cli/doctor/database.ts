import type { Orm } from '../../config/orm.ts';
import { tenantRole } from '../../domain/companies/ownership.ts';
import { type Finding, findingsOf, reasonOf, within } from './finding.ts';

const patienceMs = 6_000;
const worstSkewSeconds = 30;

/** Whether PostgreSQL answers; all other checks of the database need that. */
export async function checkDatabase(orm: Orm): Promise<Finding[]> {
  const { ok, failure } = findingsOf('database');
  const started = Date.now();
  try {
    const [row] = await within(
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
export async function checkMigrations(orm: Orm): Promise<Finding[]> {
  const { ok, failure } = findingsOf('migrations');
  const pending = await within(patienceMs, orm.migrator.getPending());
  if (pending.length === 0) return [ok('em dia')];
  return [
    failure(`${pending.length} pendente(s): ${pending.map(({ name }) => name).join(', ')}`, 'rode "lavra migrate"'),
  ];
}

/** The second wall of tenancy: the role exists, this connection may take it, and every owned table is under its policy. */
export async function checkTenancy(orm: Orm): Promise<Finding[]> {
  const { ok, failure } = findingsOf('tenancy');
  const [role] = await within(
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
  const open = await within(
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

function skew(database: Date, here: number): Finding {
  const { ok, failure } = findingsOf('clock');
  const seconds = Math.round((database.getTime() - here) / 1000);
  if (Math.abs(seconds) <= worstSkewSeconds) return ok('o relógio daqui concorda com o do banco de dados');
  return failure(`o relógio daqui difere ${seconds} s do banco de dados`, 'acerte o relógio por NTP');
}

function query<Row>(orm: Orm, sql: string): Promise<Row[]> {
  return orm.em.getConnection().execute<Row[]>(sql);
}
