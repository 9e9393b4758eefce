import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { documentTypes } from '../../domain/document-types.ts';
import { Document, documentStatuses } from '../../domain/documents/document.entity.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { documentMilestones } from '../../operations/lists/document-list.ts';
import { documentNarrowing, type DocumentQuery } from '../../operations/lists/document-query.ts';
import { environmentsOf, findDocuments } from '../../operations/lists/documents.ts';
import type { Milestone } from '../../operations/lists/ordered-list.ts';
import type { Page } from '../../operations/lists/page.ts';
import { barrier } from '../support/checks/barrier.ts';
import { testOrm } from '../support/servers/parts.ts';

const writers = 50;

let orm: Orm;
let companyId: string;
beforeAll(async () => {
  orm = await testOrm({ pool: writers });
});
beforeEach(async () => {
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings: null });
  await em.flush();
  companyId = company.id;
});
afterAll(() => orm.close());

const everyFilter: DocumentQuery[] = (['PRODUCTION', 'HOMOLOGATION', 'ALL'] as const).flatMap((environment) =>
  [undefined, ...documentStatuses].flatMap((status) =>
    [undefined, ...documentTypes].map((type) => ({
      environment,
      ...(status ? { status } : {}),
      ...(type ? { type } : {}),
    })),
  ),
);

test('documents made, taken through their states, removed and rolled back at one moment are counted where they are', async () => {
  await add(60);
  await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const name = `name ${index + 1}`;
      if (index % 5 === 0) return add(2, 'another');
      if (index % 5 === 1) return inOne(moved(name, 'PROCESSING'), moved(name, 'REJECTED'));
      if (index % 5 === 2)
        return expect(inOne(moved(name, 'REJECTED'), copied(name), 'select 1 / 0')).rejects.toThrow('zero');
      if (index % 5 === 3) return inOne(`delete from document where external_id = '${name}'`);
      return inOne(`update document set waiting_for = 'SEFAZ' where external_id in ('${name}', 'name 2')`);
    }),
  );
  for (const filter of everyFilter)
    expect([filter, (await list(filter)).total]).toEqual([filter, await counted(filter)]);
  expect((await list({ environment: 'ALL' })).total).toBe(72);
});

test('many writers of one company count at once: none waits for another to commit, in whichever order they move documents', async () => {
  await add(2 * writers);
  const first = barrier(writers);
  const second = barrier(writers);
  const work = Array.from({ length: writers }, (_, index) =>
    inCompany(orm, companyId, async (em) => {
      await em.execute(`set local lock_timeout = '30s'`);
      const states = ['REJECTED', 'PROCESSING'] as const;
      const [before, after] = index % 2 === 0 ? states : states.toReversed();
      await em.execute(moved(`name ${2 * index + 1}`, before ?? 'DRAFT'));
      await first();
      await em.execute(moved(`name ${2 * index + 2}`, after ?? 'DRAFT'));
      await second();
    }),
  );
  await Promise.all(work);
  const totals = (['DRAFT', 'REJECTED', 'PROCESSING'] as const).map((status) => list({ environment: 'ALL', status }));
  expect((await Promise.all(totals)).map(({ total }) => total)).toEqual([0, writers, writers]);
});

test('an update that leaves environment, type and status alone touches no count', async () => {
  await add(3);
  const before = await changes();
  await inOne(`update document set waiting_for = 'SEFAZ'`);
  expect(await changes()).toEqual(before);
  await inOne(moved('name 1', 'PROCESSING'));
  expect(await changes()).not.toEqual(before);
});

test.each<DocumentQuery>([
  { environment: 'ALL' },
  {},
  { environment: 'ALL', status: 'DRAFT' },
  { type: 'NFE' },
  { environment: 'HOMOLOGATION', type: 'NFCE' },
  { environment: 'ALL', status: 'PROCESSING', type: 'NFE' },
  { status: 'CANCELLED' },
])('pages of the list with %j, walked from either end, are the list in pieces', async (filter) => {
  await add(23);
  await inOne(`update document set status = 'PROCESSING' where series % 3 = 0`);
  const whole = await list({ ...filter, pageSize: 100 });
  expect(whole.total).toBe(await counted(filter));
  expect(whole.ids).toHaveLength(whole.total);
  expect(whole.ids).toEqual(whole.ids.toSorted().reverse());
  for (const pageSize of [1, 4, 20]) {
    for (let page = 1; page <= Math.ceil(whole.total / pageSize) + 1; page += 1) {
      const { ids } = await list({ ...filter, page, pageSize });
      expect(ids).toEqual(whole.ids.slice((page - 1) * pageSize, page * pageSize));
    }
  }
});

