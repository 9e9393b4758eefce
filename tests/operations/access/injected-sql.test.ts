import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityManager, Orm } from '../../../config/orm.ts';
import { hashApiKey } from '../../../domain/access/key.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { demoCompany } from '../../../local/demo/companies.ts';
import { admit } from '../../../operations/access/admit.ts';
import { acrossCompanies, inCompany, inOffice } from '../../../operations/in-company.ts';
import { createCompany, createKey } from '../../../operations/provisioning.ts';
import { linkOf, newOffice } from '../../support/rows/office.ts';
import { manifest, receive } from '../../support/rows/received-files.ts';
import { processingDocument } from '../../support/samples/sale.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';

let owner: Orm;
let admin: Orm;
/** The API's login with one connection, so that leftovers of a statement affect the next one. */
let api: Orm;
let names: Record<'owner' | 'api' | 'worker', string>;
let ours: string;
let theirs: string;
let ourKey: string;
/** An office that works for `theirs`; `ours` has another one. */
let office: string;
beforeAll(async () => {
  const url = await testDatabase();
  owner = await patientOrm(url);
  admin = await patientOrm(byLogin(url, 'admin'));
  api = await patientOrm(byLogin(url, 'api'), { pool: 1 });
  names = { owner: nameIn(url), api: nameIn(byLogin(url, 'api')), worker: nameIn(byLogin(url, 'worker')) };
  const company = await createCompany(acrossCompanies(owner), demoCompany);
  const other = await createCompany(acrossCompanies(owner), { ...demoCompany, taxId: '11444777000161' });
  [ours, theirs] = [company.id, other.id];
  for (const one of [company, other]) {
    await processingDocument(owner, one);
    await inCompany(api, one.id, (em) => em.execute(client, [one.id]));
  }
  ourKey = hashApiKey((await createKey(acrossCompanies(owner), { company, name: 'ERP', scopes: [] })).secret);
  await createKey(acrossCompanies(owner), { company: other, name: 'ERP', scopes: [] });
  for (const one of [company, other]) {
    const linked = await newOffice(owner);
    await linkOf(owner, linked.office, one);
    office = linked.office.id;
  }
});
afterAll(() => Promise.all([owner, admin, api].map((orm) => orm.close())));

const client = `
  insert into client (id, company_id, name, taxpayer_type, created_at, updated_at)
  values (gen_random_uuid(), ?, 'Comércio', 'ISENTO', now(), now())`;

test.each([
  'document',
  'client',
  'company',
  'api_key',
  'certificate',
  'rate_bucket',
  'mikro_orm_migrations',
  'office',
  'office_link',
  'link_invitation',
  'portfolio(null, 100, 0)',
  'portfolio_companies(null, 100)',
  `portfolio_received_month(array[gen_random_uuid()], '{PRODUCTION}', '{PROC_NFE}', '2026-10-01')`,
  `portfolio_manifestations(array[gen_random_uuid()], '{PRODUCTION}', '2026-10-01', '2026-11-01')`,
  `portfolio_manifestation_files(array[gen_random_uuid()], array[gen_random_uuid()])`,
  `portfolio_received_files(array[gen_random_uuid()], '{PRODUCTION}', '{NFE}', '{1}', 1)`,
])('outside a company or an office nothing of %s is read', async (table) => {
  await expect(api.em.fork().execute(`select * from ${table}`)).rejects.toThrow(
    /permission denied|company_id|office_id|uuid: ""/,
  );
});

test.each([
  'api_key',
  'certificate',
  'company_csc',
  'rate_bucket',
  'search_total',
  'mikro_orm_migrations',
  'pg_authid',
])('neither a company nor an office reads anything of %s, not even its own', async (table) => {
  await expect(injected(`select * from ${table}`)).rejects.toThrow(`permission denied for table ${table}`);
  await expect(injectedAtOffice(`select * from ${table}`)).rejects.toThrow(`permission denied for table ${table}`);
});

test('which municipalities take part in the national system belongs to nobody: it is read, and not written', async () => {
  expect(await injected('select * from municipality_agreement')).toEqual([]);
  for (const write of [
    'delete from municipality_agreement',
    `update municipality_agreement set environment = environment`,
  ]) {
    await expect(injected(write)).rejects.toThrow('permission denied for table municipality_agreement');
  }
});

test('an office sees nothing of any company, not even of those that are linked to it, but what its portfolio tells', async () => {
  const counted = `select (select count(*) from company) || ' ' || (select count(*) from document) || ' ' ||
    (select count(*) from client) || ' ' || (select count(*) from office) || ' ' || (select count(*) from office_link) as seen`;
  expect(await injectedAtOffice(counted)).toEqual([{ seen: '0 0 0 1 1' }]);
  expect(await injectedAtOffice('reset role', counted)).toEqual([{ seen: '0 0 0 1 1' }]);
  expect(await injectedAtOffice(`select * from search_client('%', 100, 0, null, null, null)`)).toEqual([
    { total: '0', ids: [] },
  ]);
  const listed = 'select total, companies -> 0 as company from portfolio(null, 100, 0)';
  expect(await injectedAtOffice(listed)).toEqual([{ total: '1', company: expect.objectContaining({ id: theirs }) }]);
  expect(await injectedAtOffice(`select id from linked_companies(array['${ours}', '${theirs}']::uuid[])`)).toEqual([
    { id: theirs },
  ]);
});

