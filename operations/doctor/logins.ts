import type { Orm } from '../../config/orm.ts';
import { operatorRole, panelRole, tenantRole, workerRole } from '../../domain/companies/ownership.ts';
import type { DatabaseUrls } from '../provisioning.ts';
import { type DoctorFinding, findingsOf, reasonOf, inTime } from './finding.ts';

/** Opens the database as the login that the URL names. */
export type OpenDatabase = (url: string, options: { connectMs: number }) => Promise<Orm>;

const patienceMs = 6_000;
const { ok, warning, failure } = findingsOf('logins');

/** The properties and rights of a login in this database. */
type Login = {
  name: string;
  database: string;
  isSuper: boolean;
  bypasses: boolean;
  createsRoles: boolean;
  owns: boolean;
  inTenant: boolean;
  inPanel: boolean;
  inOperator: boolean;
  inWorker: boolean;
  makesTables: boolean;
  makesTemporary: boolean;
  isRecorded: boolean;
};

const part = {
  owner: { name: 'o comando lavra', setting: 'DATABASE_URL' },
  api: { name: 'a API', setting: 'DATABASE_API_URL' },
  panel: { name: 'o painel', setting: 'DATABASE_PANEL_URL' },
  worker: { name: 'o worker', setting: 'DATABASE_WORKER_URL' },
};

const ownLogin = 'dê um usuário a cada parte com "lavra logins" (docs/operations.md, Database logins)';

/**
 * Whether each part of Lavra whose login is known connects by a login that may do what the part needs, and no more. An installation with one login
 * for all parts works, but unsafely.
 */
export async function checkLogins(urls: Partial<DatabaseUrls>, open: OpenDatabase): Promise<DoctorFinding[]> {
  const ask = asking(open);
  const findings = await Promise.all([
    examined('owner', { urls, ask }, ownerFaults),
    examined('api', { urls, ask }, apiFaults),
    examined('panel', { urls, ask }, panelFaults),
    examined('worker', { urls, ask }, workerFaults),
  ]);
  const known = [urls.owner, urls.panel, urls.api, urls.worker].find((url) => url !== undefined);
  return [...findings.flat(), ...(known === undefined ? [] : await checkFunctions(known, ask))];
}

async function examined(
  which: keyof DatabaseUrls,
  { urls, ask }: { urls: Partial<DatabaseUrls>; ask: Ask },
  faultsOf: (login: Login) => DoctorFinding[],
): Promise<DoctorFinding[]> {
  const { name, setting } = part[which];
  const url = urls[which];
  if (url === undefined) return [];
  try {
    const [login] = await ask<Login>(url, facts);
    if (!login) return [];
    if (login.isSuper) {
      return [warning(`${name} conecta como superusuário (${login.name}), a quem nenhuma parede detém`, ownLogin)];
    }
    const faults = faultsOf(login);
    return faults.length > 0 ? faults : [ok(`${name} conecta como ${login.name}`)];
  } catch (error) {
    const mend = `confira ${setting}; "lavra logins" cria os usuários e grava as senhas`;
    return [failure(`${name} não conecta ao banco de dados (${reasonOf(error)})`, mend)];
  }
}

function ownerFaults({ name, owns, inTenant }: Login): DoctorFinding[] {
  if (!owns) return [failure(`as tabelas não são de ${name}, o usuário de DATABASE_URL`, 'rode "lavra logins"')];
  if (!inTenant) return [failure(`${name} não pode assumir ${tenantRole}`, `grant ${tenantRole} to "${name}"`)];
  return [];
}

/** Roles of the panel's process alone: those for people and settings, and for the operator's programs. */
const panelsRoles = [
  { role: panelRole, holds: 'inPanel' },
  { role: operatorRole, holds: 'inOperator' },
] as const;

function apiFaults(login: Login): DoctorFinding[] {
  const { name } = login;
  const foreign = login.owns ? [] : panelsRoles.filter(({ holds }) => login[holds]);
  return [
    ...tenantFaults({ part: 'a API', toPart: 'à API' }, login),
    ...foreign.map(({ role }) => failure(`a API (${name}) é membro de ${role}`, `revoke ${role} from "${name}"`)),
  ];
}

function panelFaults(login: Login): DoctorFinding[] {
  const { name } = login;
  const missing = login.owns ? [] : panelsRoles.filter(({ holds }) => !login[holds]);
  return [
    ...tenantFaults({ part: 'o painel', toPart: 'ao painel' }, login),
    ...missing.map(({ role }) => failure(`o painel (${name}) não é membro de ${role}`, `grant ${role} to "${name}"`)),
  ];
}