test.each<DocumentQuery>([
  { environment: 'ALL' },
  {},
  { type: 'NFE' },
  { environment: 'ALL', status: 'PROCESSING' },
  { environment: 'ALL', issuedFrom: '2026-01-01', issuedTo: '2026-12-31' },
])('the months in which documents of %j were made begin where their ids do', async (query) => {
  await inCompany(orm, companyId, (em) => em.execute(madeLongAgo, [companyId]));
  await inOne(`update document set status = 'PROCESSING' where series % 3 = 0`);
  const { ids } = await list({ ...query, pageSize: 500 });
  const milestones = await milestonesOf(query);
  expect(milestones.length).toBeGreaterThan(20);
  for (const { position, before, behind } of milestones) {
    const first = String(before.values[0]);
    expect(behind.values).toEqual([first]);
    expect(ids.filter((id) => id >= first)).toHaveLength(position);
  }
});

test('there are no milestones where days cut a month, and none beside an id that tells no time', async () => {
  await inCompany(orm, companyId, (em) => em.execute(madeLongAgo, [companyId]));
  const cut: DocumentQuery = { environment: 'ALL', issuedFrom: '2026-06-02' };
  expect(await milestonesOf(cut)).toEqual([]);
  expect((await milestonesOf({ environment: 'ALL' })).length).toBeGreaterThan(20);
  await acrossCompanies(orm).execute(`update document set id = gen_random_uuid() where external_id = 'old 7'`);
  expect(await milestonesOf({ environment: 'ALL' })).toEqual([]);
});

function milestonesOf(query: DocumentQuery): Promise<Milestone[]> {
  return inCompany(orm, companyId, (em) => documentMilestones(em, environmentsOf(query), documentNarrowing(query)));
}

/** Inserts documents of three years, ten days apart, which are created now. */
const madeLongAgo = `
  insert into document (
    id, company_id, external_id, series, type, environment, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at
  )
  select uuidv7(make_interval(days => -10 * i)), ?::uuid, 'old ' || i, i, case when i % 2 = 0 then 'NFE' else 'NFCE' end,
    case when i % 4 < 2 then 'PRODUCTION' else 'HOMOLOGATION' end, 1, '2026-06-10', '{}', '{}', now(), now()
  from generate_series(1, 110) i`;

const insert = `
  insert into document (
    id, company_id, external_id, series, type, environment, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at
  )
  select uuidv7(), ?::uuid, ? || ' ' || i, i, case when i % 2 = 0 then 'NFE' else 'NFCE' end,
    case when i % 4 < 2 then 'PRODUCTION' else 'HOMOLOGATION' end, 1, now(), '{}', '{}', now(), now()
  from generate_series(1, ?::int) i`;

function add(count: number, name = 'name') {
  return inCompany(orm, companyId, (em) => em.execute(insert, [companyId, name, count]));
}

function inOne(...statements: string[]): Promise<void> {
  return inCompany(orm, companyId, async (em) => {
    for (const sql of statements) await em.execute(sql);
  });
}

function copied(name: string): string {
  return `
    insert into document (
      id, company_id, type, environment, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at
    )
    select uuidv7(), company_id, type, environment, 1, now(), '{}', '{}', now(), now() from document where external_id = '${name}'`;
}

function moved(name: string, status: string): string {
  return `update document set status = '${status}' where external_id = '${name}'`;
}

function list({
  page = 1,
  pageSize = 20,
  ...query
}: DocumentQuery & Partial<Page>): Promise<{ ids: string[]; total: number }> {
  return inCompany(orm, companyId, async (em) => {
    const { documents, total } = await findDocuments(em, query, { page, pageSize });
    return { ids: documents.map(({ id }) => id), total };
  });
}

function counted({ environment = 'PRODUCTION', status, type }: DocumentQuery): Promise<number> {
  const where = {
    ...(environment === 'ALL' ? {} : { environment }),
    ...(status ? { status } : {}),
    ...(type ? { type } : {}),
  };
  return inCompany(orm, companyId, (em: EntityManager) => em.count(Document, where));
}

function changes() {
  return inCompany(orm, companyId, (em) => em.execute('select facets, slot, rows, changes from tally order by 1, 2'));
}
