import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { createCompany, createLogins, type DatabaseUrls } from '../../../operations/provisioning.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

const opened: Orm[] = [];
let server: string;
let superuser: Orm;
beforeAll(async () => {
  server = byLogin(await testDatabase(), 'admin');
  superuser = await open(new URL('/postgres', server).href);
});
afterAll(() => Promise.all(opened.map((orm) => orm.close())));

test('an installation that ran as one superuser moves, with all that is in it, and its owner migrates on', async () => {
  const before = await open(databaseUrl());
  await before.schema.ensureDatabase();
  await before.migrator.up();
  const { id } = await createCompany(acrossCompanies(before), demoCompany);
  const urls = loginsFor(before);

  await createLogins(before, urls);
  const [owner, api, worker] = await Promise.all([open(urls.owner), open(urls.api), open(urls.worker)]);
  expect(await inCompany(api, id, (em) => em.count(Company))).toBe(1);
  expect(await acrossCompanies(worker).count(Company)).toBe(1);
  const foreign = await owner.em.fork().execute(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') and relowner <> current_user::regrole
     union all
     select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef and proowner <> current_user::regrole`,
  );
  expect(foreign).toEqual([]);
  await owner.migrator.down();
  await owner.migrator.up();
  expect(await owner.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

test('a new database is made for the owner, who needs no rights of the server to migrate it', async () => {
  const admin = await open(databaseUrl());
  const urls = loginsFor(admin);
  await createLogins(admin, urls);
  const owner = await open(urls.owner);
  await owner.migrator.up();
  expect(await attributes(urls.owner)).toEqual({ super: false, bypass: false, roles: false, databases: false });
});

test('an administrator who is no superuser makes them, too', async () => {
  const name = unique('admin');
  await superuser.em.fork().execute(`create role ${name} login createrole createdb password 'x'`);
  for (const role of ['lavra_tenant', 'lavra_panel', 'lavra_operator', 'lavra_worker']) {
    await superuser.em.fork().execute(`grant ${role} to ${name} with admin option`);
  }
  const admin = await open(Object.assign(new URL(databaseUrl()), { username: name, password: 'x' }).href);
  const urls = loginsFor(admin);
  await createLogins(admin, urls);
  await createLogins(admin, urls);
  const owner = await open(urls.owner);
  await owner.migrator.up();
  const { id } = await createCompany(acrossCompanies(owner), demoCompany);
  expect(await inCompany(await open(urls.api), id, (em) => em.count(Company))).toBe(1);
});

test('another password for a login takes the place of the one before', async () => {
  const admin = await open(databaseUrl());
  const urls = loginsFor(admin);
  await createLogins(admin, urls);
  const next = Object.assign(new URL(urls.api), { password: `it's %25 "another" ?` }).href;
  await createLogins(admin, { ...urls, api: next });
  await (await open(next)).em.fork().execute('select 1');
  const old = await open(urls.api);
  await expect(old.em.fork().execute('select 1')).rejects.toThrow('password authentication failed');
});

test('a superuser becomes no login of Lavra, nor one login two parts, nor one without a password', async () => {
  const admin = await open(databaseUrl());
  const urls = loginsFor(admin);
  const refusal = (wrong: Partial<DatabaseUrls>) => expect(createLogins(admin, { ...urls, ...wrong })).rejects;
  await refusal({ owner: databaseUrl() }).toMatchObject({
    code: 'unfit_login',
    message: expect.stringMatching(/^lavra /),
  });
  await refusal({ worker: urls.api }).toMatchObject({ code: 'unfit_login' });
  await refusal({ api: 'postgres://api@127.0.0.1/lavra' }).toMatchObject({ code: 'unfit_login' });
  expect(await known(new URL(urls.owner).username)).toEqual([]);
});

function unique(word: string): string {
  return `${word}_${randomUUID().replaceAll('-', '')}`;
}

/** The URL of a database that does not exist yet, by the server's administrator. */
function databaseUrl(): string {
  return new URL(`/${unique('l')}`, server).href;
}

function loginsFor(orm: Orm): DatabaseUrls {
  const url = orm.config.get('clientUrl') ?? '';
  const as = (part: string): string =>
    Object.assign(new URL(url), { username: unique(part), password: `${part}'s "word"` }).href;
  return { owner: as('owner'), api: as('api'), panel: as('panel'), worker: as('worker') };
}

async function open(url: string): Promise<Orm> {
  const orm = await patientOrm(url, { pool: 2 });
  opened.push(orm);
  return orm;
}

function known(name: string): Promise<unknown[]> {
  return superuser.em.fork().execute<unknown[]>('select rolname from pg_roles where rolname = ?', [name]);
}

async function attributes(url: string): Promise<unknown> {
  const [row] = await superuser.em
    .fork()
    .execute<unknown[]>(
      'select rolsuper as super, rolbypassrls as bypass, rolcreaterole as roles, rolcreatedb as databases from pg_roles where rolname = ?',
      [new URL(url).username],
    );
  return row;
}
