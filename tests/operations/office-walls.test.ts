import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { everyCompany, nobody, type Ownership } from '../../domain/companies/ownership.ts';
import { OfficeLink } from '../../domain/offices/office-link.entity.ts';
import { demoCompany } from '../../local/demo/companies.ts';
import { acrossCompanies, inCompany, inOffice } from '../../operations/in-company.ts';
import { createCompany } from '../../operations/provisioning.ts';
import { linkOf } from '../support/rows/office.ts';
import { testOrm } from '../support/servers/parts.ts';
import { newPair, type Pair } from './office-rows.ts';

let orm: Orm;
let ours: Pair;
let theirs: Pair;
let asked: OfficeLink;
let ended: OfficeLink;
beforeAll(async () => {
  orm = await testOrm();
  ours = await newPair(orm, demoCompany.taxId);
  theirs = await newPair(orm, '11444777000161');
  const others = ['04252011000110', '33000167000101'].map((taxId) =>
    createCompany(acrossCompanies(orm), { ...demoCompany, taxId }),
  );
  const [first, second] = await Promise.all(others);
  asked = await linkOf(orm, ours.office, first!, { status: 'PENDING' });
  ended = await linkOf(orm, ours.office, second!, { status: 'ENDED' });
});
afterAll(() => orm.close());

/** The number of an office's rows, by table; it must not see any others. */
const ofOffice = {
  office: 1,
  office_link: 3,
  link_invitation: 1,
  webhook_endpoint: 1,
  webhook_delivery: 1,
  webhook_attempt: 1,
  /** its creation, and its key */
  audit_entry: 2,
};
const ofCompany = {
  office_link: 1,
  webhook_endpoint: 1,
  webhook_delivery: 1,
  webhook_attempt: 1,
  event: 1,
  document: 1,
};

test('by the filter alone an office finds its own rows, and nothing of any company or other office', async () => {
  const found = await filtered({ companyId: nobody, officeId: ours.office.id });
  expect(found).toEqual({ ...ofOffice, api_key: 1 });
});

test('by the policies alone an office sees its own rows, and nothing of any company or other office', async () => {
  const seen = await inOffice(orm, ours.office.id, everyTable);
  expect(seen).toEqual({ ...ofOffice, installation: 1 }); // the installation's row identifies the database, and belongs to nobody
});

test('by the filter alone a company finds its link, but no invitation, endpoint, delivery or key of an office', async () => {
  const found = await filtered({ companyId: ours.company.id, officeId: nobody });
  expect(found).toMatchObject({ ...ofCompany, api_key: 1 });
  expect(found).not.toHaveProperty('office');
  expect(found).not.toHaveProperty('link_invitation');
});

test('by the policies alone a company sees its link, but no invitation, endpoint, delivery or key of an office', async () => {
  const seen = await inCompany(orm, ours.company.id, everyTable);
  expect(seen).toMatchObject(ofCompany);
  expect(seen).not.toHaveProperty('office');
  expect(seen).not.toHaveProperty('link_invitation');
});

test('queries that pass the filter by are held by the policies', async () => {
  const count = async (em: EntityManager) => {
    em.setFilterParams('owner', { companyId: everyCompany, officeId: everyCompany });
    return em.count(OfficeLink, {});
  };
  expect(await inOffice(orm, ours.office.id, count)).toBe(3);
  expect(await inCompany(orm, theirs.company.id, count)).toBe(1);
});

test.each<[string, () => string, RegExp]>([
  ['accepts its own link', () => change(asked, `status = 'ACTIVE'`), /row-level security/],
  ['takes an ended link up again', () => change(ended, `status = 'ACTIVE'`), /row-level security/],
  ['lets itself issue', () => change(ours.link, 'issuing_allowed = true'), /row-level security/],
  ['lets itself issue before it is accepted', () => change(asked, 'issuing_allowed = true'), /row-level security/],
  ['lets itself issue after the end', () => change(ended, 'issuing_allowed = true'), /row-level security/],
  ['asks with the right to issue', () => insert('PENDING', true), /row-level security/],
  ['is linked without being accepted', () => insert('ACTIVE', false), /row-level security/],
  ['asks in another office’s name', () => insert('PENDING', false, theirs.office.id), /row-level security/],
  ['makes its link one to another company', () => change(ours.link, `company_id = '${nobody}'`), /permission denied/],
  ['gives its link away', () => change(ours.link, `office_id = '${theirs.office.id}'`), /permission denied/],
  ['removes a link', () => `delete from office_link`, /permission denied/],
  ['unsuspends itself', () => `update office set suspended_at = null`, /permission denied/],
  ['registers an endpoint of a company', () => endpointOf('company_id', ours.company.id), /row-level security/],
  ['registers an endpoint of another office', () => endpointOf('office_id', theirs.office.id), /row-level security/],
  ['makes a key', () => `insert into api_key (office_id) values ('${ours.office.id}')`, /permission denied/],
])('an office that %s is refused by the database', async (_what, sql, reason) => {
  await expect(inOffice(orm, ours.office.id, (em) => em.execute(sql()))).rejects.toThrow(reason);
});