test('a company sees its link, no office, and no portfolio', async () => {
  const counted = `select (select count(*) from office) || ' ' || (select count(*) from office_link) as seen`;
  expect(await injected(counted)).toEqual([{ seen: '0 1' }]);
  expect(await injected('select * from portfolio(null, 100, 0)')).toEqual([{ total: '0', companies: [] }]);
});

test('an office reads what was received by the companies that are linked to it, by functions alone, and of no other', async () => {
  const said = [];
  for (const id of [ours, theirs]) {
    const note = await receive(owner, { id, environment: 'PRODUCTION' }, { nsu: 1, content: id });
    said.push(await manifest(owner, { id }, note));
  }
  const wanted = `array['${ours}', '${theirs}']::uuid[], '{PRODUCTION,PRODUCTION}'`;
  const month = `select place, schema_type, count from portfolio_received_month(${wanted}, '{PROC_NFE}', '2026-10-01')`;
  const files = `select place, size from portfolio_received_files(${wanted}, '{NFE,NFE}', '{1,1}', 1000)`;
  const ids = said.map(({ id }) => `'${id}'`).join();
  const saidThen = `select place, ids::text[] as ids from portfolio_manifestations(${wanted}, '2026-10-01', '2026-11-01')`;
  const saidFiles = `select id from portfolio_manifestation_files(array['${ours}', '${theirs}']::uuid[], array[${ids}]::uuid[])`;
  // The id of one company and a manifestation of another must find nothing.
  const crossed = `select id from portfolio_manifestation_files(array['${theirs}', '${theirs}']::uuid[], array[${ids}]::uuid[])`;
  const chosen = `select id from portfolio_companies(array['${ours}', '${theirs}']::uuid[], 100)`;
  expect(await injectedAtOffice('select * from received_document')).toEqual([]);
  expect(await injectedAtOffice('select * from received_file')).toEqual([]);
  expect(await injectedAtOffice(month)).toEqual([{ place: '2', schema_type: 'PROC_NFE', count: 1 }]);
  expect(await injectedAtOffice(files)).toEqual([{ place: '2', size: theirs.length }]);
  expect(await injectedAtOffice(chosen)).toEqual([{ id: theirs }]);
  expect(await injectedAtOffice('select * from document_event')).toEqual([]);
  expect(await injectedAtOffice(saidThen)).toEqual([{ place: '2', ids: [said[1]?.id] }]);
  for (const read of [saidFiles, crossed]) expect(await injectedAtOffice(read)).toEqual([{ id: said[1]?.id }]);
  for (const read of [month, files, chosen, saidThen, saidFiles, crossed]) expect(await injected(read)).toEqual([]);
});

test('a link to exports is its maker’s: neither another office nor a company sees or makes it', async () => {
  const { office: other, keyId } = await newOffice(owner);
  const add = (id: string) =>
    `insert into export_link (id, office_id, token_hash, api_key_id, companies, year, month, expires_at, created_at)
     values (gen_random_uuid(), '${id}', gen_random_uuid(), '${keyId}', '{${theirs}}', 2026, 10, now(), now())`;
  await injectedAtOffice(add(office));
  await expect(injectedAtOffice(add(other.id))).rejects.toThrow('row-level security');
  await expect(injected(add(office))).rejects.toThrow('row-level security');
  expect(await injectedAtOffice('select companies from export_link')).toEqual([{ companies: [theirs] }]);
  expect(await injected('select * from export_link')).toEqual([]);
  expect(await inOffice(api, other.id, (em) => em.execute('select * from export_link'))).toEqual([]);
});

test('an office neither accepts its link nor lets itself issue, and makes it no other company’s', async () => {
  await expect(injectedAtOffice(`update office_link set issuing_allowed = true`)).rejects.toThrow('row-level security');
  await expect(injectedAtOffice(`update office_link set company_id = '${ours}'`)).rejects.toThrow('permission denied');
  await injectedAtOffice(`update office_link set status = 'ENDED'`);
  await expect(injectedAtOffice(`update office_link set status = 'ACTIVE'`)).rejects.toThrow('row-level security');
});

test('what another company has is neither seen nor changed', async () => {
  const counted = `select (select count(*) from company) || ' ' || (select count(*) from document) as seen`;
  expect(await injected(counted)).toEqual([{ seen: '1 1' }]);
  expect(await injected('reset role', counted)).toEqual([{ seen: '1 1' }]);
  expect(await injected(`select * from search_client('%', 100, 0, null, null, null)`)).toEqual([
    { total: '1', ids: [expect.any(String)] },
  ]);
  await injected(`update document set waiting_for = 'injected' where company_id = '${theirs}'`);
  await injected(`delete from document where company_id = '${theirs}'`);
  await expect(injected(`update document set company_id = '${theirs}'`)).rejects.toThrow('permission denied');
  await expect(injected(`update client set company_id = '${theirs}'`)).rejects.toThrow('row-level security');
  const kept = await acrossCompanies(owner).find(Document, { company: theirs });
  expect(kept.map(({ waitingFor }) => waitingFor)).toEqual(['início da emissão']);
});

