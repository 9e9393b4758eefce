import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { Client } from '../../domain/clients/client.entity.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { newestFirst } from '../../operations/lists/ordered-list.ts';
import { type Facets, talliedPage, talliedTotal } from '../../operations/lists/tally.ts';
import { barrier } from '../support/checks/barrier.ts';
import { testOrm } from '../support/servers/parts.ts';

/** More than the sixteen slots, in which writers need not wait. */
const writers = 40;

let orm: Orm;
let companyId: string;
beforeAll(async () => {
  orm = await testOrm({ pool: writers });
});
beforeEach(async () => {
  companyId = await newCompany();
});
afterAll(() => orm.close());

const every: Facets[] = [
  {},
  { state: 'SP' },
  { state: 'RJ' },
  { document_type: 'CPF' },
  { is_active: true },
  { is_active: false },
  { state: 'SP', document_type: 'CPF', is_active: true },
];

test('inserts of many connections at the same moment are all counted', async () => {
  const states = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 'RJ' : 'SP'));
  await Promise.all(states.map((state) => add({ state, count: 1 + (state === 'RJ' ? 2 : 0) })));
  expect(await tallied()).toEqual(await counted());
  expect(await total({ state: 'RJ' })).toBe(60);
});

test('a changed state or activity moves the row from one count to another', async () => {
  await add({ state: 'SP', count: 10 });
  await change(`update client set state = 'RJ', is_active = false where name in ('1', '2', '3')`);
  await change(`update client set state = null where name = '4'`);
  await change(`update client set name = 'x' where name = '5'`);
  expect(await tallied()).toEqual(await counted());
  expect(await Promise.all([{}, { state: 'SP' }, { is_active: false }].map(total))).toEqual([10, 6, 5]);
});

test('removed rows are counted no more, and what was rolled back never was', async () => {
  await add({ state: 'SP', count: 10 });
  await change(`delete from client where name in ('1', '2')`);
  const failing = inCompany(orm, companyId, async (em) => {
    await em.execute(insert, [companyId, 'SP', 5]);
    await em.execute(`delete from client where name = '3'`);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await tallied()).toEqual(await counted());
  expect(await total({})).toBe(8);
});

test('writers that insert, change and remove at the same moment leave every count right', async () => {
  await add({ state: 'SP', count: 50 });
  const work = Array.from({ length: 40 }, (_, index) => {
    const name = String(index + 1);
    if (index % 4 === 0) return add({ state: 'RJ', count: 2 });
    if (index % 4 === 1) return change(`delete from client where name = '${name}'`);
    if (index % 4 === 2) return change(`update client set state = 'RJ' where name = '${name}'`);
    return change(`update client set is_active = not is_active where name in ('${name}', '50')`);
  });
  await Promise.all(work);
  expect(await tallied()).toEqual(await counted());
});

test('many writers of one company count at once: none waits for another to commit, in whichever order they change clients', async () => {
  await add({ state: 'SP', count: 2 * writers });
  const first = barrier(writers);
  const second = barrier(writers);
  const work = Array.from({ length: writers }, (_, index) =>
    inCompany(orm, companyId, async (em) => {
      await em.execute(`set local lock_timeout = '30s'`);
      const states = ['RJ', 'MG'];
      const [before, after] = index % 2 === 0 ? states : states.toReversed();
      await em.execute(`update client set state = '${before}' where name = '${2 * index + 1}'`);
      await first();
      await em.execute(`update client set state = '${after}' where name = '${2 * index + 2}'`);
      await second();
    }),
  );
  await Promise.all(work);
  expect(await Promise.all(['SP', 'RJ', 'MG'].map((state) => total({ state })))).toEqual([0, writers, writers]);
});

test('each company has counts of its own', async () => {
  await add({ state: 'SP', count: 3 });
  const stranger = await newCompany();
  expect(await inCompany(orm, stranger, (em) => talliedTotal(em, 'client'))).toBe(0);
});

test.each<Facets>([{}, { state: 'SP' }, { is_active: true }])(
  'pages of a list with %j, walked from either end, are the list in pieces',
  async (facets) => {
    await add({ state: 'SP', count: 7 });
    await add({ state: 'RJ', count: 4 });
    const whole = await pageAt(0, 100, facets);
    expect(whole.ids).toHaveLength(whole.total);
    expect(whole.ids).toEqual(whole.ids.toSorted().reverse());
    for (let offset = 0; offset <= whole.total + 1; offset += 1) {
      for (const limit of [1, 3, 20]) {
        expect((await pageAt(offset, limit, facets)).ids).toEqual(whole.ids.slice(offset, offset + limit));
      }
    }
  },
);

const insert = `
  insert into client (id, company_id, name, state, document_type, taxpayer_type, is_active, created_at, updated_at)
  select gen_random_uuid(), ?::uuid, i::text, ?, case when i % 2 = 0 then 'CPF' end, 'NAO_CONTRIBUINTE', i % 5 > 0 or i < 5, now(), now()
  from generate_series(1, ?::int) i`;

async function newCompany(): Promise<string> {
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings: null });
  await em.flush();
  return company.id;
}

function add({ state, count }: { state: string; count: number }) {
  return inCompany(orm, companyId, (em) => em.execute(insert, [companyId, state, count]));
}

function change(sql: string) {
  return inCompany(orm, companyId, (em) => em.execute(sql));
}

function total(facets: Facets): Promise<number> {
  return inCompany(orm, companyId, (em) => talliedTotal(em, 'client', facets));
}

function pageAt(offset: number, limit: number, facets: Facets) {
  return inCompany(orm, companyId, (em) =>
    talliedPage(em, { table: 'client', listed: 'true', order: newestFirst }, { limit, offset }, facets),
  );
}

function tallied(): Promise<number[]> {
  return Promise.all(every.map(total));
}

function counted(): Promise<number[]> {
  return Promise.all(
    every.map(({ state, document_type: documentType, is_active: isActive }) => {
      const where = Object.entries({ state, documentType, isActive }).filter(([, value]) => value !== undefined);
      return inCompany(orm, companyId, (em) => em.count(Client, Object.fromEntries(where)));
    }),
  );
}