/** Faults in the login of a process that acts for companies, one after the other. */
function tenantFaults({ part, toPart }: { part: string; toPart: string }, login: Login): DoctorFinding[] {
  const { name } = login;
  const who = `${part} (${name})`;
  if (login.owns) return [warning(`${part} conecta com o dono das tabelas (${name})`, ownLogin)];
  const found: DoctorFinding[] = [];
  if (!login.inTenant) found.push(failure(`${who} não é membro de ${tenantRole}`, `grant ${tenantRole} to "${name}"`));
  if (login.inWorker) found.push(failure(`${who} é membro de ${workerRole}`, `revoke ${workerRole} from "${name}"`));
  if (login.makesTables) {
    found.push(failure(`${who} pode criar tabelas`, `revoke create on schema public from public, "${name}"`));
  }
  if (login.makesTemporary) {
    const mend = `revoke temporary on database "${login.database}" from public, "${name}"`;
    found.push(warning(`${who} pode criar tabelas temporárias, que ficariam para o pedido seguinte`, mend));
  }
  if (login.isRecorded) {
    const mend = `como superusuário: alter role "${name}" set track_activities = off`;
    found.push(warning(`pg_stat_activity mostra ${toPart} (${name}) o que as suas outras sessões executam`, mend));
  }
  return [...found, ...excessOf(login)];
}

function workerFaults(login: Login): DoctorFinding[] {
  const { name, owns, inWorker } = login;
  if (owns) return [warning(`o worker conecta com o dono das tabelas (${name})`, ownLogin)];
  if (!inWorker)
    return [failure(`o worker (${name}) não é membro de ${workerRole}`, `grant ${workerRole} to "${name}"`)];
  return excessOf(login);
}

function excessOf({ name, bypasses, createsRoles }: Login): DoctorFinding[] {
  const found: DoctorFinding[] = [];
  if (bypasses) found.push(failure(`${name} passa por cima das políticas`, `alter role "${name}" nobypassrls`));
  if (createsRoles) found.push(failure(`${name} pode criar usuários`, `alter role "${name}" nocreaterole`));
  return found;
}

/** Checks the functions that run as the owner: temporary tables must not mislead them, and not everybody may call them. */
async function checkFunctions(databaseUrl: string, ask: Ask): Promise<DoctorFinding[]> {
  const open = await ask<{ signature: string }>(databaseUrl, unsafeFunctions);
  return open.map(({ signature }) =>
    failure(
      `a função ${signature} corre como o dono e está aberta`,
      `alter function ${signature} set search_path = public, pg_temp; revoke execute on function ${signature} from public`,
    ),
  );
}

const facts = `
  select r.rolname as name, current_database() as database, r.rolsuper as "isSuper", r.rolbypassrls as bypasses, r.rolcreaterole as "createsRoles",
    exists (
      select from pg_class where relnamespace = 'public'::regnamespace and relname = 'company' and pg_has_role(r.oid, relowner, 'member')
    ) as owns,
    pg_has_role(r.oid, '${tenantRole}', 'member') as "inTenant",
    coalesce(pg_has_role(r.oid, to_regrole('${panelRole}'), 'member'), false) as "inPanel",
    coalesce(pg_has_role(r.oid, to_regrole('${operatorRole}'), 'member'), false) as "inOperator",
    pg_has_role(r.oid, '${workerRole}', 'member') as "inWorker",
    has_schema_privilege(r.oid, 'public', 'create') as "makesTables",
    has_database_privilege(r.oid, current_database(), 'temporary') as "makesTemporary",
    current_setting('track_activities')::boolean as "isRecorded"
  from pg_roles r where r.rolname = current_user`;

const unsafeFunctions = `
  select oid::regprocedure::text as signature from pg_proc
  where pronamespace = 'public'::regnamespace and prosecdef and (
    has_function_privilege('public', oid, 'execute')
    or not exists (select from unnest(proconfig) setting where setting ~ '^search_path=.*[ ,]pg_temp$')
  )
  order by 1`;

type Ask = <Row>(url: string, sql: string) => Promise<Row[]>;

function asking(open: OpenDatabase): Ask {
  return async <Row>(url: string, sql: string): Promise<Row[]> => {
    const orm = await open(url, { connectMs: patienceMs });
    try {
      return await inTime(patienceMs, orm.em.fork().execute<Row[]>(sql));
    } finally {
      await orm.close();
    }
  };
}