test.each<[string, () => string]>([
  ['the owner', () => `set role ${names.owner}`],
  ['the worker', () => `set role ${names.worker}`],
  ['the role of the worker', () => 'set role lavra_worker'],
  ['another login', () => `set session authorization ${names.owner}`],
  ['a member of the worker’s role', () => `grant lavra_worker to ${names.api}`],
  ['one whom policies do not bind', () => `alter role ${names.api} bypassrls`],
  ['a reader of files', () => `grant pg_read_server_files to ${names.api}`],
])('the session does not become %s', async (_, sql) => {
  await expect(injected(sql())).rejects.toThrow('permission denied');
  await expect(injected('reset role', sql())).rejects.toThrow('permission denied');
});

test.each([
  'alter table document disable row level security',
  'alter table document owner to current_user',
  'drop policy own_company on document',
  'create policy mine on document using (true)',
  'create trigger copy after insert on document for each row execute function tally_document()',
  'alter function admit(text, uuid) reset search_path',
  `create or replace function plain_text(text) returns text language sql immutable strict as 'select $1'`,
  'grant select on api_key to public',
  'truncate document',
  'drop table document',
])('the walls stand: %s', async (sql) => {
  await expect(injected('reset role', sql)).rejects.toThrow(/must be owner of|permission denied/);
});

test.each([
  'create table public.document2 (id int)',
  'create temporary table document (like public.document)',
  'create function public.now() returns int language sql return 1',
  'create function pg_temp.now() returns int language sql return 1',
  'create schema mine',
  'create extension dblink',
  `copy (select 1) to program 'cat'`,
  `copy document to '/tmp/document'`,
  `set session_replication_role = replica`,
  'set track_activities = on',
])('nothing is made, and nothing leaves the database: %s', async (sql) => {
  await expect(injected('reset role', sql)).rejects.toThrow(/permission denied/);
});

test('row-level security that is switched off for a session refuses instead of opening', async () => {
  await expect(injected('set local row_security = off', 'select * from document')).rejects.toThrow(
    'row-level security',
  );
});

test('what other sessions of the API are doing at the moment is not shown: statements carry their values', async () => {
  const busy = await patientOrm(byLogin(urlOf(api), 'api'));
  const seen = await inCompany(busy, theirs, async (em) => {
    await em.execute('select ? as written', ['a secret of another company']);
    return injected('reset role', 'select query from pg_stat_activity where datname = current_database()');
  });
  await busy.close();
  expect(seen.length).toBeGreaterThan(1);
  expect(JSON.stringify(seen)).not.toMatch(new RegExp(`another company|${theirs}`));
});

test('a temporary table does not take the place of one that a function of the owner names', async () => {
  await admin.em.fork().execute(`grant temporary on database ${databaseOf(api)} to ${names.api}`);
  await injected(
    'reset role',
    `create temporary table api_key as select gen_random_uuid() as id, '${theirs}'::uuid as company_id, '${ourKey}'::text as hash,
       '{admin}'::text[] as scopes, 9 as rate_per_second, 9 as rate_burst, null::timestamptz as expires_at, null::timestamptz as revoked_at`,
    `create temporary table company as select '${theirs}'::uuid as id, true as is_active, '' as name, '' as tax_id, '' as trade_name,
       '' as environment, '{}'::jsonb as settings`,
    'create temporary table tally (like public.tally including all)',
    'grant all on api_key, company, tally to public',
  );
  expect(await admit(api, ourKey)).toMatchObject({ kind: 'admitted', caller: { scopes: [], company: { id: ours } } });
  const before = await tallied();
  await injected(`update public.document set status = 'REJECTED'`);
  expect(await tallied()).not.toEqual(before);
  expect(await injected('select * from pg_temp.tally')).toEqual([]);
});

/** PostgreSQL's answer to the last of the statements, injected into a request of our company. */
function injected(...statements: string[]): Promise<unknown[]> {
  return inCompany(api, ours, (em) => answerTo(em, statements));
}

/** The same, injected into a request of the office. */
function injectedAtOffice(...statements: string[]): Promise<unknown[]> {
  return inOffice(api, office, (em) => answerTo(em, statements));
}

async function answerTo(em: EntityManager, statements: string[]): Promise<unknown[]> {
  let answer: unknown[] = [];
  for (const sql of statements) answer = await em.execute<unknown[]>(sql);
  return answer;
}

function tallied(): Promise<unknown[]> {
  return owner.em
    .fork()
    .execute<unknown[]>(`select facets, rows from public.tally where table_name = 'document' order by 1`);
}

function nameIn(url: string): string {
  return new URL(url).username;
}

function urlOf(orm: Orm): string {
  return orm.config.get('clientUrl') ?? '';
}

function databaseOf(orm: Orm): string {
  return new URL(urlOf(orm)).pathname.slice(1);
}
