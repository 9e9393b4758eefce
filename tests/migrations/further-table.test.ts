import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EntityManager, type Orm } from '../../config/orm.ts';
import { Company } from '../../domain/companies/company.entity.ts';
import { searchFunction, searchOf } from '../../migrations/search.ts';
import { tallyOf } from '../../migrations/tally.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { searchedPage } from '../../operations/lists/search.ts';
import { type Facets, talliedKinds, talliedPage, talliedTotal } from '../../operations/lists/tally.ts';
import { testOrm } from '../support/servers/parts.ts';

let orm: Orm;
let em: EntityManager;
let companies: string[];
beforeAll(async () => {
  orm = await testOrm();
  em = acrossCompanies(orm);
  companies = await Promise.all(['11222333000181', '11444777000161'].map(newCompany));
  for (const sql of [...table, ...tally.up, ...search.up]) await em.execute(sql);
  for (const [at, company] of companies.entries()) await em.execute(insert, [company, at === 0 ? size : 50]);
  await em.execute('analyze letter');
});
afterAll(() => orm.close());

/** So many rows that a frequent word has more hits than a search gathers. */
const size = 6_000;
const order = { sent_on: 'desc', number: 'desc' } as const;
const list = { table: 'letter', listed: 'read_on is null', order };
const tally = tallyOf({
  table: 'letter',
  facets: ['kind'],
  listed: 'read_on is null',
  isSearched: true,
  besides: ['client', 'product', 'document', 'received_document', 'payable', 'document_search'],
});
const search = searchOf({
  table: 'letter',
  columns: ['sender', 'subject'],
  filters: {
    wanted_kind: { type: 'text', where: (value) => `kind = ${value}` },
    since: { type: 'date', where: (value) => `sent_on >= ${value} and kind <> 'LOST'` },
  },
  listed: 'read_on is null',
  order,
  besides: ['client', 'product', 'received_document', 'payable', 'document'],
});
const table = [
  `create table letter (id uuid primary key, company_id uuid not null references company (id), number int not null, kind text not null,
    sender text not null, subject text, sent_on date not null, read_on date)`,
  'create index letter_list on letter (company_id, sent_on, number)',
  'grant select, insert, update, delete on letter to lavra_tenant',
  'alter table letter enable row level security',
  `create policy own_company on letter to lavra_tenant using (company_id = current_setting('lavra.company_id')::uuid)
    with check (company_id = current_setting('lavra.company_id')::uuid)`,
];
const insert = `
  insert into letter (id, company_id, number, kind, sender, subject, sent_on, read_on)
  select gen_random_uuid(), ?::uuid, i, case when i % 5 = 0 then 'BILL' else 'NOTE' end, case when i % 4 > 0 then 'Comércio' else 'Ana' end,
    case when i % 500 = 0 then 'Xisto' end, '2026-01-01'::date + i * 7 % 300, case when i % 100 = 0 then '2026-11-01'::date end
  from generate_series(1, ?::int) i`;

test.each<Facets>([{}, { kind: 'BILL' }, { kind: 'NOTE' }, { kind: 'NONE' }])(
  'pages of a further table with %j are the plain list in pieces, in its own order',
  async (facets) => {
    const whole = await plainly(facets.kind ? `kind = '${facets.kind}'` : 'true');
    for (const offset of [0, 17, 2_500, 4_740, whole.length - 3, whole.length]) {
      const window = { limit: 20, offset: Math.max(offset, 0) };
      const { ids, total } = await own((em) => talliedPage(em, list, window, facets));
      expect(total).toBe(whole.length);
      expect(ids).toEqual(whole.slice(window.offset, window.offset + 20));
    }
  },
);

test.each([
  ['a frequent word', '%comercio%', null, null, `sender = 'Comércio'`],
  ['a frequent word of one kind', '%comercio%', 'NOTE', null, `sender = 'Comércio' and kind = 'NOTE'`],
  ['a frequent word since a day', '%comercio%', null, '2026-04-01', `sender = 'Comércio' and sent_on >= '2026-04-01'`],
  ['a rare word', '%xisto%', null, null, `subject = 'Xisto'`],
  ['a word of both', '%ana x%', 'BILL', null, 'false'],
])('a search for %s finds what a plain query does, page by page', async (_what, pattern, kind, since, condition) => {
  const whole = await plainly(condition);
  for (const offset of [0, 30, 1_800, whole.length - 5, whole.length + 1]) {
    const window = { limit: 20, offset: Math.max(offset, 0) };
    const found = await own((em) => searchedPage(em, 'letter', pattern, window, [kind, since]));
    expect(found).toEqual({ total: whole.length, ids: whole.slice(window.offset, window.offset + 20) });
  }
});

