import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Orm } from '../../../config/orm.ts';
import { Client } from '../../../domain/clients/client.entity.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { environments } from '../../../domain/companies/settings.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { documentNarrowing, type DocumentQuery } from '../../../operations/lists/document-query.ts';
import { documentsOf, findDocuments } from '../../../operations/lists/documents.ts';
import { pageQuery } from '../../../operations/lists/ordered-list.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { buyers, filters, givenDocument, isSold, keyOf, queries } from './sold.ts';

const size = 600;
let orm: Orm;
let company: string;
/** All documents, in the order of the list. */
let plain: Document[];
beforeAll(async () => {
  orm = await testOrm();
  company = await newCompany('11222333000181');
  const neighbour = await newCompany('11444777000161');
  const em = acrossCompanies(orm);
  for (const { id, name } of buyers)
    if (id !== null) em.create(Client, { id, company, name, taxpayerType: 'NAO_CONTRIBUINTE' });
  const seed = random(42);
  for (let place = 0; place < size; place += 1) em.create(Document, givenDocument(company, place, seed));
  for (let place = 0; place < 50; place += 1) {
    em.create(Document, { ...givenDocument(neighbour, place, seed), accessKey: null, client: null });
  }
  await em.flush();
  plain = await plainly();
});
afterAll(() => orm.close());

test.each(filters)('%j lists what a plain filter does, page by page, with exact totals', async (query) => {
  for (const environment of ['PRODUCTION', 'ALL'] as const) await isListed({ ...query, environment });
});

test('any filters together list what a plain filter does', async () => {
  await fc.assert(
    fc.asyncProperty(queries, (query) => isListed(query)),
    { numRuns: 80 },
  );
});

test('an empty list tells how many documents there are in the other environment', async () => {
  const [row] = plain.filter(({ environment, externalId }) => environment === 'HOMOLOGATION' && externalId !== null);
  const accessKey = plain.find((row) => row.environment === 'HOMOLOGATION' && row.accessKey)?.accessKey ?? '';
  expect(row).toBeDefined();
  expect(await listed({ accessKey })).toEqual({ ids: [], total: 0, inOtherEnvironment: 1 });
  expect(await listed({ accessKey, environment: 'ALL' })).toMatchObject({ total: 1, inOtherEnvironment: 0 });
});

test('a page beyond the last is empty, whatever it is of', async () => {
  const asked: DocumentQuery[] = [{}, { search: 'padaria' }, { environment: 'ALL', search: 'os' }, { waiting: false }];
  for (const query of asked) {
    const page = { page: 1_000_000_000, pageSize: 100 };
    expect(await listed(query, page)).toEqual({ ...(await listed(query)), ids: [] });
  }
});

test('a key is found as people write it', async () => {
  const row = plain.find(({ accessKey, environment }) => accessKey && environment === 'PRODUCTION');
  const key = row?.accessKey ?? '';
  const written = [key, key.replaceAll(/(.{4})/g, '$1 ').trim(), `NFe${key}`];
  for (const accessKey of written) expect(await listed({ accessKey })).toMatchObject({ ids: [row?.id], total: 1 });
  for (const search of written) expect(await listed({ search })).toMatchObject({ ids: [row?.id], total: 1 });
});

test.each<[DocumentQuery, string]>([
  [{ accessKey: keyOf(1).replace(/.$/, 'X') }, 'accessKey'],
  [{ clientId: 'padaria' }, 'clientId'],
  [{ issuedFrom: '2026-11-02', issuedTo: '2026-11-01' }, 'issuedTo'],
  [{ search: 'a\u0000b' }, 'search'],
  [{ externalId: '\u0007' }, 'externalId'],
])('%j is refused with its path', async (query, path) => {
  await expect(listed(query)).rejects.toMatchObject({
    code: 'validation_error',
    issues: [expect.objectContaining({ path })],
  });
});

test('a document is found by what was changed, and by nothing that it was', async () => {
  const before = await listed({ search: 'padaria' });
  const [id = ''] = before.ids;
  const changed = (sql: string): Promise<unknown> => acrossCompanies(orm).execute(sql);
  await changed(`update document set external_id = 'Zebra', client_snapshot = '{"name": "Açaí"}' where id = '${id}'`);
  expect(await listed({ search: 'zebra' })).toMatchObject({ ids: [id], total: 1 });
  expect(await listed({ search: 'acai' })).toMatchObject({ ids: [id], total: 1 });
  expect((await listed({ search: 'padaria' })).total).toBe(before.total - 1);
  await changed(`delete from document where id = '${id}'`);
  expect((await listed({ search: 'zebra' })).total).toBe(0);
  plain = await plainly();
});

