import type { EntityManager, Orm } from '../../config/orm.ts';
import { operatorRole, panelRole, tenantRole, workerRole } from '../../domain/companies/ownership.ts';
import { ProvisioningRefused } from './provisioning-refused.ts';

/** URLs of one database for four logins: the owner's (migrations, command line), the API's, the panel's and the worker's. */
export type DatabaseUrls = { owner: string; api: string; panel: string; worker: string };

type Login = { name: string; password: string };

/**
 * Creates the logins of the URLs with their passwords, and makes the owner's login own the database and all that is in it. Existing logins are
 * brought to the same state, so that this also moves an installation that ran as one superuser.
 *
 * @param admin the same database by a superuser, or by a role that may create roles and owns the database
 * @throws {ProvisioningRefused} `unfit_login` for a URL without name or password, for a superuser's, or for two with one name
 */
export async function createLogins(admin: Orm, urls: DatabaseUrls): Promise<void> {
  const { owner, api, panel, worker } = urls;
  const logins = { owner: loginOf(owner), api: loginOf(api), panel: loginOf(panel), worker: loginOf(worker) };
  const names = Object.values(logins).map(({ name }) => name);
  if (new Set(names).size < names.length) {
    const sentence =
      'DATABASE_URL, DATABASE_API_URL, DATABASE_PANEL_URL e DATABASE_WORKER_URL devem ter usuários diferentes';
    throw new ProvisioningRefused('unfit_login', `${sentence}; agora são ${names.join(', ')}.`);
  }
  await admin.schema.ensureDatabase();
  await admin.em.fork().transactional(async (em) => {
    await refuseSuperusers(em, names);
    for (const role of [tenantRole, panelRole, operatorRole, workerRole]) await ensureRole(em, role);
    for (const login of Object.values(logins)) await ensureLogin(em, login);
    // The first migration grants the role on, for which an owner that may not create roles needs the admin option.
    await run(em, `grant %I to %I with admin option`, tenantRole, logins.owner.name);
    for (const role of [panelRole, operatorRole]) await run(em, `grant %I to %I`, role, logins.owner.name);
    await run(em, `grant %I to %I`, tenantRole, logins.api.name);
    // The panel acts for companies as the API does, is the only one that reads people, and serves the operator's programs.
    for (const role of [tenantRole, panelRole, operatorRole]) await run(em, `grant %I to %I`, role, logins.panel.name);
    await run(em, `grant %I to %I`, workerRole, logins.worker.name);
    await handOver(em, logins.owner.name);
    await closeDatabase(em, [logins.api.name, logins.panel.name]);
  });
}

function loginOf(url: string): Login {
  const { username, password } = new URL(url);
  if (username === '' || password === '') {
    throw new ProvisioningRefused('unfit_login', 'Cada URL do banco de dados deve ter usuário e senha.');
  }
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function refuseSuperusers(em: EntityManager, names: string[]): Promise<void> {
  const found = await em.execute<{ rolname: string }[]>(
    `select rolname from pg_roles where rolname = any(string_to_array(?, chr(31))) and rolsuper`,
    [names.join('\u001f')],
  );
  if (found.length === 0) return;
  const superusers = found.map(({ rolname }) => rolname).join(', ');
  throw new ProvisioningRefused('unfit_login', `${superusers} é superusuário; escolha outro nome de usuário na URL.`);
}

async function ensureRole(em: EntityManager, name: string): Promise<void> {
  if (!(await roleExists(em, name))) await run(em, `create role %I nologin`, name);
}

async function ensureLogin(em: EntityManager, { name, password }: Login): Promise<void> {
  if (!(await roleExists(em, name))) await run(em, `create role %I`, name);
  await run(em, `alter role %I login password %L`, name, password);
}

async function roleExists(em: EntityManager, name: string): Promise<boolean> {
  return (await em.execute<unknown[]>('select from pg_roles where rolname = ?', [name])).length > 0;
}

/** Makes the owner own the database, its schema, and every table and function that is not an extension's. */
async function handOver(em: EntityManager, owner: string): Promise<void> {
  const [admin] = await em.execute<{ name: string; rolsuper: boolean }[]>(
    `select rolname as name, rolsuper from pg_roles where rolname = current_user`,
  );
  // A role that is no superuser can give ownership only to a role of which it is a member.
  if (admin && !admin.rolsuper) await run(em, `grant %I to %I`, owner, admin.name);
  await run(em, `alter database %I owner to %I`, await databaseName(em), owner);
  const statements = await em.execute<{ sql: string }[]>(foreignObjects, [owner]);
  for (const { sql } of statements) await run(em, `${sql} owner to %I`, owner);
}

/** The schema, too, where PostgreSQL 14 or older created it; later versions give it to the database's owner. */
const foreignObjects = `
  select 'alter schema public' as sql from pg_namespace
  where nspname = 'public' and nspowner not in ('pg_database_owner'::regrole, to_regrole(quote_ident(?)))
  union all
  select 'alter table ' || oid::regclass from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  union all
  select 'alter function ' || oid::regprocedure from pg_proc
  where pronamespace = 'public'::regnamespace and not exists (
    select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`;

/**
 * Closes two leaks between companies, which take turns on one connection. A temporary table would take the place of ours for the next company, so
 * that nobody may create one. And `pg_stat_activity` shows the statements of other sessions with their values, so that they are not recorded, where
 * the administrator may set that.
 */
async function closeDatabase(em: EntityManager, tenants: string[]): Promise<void> {
  await run(em, `revoke temporary on database %I from public`, await databaseName(em));
  const [may] = await em.execute<{ set: boolean }[]>(
    `select has_parameter_privilege('track_activities', 'SET') as set`,
  );
  if (!may?.set) return;
  for (const login of tenants) await run(em, `alter role %I set track_activities = off`, login);
}

async function databaseName(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ name: string }[]>('select current_database() as name');
  return row?.name ?? '';
}

/** Runs a statement in which PostgreSQL itself puts names (%I) and texts (%L): such statements take no parameters. */
async function run(em: EntityManager, template: string, ...values: string[]): Promise<void> {
  const holes = values.map(() => ', ?').join('');
  const [row] = await em.execute<{ sql: string }[]>(`select format(?${holes}) as sql`, [template, ...values]);
  if (row) await em.execute(row.sql);
}
