import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { SearchTotal } from '../../domain/companies/tally.entity.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { testOrm } from '../support/servers/parts.ts';

let orm: Orm;
let companyId: string;
let stranger: string;
beforeAll(async () => {
  orm = await testOrm();
  companyId = await newCompany();
  stranger = await newCompany();
  const em = acrossCompanies(orm);
  for (const company of [companyId, stranger]) await em.execute(insert, [company, company === companyId ? size : 500]);
  await em.execute('vacuum analyze client');
});
afterAll(() => orm.close());

/** So many rows that a broad word has more hits than a search gathers. */
const size = 50_000;
const insert = `
  insert into client (id, company_id, name, state, document_type, taxpayer_type, is_active, created_at, updated_at)
  select gen_random_uuid(), ?::uuid, concat_ws(' ', case when i % 4 > 0 then 'Comércio' else 'Ana' end, case when i % 5000 = 0 then 'Xisto' end, i),
    case when i % 3 = 0 then 'SP' else 'RJ' end, 'CPF', 'NAO_CONTRIBUINTE', i % 10 > 0, now(), now()
  from generate_series(1, ?::int) i`;

const offsets = [0, 1, 18_740, 18_750, 18_760, 37_470, 37_480, 37_490, 37_499, 37_500, 60_000, 2_147_483_647];

test.each(offsets)('the page of a broad search at %i is that piece of all its hits', async (offset) => {
  const hits = await naive(`name like 'Comércio%'`);
  const { total, ids } = await search('%comercio%', { offset });
  expect(Number(total)).toBe(hits.length);
  expect(hits.length).toBe(37_500);
  expect(ids).toEqual(hits.slice(offset, offset + 20));
});

test.each(offsets)('filters narrow a broad search, at %i', async (offset) => {
  const hits = await naive(`name like 'Comércio%' and state = 'RJ' and document_type = 'CPF' and is_active`);
  const { total, ids } = await search('%comercio%', { offset, state: 'RJ', documentType: 'CPF', isActive: true });
  expect(Number(total)).toBe(hits.length);
  expect(ids).toEqual(hits.slice(offset, offset + 20));
});

test.each([0, 5, 9, 10])('the page of a narrow search at %i is that piece of its hits', async (offset) => {
  const hits = await naive(`name like '%Xisto%'`);
  const { total, ids } = await search('%xisto%', { offset });
  expect(Number(total)).toBe(10);
  expect(ids).toEqual(hits.slice(offset, offset + 20));
});

test('each company finds its own rows only, in searches broad and narrow', async () => {
  const hits = await naive(`name like 'Comércio%'`, stranger);
  const found = await search('%comercio%', { offset: 0 }, stranger);
  expect(Number(found.total)).toBe(375);
  expect(found.ids).toEqual(hits.slice(0, 20));
});

test.each([
  [
    'an insert',
    `insert into client (id, company_id, name, taxpayer_type, created_at, updated_at)
    select gen_random_uuid(), company_id, 'Novo Comércio', 'NAO_CONTRIBUINTE', now(), now() from client limit 1`,
    1,
  ],
  ['a new name', `update client set name = 'Ana' where name = 'Novo Comércio'`, -1],
  [
    'a name given back',
    `update client set trade_name = 'Comércio' where name like 'Ana %' and is_active and state = 'SP'`,
    3_333,
  ],
  ['a removal', `delete from client where trade_name = 'Comércio'`, -3_333],
])(
  'the total of a broad search follows %s, and nothing is counted twice in between',
  async (_what, sql, difference) => {
    const before = Number((await search('%comercio%', { offset: 0 })).total);
    await inCompany(orm, companyId, (em) => em.execute(sql));
    for (let again = 0; again < 2; again += 1) {
      expect(Number((await search('%comercio%', { offset: 0 })).total)).toBe(before + difference);
    }
    expect(await naive(`name like '%Comércio%' or trade_name like '%Comércio%'`)).toHaveLength(before + difference);
    expect(await acrossCompanies(orm).count(SearchTotal, { company: companyId })).toBeGreaterThan(0);
  },
);

test('beside writers at the same moment, no search tells less than was there before it, or more than after', async () => {
  const add = (count: number) => inCompany(orm, companyId, (em) => em.execute(insert, [companyId, count]));
  const look = async () => {
    const before = await matching();
    const { total } = await search('%comercio%', { offset: 0 });
    expect(Number(total)).toBeGreaterThanOrEqual(before);
    expect(Number(total)).toBeLessThanOrEqual(await matching());
  };
  const rounds = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? add(1 + (index % 7)) : look()));
  await Promise.all(rounds);
  expect(Number((await search('%comercio%', { offset: 0 })).total)).toBe(await matching());
});

test('nobody else may call the search', async () => {
  const [row] = await acrossCompanies(orm).execute<{ allowed: boolean }[]>(
    `select has_function_privilege('public', 'search_client(text, int, int, text, text, boolean)', 'execute') as allowed`,
  );
  expect(row?.allowed).toBe(false);
});

type Filters = { offset: number; state?: string; documentType?: string; isActive?: boolean };

async function search(pattern: string, { offset, state, documentType, isActive }: Filters, company = companyId) {
  const [found] = await inCompany(orm, company, (em) =>
    em.execute<{ total: string; ids: string[] }[]>('select total, ids from search_client(?, 20, ?, ?, ?, ?)', [
      pattern,
      offset,
      state ?? null,
      documentType ?? null,
      isActive ?? null,
    ]),
  );
  return found ?? { total: '-1', ids: [] };
}

async function matching(): Promise<number> {
  const [row] = await acrossCompanies(orm).execute<{ count: number }[]>(
    `select count(*)::int as count from client where company_id = ? and name like '%Comércio%'`,
    [companyId],
  );
  return row?.count ?? -1;
}

async function naive(condition: string, company = companyId): Promise<string[]> {
  const rows = await acrossCompanies(orm).execute<{ id: string }[]>(
    `select id from client where company_id = ? and ${condition} order by id desc`,
    [company],
  );
  return rows.map(({ id }) => id);
}

async function newCompany(): Promise<string> {
  const em = acrossCompanies(orm);
  const taxId = randomUUID().replaceAll('-', '').slice(0, 14).toUpperCase();
  const company = em.create(Company, { taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings: null });
  await em.flush();
  return company.id;
}