test.each<[string, () => string, RegExp]>([
  [
    'gives its link to another office',
    () => change(ours.link, `office_id = '${theirs.office.id}'`),
    /permission denied/,
  ],
  ['makes its link another company’s', () => change(ours.link, `company_id = '${nobody}'`), /permission denied/],
  ['registers an endpoint of an office', () => endpointOf('office_id', ours.office.id), /row-level security/],
  [
    'has an office receive its delivery',
    () => `update webhook_delivery set office_id = '${ours.office.id}'`,
    /permission denied/,
  ],
])('a company that %s is refused by the database', async (_what, sql, reason) => {
  await expect(inCompany(orm, ours.company.id, (em) => em.execute(sql()))).rejects.toThrow(reason);
});

test('what is another office’s is not changed', async () => {
  await inOffice(orm, ours.office.id, async (em) => {
    await em.execute(change(theirs.link, `status = 'ENDED'`));
    await em.execute(`update webhook_delivery set status = 'DISCARDED' where id = '${theirs.delivery}'`);
  });
  expect((await acrossCompanies(orm).findOneOrFail(OfficeLink, { id: theirs.link.id })).status).toBe('ACTIVE');
});

test('an office ends its link by itself, and asks again', async () => {
  await inOffice(orm, theirs.office.id, async (em) => {
    await em.execute(change(theirs.link, `status = 'ENDED', issuing_allowed = false, ended_at = now()`));
    await em.execute(change(theirs.link, `status = 'PENDING', requested_at = now(), ended_at = null`));
  });
  expect((await acrossCompanies(orm).findOneOrFail(OfficeLink, { id: theirs.link.id })).status).toBe('PENDING');
});

/** How many rows the ORM's filter leaves of each entity that has one; the owner's login is not restricted by policies. */
async function filtered(owner: Ownership): Promise<Record<string, number>> {
  const em = orm.em.fork();
  em.setFilterParams('owner', owner);
  const owned = [...orm.em.getMetadata().getAll().values()].filter(({ filters }) => 'owner' in filters);
  expect(owned.length).toBeGreaterThan(25);
  return some(await Promise.all(owned.map(async (meta) => [meta.tableName, await em.count(meta.class, {})] as const)));
}

/** How many rows SQL sees in each table that the owner's work may read, if any. */
async function everyTable(em: EntityManager): Promise<Record<string, number>> {
  const tables = await em.execute<{ name: string }[]>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(oid, 'select')`);
  expect(tables.length).toBeGreaterThan(20);
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const [row] = await em.execute<{ rows: number }[]>(`select count(*)::int as rows from "${name}"`);
    counts.push([name, row?.rows ?? 0]);
  }
  return some(counts);
}

function some(counts: (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

function change({ id }: OfficeLink, set: string): string {
  return `update office_link set ${set} where id = '${id}'`;
}

function insert(status: string, issuingAllowed: boolean, office = ours.office.id): string {
  return `insert into office_link
      (id, office_id, company_id, status, issuing_allowed, requested_by, requested_at, created_at, updated_at)
    values
      (gen_random_uuid(), '${office}', '${theirs.company.id}', '${status}', ${issuingAllowed}, 'OFFICE', now(), now(), now())`;
}

function endpointOf(column: string, owner: string): string {
  return `insert into webhook_endpoint (id, ${column}, url, events, sealed_secret, created_at, updated_at)
    values (gen_random_uuid(), '${owner}', 'https://erp.example/', '{}', '{}', now(), now())`;
}
