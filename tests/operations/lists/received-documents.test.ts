import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Orm } from '../../../config/orm.ts';
import { Company } from '../../../domain/companies/company.entity.ts';
import { ReceivedDocument } from '../../../domain/received/received-document.entity.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { findReceivedDocuments } from '../../../operations/lists/received-documents.ts';
import type { ReceivedQuery } from '../../../operations/lists/received-query.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { days, givenRow, isAsked, keyOf, queries, suppliers } from './received.ts';

const size = 900;
let orm: Orm;
let company: string;
let neighbour: string;
/** All received documents, in the order of the list. */
let plain: ReceivedDocument[];
beforeAll(async () => {
  orm = await testOrm();
  company = await newCompany('11222333000181');
  neighbour = await newCompany('11444777000161');
  const seed = random(42);
  await add(Array.from({ length: size }, (_, place) => givenRow(company, place, seed)));
  await add(Array.from({ length: 100 }, (_, place) => givenRow(neighbour, place, seed)));
  plain = await plainly();
});
afterAll(() => orm.close());

const alone: ReceivedQuery[] = [
  {},
  ...(['NFE', 'NFSE'] as const).map((model) => ({ model })),
  ...(['RES_NFE', 'PROC_NFE', 'RES_EVENTO', 'PROC_EVENTO', 'NFSE', 'EVENTO_NFSE'] as const).map((schemaType) => ({
    schemaType,
  })),
  ...(['CIENCIA', 'CONFIRMADA', 'DESCONHECIDA', 'NAO_REALIZADA'] as const).map((manifestation) => ({ manifestation })),
  { accessKey: keyOf(7) },
  ...suppliers.map(({ taxId }) => ({ issuerCnpj: taxId })),
  { search: 'padaria' },
  { search: keyOf(7).slice(20, 34) },
  ...days.flatMap((day) => [{ emittedFrom: day }, { emittedTo: day }, { emittedFrom: day, emittedTo: day }]),
  { pending: true },
  { pending: false },
  { model: 'NFE', schemaType: 'NFSE' },
];

test.each(alone)('%j lists what a plain filter does, page by page, with the exact total', async (query) => {
  expect(await isListed(query)).toBe(true);
});

test('any filters together list what a plain filter does', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const { emittedFrom = '', emittedTo = '9999' } = query;
      fc.pre(emittedFrom <= emittedTo);
      expect(await isListed(query)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('what a company answers moves from the pending to the answered, and the totals with it', async () => {
  const em = acrossCompanies(orm);
  await em.execute(
    `update received_document set manifestation = 'CONFIRMADA' where company_id = ? and kind like '% PENDING' and nsu % 3 = 0`,
    [company],
  );
  plain = await plainly();
  for (const query of [{ pending: true }, { manifestation: 'CONFIRMADA' as const }, { pending: false }, {}]) {
    expect(await isListed(query)).toBe(true);
  }
});

test('a note that its supplier cancels is no longer pending, and the totals follow', async () => {
  const em = acrossCompanies(orm);
  const cancelled = await em.execute<{ id: string }[]>(
    `update received_document set status = 'CANCELLED' where company_id = ? and kind like '% PENDING' and nsu % 2 = 0 returning id`,
    [company],
  );
  expect(cancelled.length).toBeGreaterThan(0);
  plain = await plainly();
  for (const query of [{ pending: true }, { pending: false }, {}]) expect(await isListed(query)).toBe(true);
});

/** Expects that every page and its total are those of a plain filter; throws the differences. */
async function isListed(query: ReceivedQuery): Promise<boolean> {
  const whole = plain.filter((row) => isAsked(row, query)).map(({ id }) => id);
  for (const [page, pageSize] of [
    [1, 20],
    [3, 7],
    [Math.max(1, Math.ceil(whole.length / 14)), 7],
    [Math.max(1, Math.ceil(whole.length / 7)), 7],
    [1_000_000_000, 100],
  ] as const) {
    const { documents, total } = await inCompany(orm, company, (em) =>
      findReceivedDocuments(em, 'PRODUCTION', query, { page, pageSize }),
    );
    const from = (page - 1) * pageSize;
    expect({ query, page, total }).toEqual({ query, page, total: whole.length });
    expect(documents.map(({ id }) => id)).toEqual(whole.slice(from, from + pageSize));
  }
  return true;
}

function plainly(): Promise<ReceivedDocument[]> {
  return acrossCompanies(orm).find(
    ReceivedDocument,
    { company, environment: 'PRODUCTION' },
    { orderBy: { nsu: 'desc', id: 'desc' } },
  );
}

async function add(rows: ReturnType<typeof givenRow>[]): Promise<void> {
  const em = acrossCompanies(orm);
  for (const row of rows) em.create(ReceivedDocument, row);
  await em.flush();
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