test('those that were issued in contingency are counted and walked by an index of their own', async () => {
  await acrossCompanies(orm).execute(
    `insert into document (id, company_id, type, environment, status, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at)
     select uuidv7(), '${company}', 'NFCE', 'HOMOLOGATION', 'AUTHORIZED', 1, now(), '{}', '{}', now(), now() from generate_series(1, 5000)`,
  );
  await acrossCompanies(orm).execute('vacuum analyze document');
  const plan = await inCompany(orm, company, async (em) => {
    const narrowing = documentNarrowing({ contingency: 'OFFLINE' });
    const { list } = await documentsOf(em, ['HOMOLOGATION'], narrowing);
    expect(list.total).toBeGreaterThan(0);
    const { sql, values } = pageQuery(list, { limit: 20, offset: 0 });
    return em.execute<Record<string, string>[]>(`explain ${sql}`, values);
  });
  const lines = plan.flatMap((line) => Object.values(line)).join('\n');
  expect(lines).toContain('using document_by_contingency');
  expect(lines).not.toMatch(/Seq Scan|Sort/);
  await acrossCompanies(orm).execute(`delete from document where type = 'NFCE' and payload = '{}'`);
});

test('the total of a broad search is kept, and follows what is added, moved, renamed and removed', async () => {
  const inOne = (sql: string): Promise<unknown> => acrossCompanies(orm).execute(sql);
  await inOne(`insert into document (id, company_id, external_id, type, environment, status, total_value, issue_date_time, client_snapshot, payload, created_at, updated_at)
    select uuidv7(), '${company}', 'broad ' || i, 'NFE', 'PRODUCTION', case when i % 2 = 0 then 'DRAFT' else 'AUTHORIZED' end, 1, now(), '{}', '{}', now(), now()
    from generate_series(1, 6000) i`);
  await acrossCompanies(orm).execute('vacuum analyze document_search');
  const kept = async (): Promise<number> => {
    const rows = await acrossCompanies(orm).execute<{ total: string }[]>(
      `select total from search_total where table_name = 'document' and search like '["%broad%%'`,
    );
    return rows.length;
  };
  const totals = async (): Promise<number[]> => {
    const asked: DocumentQuery[] = [{}, { status: 'DRAFT' }, { environment: 'ALL', type: 'NFE' }];
    const found = [];
    for (const query of asked) found.push((await listed({ ...query, search: 'broad' })).total);
    return found;
  };
  expect(await totals()).toEqual([6000, 3000, 6000]);
  expect(await kept()).toBeGreaterThan(0);
  expect(await totals()).toEqual([6000, 3000, 6000]);
  await inOne(`update document set status = 'AUTHORIZED' where external_id = 'broad 2'`);
  expect(await totals()).toEqual([6000, 2999, 6000]);
  await inOne(`update document set external_id = 'narrow' where external_id = 'broad 4'`);
  expect(await totals()).toEqual([5999, 2998, 5999]);
  await inOne(`delete from document where external_id = 'broad 6'`);
  expect(await totals()).toEqual([5998, 2997, 5998]);
  // No total is stored for a filter that nothing counts.
  const since = new Date(Date.now() - 3_600_000);
  const changed = (): Promise<{ total: number }> => listed({ search: 'broad', updatedSince: since });
  expect((await changed()).total).toBe(5998);
  await inOne(`update document set updated_at = '2026-01-01' where external_id = 'broad 8'`);
  expect((await changed()).total).toBe(5997);
});

/** Expects that every page and its totals are those of a plain filter; throws the differences. */
async function isListed(query: DocumentQuery): Promise<void> {
  const whole = plain.filter((row) => isSold(row, query)).map(({ id }) => id);
  const { environment = 'PRODUCTION' } = query;
  const others = environments.filter((other) => environment !== 'ALL' && other !== environment);
  const inOther = plain.filter((row) => others.some((other) => isSold(row, { ...query, environment: other }))).length;
  for (const [page, pageSize] of [
    [1, 20],
    [Math.max(1, Math.ceil(whole.length / 7) - 1), 7],
  ] as const) {
    const from = (page - 1) * pageSize;
    expect([query, page, await listed(query, { page, pageSize })]).toEqual([
      query,
      page,
      { ids: whole.slice(from, from + pageSize), total: whole.length, inOtherEnvironment: inOther },
    ]);
  }
}

function listed(
  query: DocumentQuery,
  page = { page: 1, pageSize: 100 },
): Promise<{ ids: string[]; total: number; inOtherEnvironment: number }> {
  return inCompany(orm, company, async (em) => {
    const { documents, total, inOtherEnvironment } = await findDocuments(em, query, page);
    return { ids: documents.map(({ id }) => id), total, inOtherEnvironment };
  });
}

function plainly(): Promise<Document[]> {
  return acrossCompanies(orm).find(Document, { company }, { orderBy: { id: 'desc' } });
}

async function newCompany(taxId: string): Promise<string> {
  const em = acrossCompanies(orm);
  const row = em.create(Company, { taxId, name: 'Padaria', environment: 'PRODUCTION', settings: null });
  await em.flush();
  return row.id;
}

/** Pseudorandom numbers below a count, the same each time (mulberry32). */
function random(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
}