test('the totals of frequent words are kept', async () => {
  const kept = `select count(*)::int as rows from search_total where table_name = 'letter' and company_id = ?`;
  expect(await em.execute(kept, [companies[0]])).toEqual([{ rows: 3 }]);
});

test('what is inserted, moved to another kind, hidden and removed is counted where it is', async () => {
  await own(async (em) => {
    await em.execute(insert, [companies[0], 10]);
    await em.execute(`update letter set kind = 'LOST' where number in (7, 8)`);
    await em.execute(`update letter set read_on = '2026-11-02' where number = 9`);
    await em.execute('delete from letter where number = 11');
  });
  const kinds = await own((em) => talliedKinds(em, 'letter', {}));
  const counted = await em.execute<{ kind: string; rows: number }[]>(
    'select kind, count(*)::int as rows from letter where company_id = ? and read_on is null group by 1 order by 1',
    [companies[0]],
  );
  const told = kinds.map(({ facets, rows }) => ({ kind: facets.kind, rows }));
  expect(told.toSorted((a, b) => String(a.kind).localeCompare(String(b.kind)))).toEqual(counted);
  expect(counted).toHaveLength(3);
  expect(await inCompany(orm, companies[1] ?? '', (em) => talliedTotal(em, 'letter'))).toBe(50);
});

test('the rows that a table has before it is counted are counted at once', async () => {
  const before = await own((em) => talliedTotal(em, 'letter'));
  for (const sql of [...tally.down, ...tally.up]) await em.execute(sql);
  expect(await own((em) => talliedTotal(em, 'letter'))).toBe(before);
});

test('clients, products and documents are counted and searched by the same statements', async () => {
  const client = { table: 'client', facets: ['state', 'document_type', 'is_active'], listed: 'true', isSearched: true };
  const product = { table: 'product', facets: [], listed: 'deleted_at is null', isSearched: true };
  const document = {
    table: 'document',
    facets: ['environment', 'type', 'status', 'issue_month'],
    computed: { made_month: 'month_made(id)' },
  };
  const equal = (column: string, type: string) => ({ type, where: (value: string) => `${column} = ${value}` });
  const filters = {
    wanted_state: equal('state', 'text'),
    wanted_document_type: equal('document_type', 'text'),
    wanted_active: equal('is_active', 'boolean'),
  };
  const newestFirst = { id: 'desc' } as const;
  const written = [
    ...[client, product, document].map(
      (each) => tallyOf({ ...each, besides: [] }).up.find((sql) => sql.includes('function')) ?? '',
    ),
    searchFunction({ table: 'client', filters, order: newestFirst }),
    searchFunction({ table: 'product', filters: {}, listed: 'deleted_at is null', order: newestFirst }),
  ];
  const before = await functions();
  expect(before).toHaveLength(5);
  for (const sql of written) await em.execute(sql);
  expect(await functions()).toEqual(before);
});

test('all of it can be undone', async () => {
  for (const sql of [...search.down, ...tally.down, 'drop table letter']) await em.execute(sql);
  expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
});

function own<Result>(work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  return inCompany(orm, companies[0] ?? '', work);
}

async function plainly(condition: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select id from letter where company_id = ? and read_on is null and ${condition} order by sent_on desc, number desc`,
    [companies[0]],
  );
  return rows.map(({ id }) => id);
}

/** The source of the functions of existing tables, without indentation. */
async function functions(): Promise<string[]> {
  const rows = await em.execute<{ body: string }[]>(
    `select proname || ' ' || pg_get_function_arguments(oid) || prosrc as body from pg_proc
     where proname in ('tally_client', 'tally_product', 'tally_document', 'search_client', 'search_product') order by 1`,
  );
  return rows.map(({ body }) => body.replaceAll(/\s+/g, ' '));
}

async function newCompany(taxId: string): Promise<string> {
  const company = em.create(Company, { taxId, name: 'Padaria', environment: 'HOMOLOGATION', settings: null });
  await em.flush();
  return company.id;
}
