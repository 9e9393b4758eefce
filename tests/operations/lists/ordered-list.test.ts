import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { type EntityManager, type Orm } from '../../../config/orm.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import {
  idsOfPage,
  type SortOrder,
  type OrderedList,
  pageQuery,
  rowsAfter,
} from '../../../operations/lists/ordered-list.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let em: EntityManager;
beforeAll(async () => {
  orm = await testOrm();
  em = acrossCompanies(orm);
  await em.execute(
    'create table note (id uuid primary key, kind text not null, issued_at timestamptz not null, sequence int not null)',
  );
  // Moments that many rows share, some of them a microsecond apart.
  await em.execute(`
    insert into note
    select gen_random_uuid(), case when i % 10 = 0 then 'RARE' when i % 3 = 0 then 'LESS' else 'MORE' end,
      '2026-11-22'::timestamptz + (i * 7 % 5) * interval '1 microsecond' + (i * 11 % 4) * interval '1 day', i * 7919 % 1009
    from generate_series(1, 61) i`);
});
afterAll(() => orm.close());

const orders: SortOrder[] = [
  { issued_at: 'desc', id: 'desc' },
  { issued_at: 'asc', id: 'desc' },
  { kind: 'asc', issued_at: 'desc', id: 'asc' },
  { sequence: 'asc' },
  { sequence: 'desc' },
  { id: 'asc' },
];
const anyList = fc.record({
  order: fc.constantFrom(...orders),
  kinds: fc.subarray(['RARE', 'LESS', 'MORE', 'NONE'], { minLength: 1 }),
});
type AnyList = { order: SortOrder; kinds: string[] };

test('a page in any order, of one part or several, is what ORDER BY, LIMIT and OFFSET give', async () => {
  const anyRange = fc.record({ limit: fc.integer({ min: 1, max: 30 }), offset: fc.nat(70) });
  await fc.assert(
    fc.asyncProperty(anyList, anyRange, async (any, { limit, offset }) => {
      const whole = await plainly(any);
      const ids = await idsOfPage(em, { ...listOf(any), total: whole.length }, { limit, offset });
      expect(ids).toEqual(whole.slice(offset, offset + limit));
    }),
  );
});

test('a page is walked to from the end that is nearer', () => {
  const list = { ...listOf({ order: { issued_at: 'desc', id: 'asc' }, kinds: ['RARE'] }), total: 100 };
  expect(pageQuery(list, { limit: 20, offset: 20 })).toMatchObject({ isReversed: false, values: ['RARE', 40, 20, 20] });
  expect(pageQuery(list, { limit: 20, offset: 60 })).toMatchObject({ isReversed: true, values: ['RARE', 40, 20, 20] });
  expect(pageQuery(list, { limit: 20, offset: 90 })).toMatchObject({ isReversed: true, values: ['RARE', 10, 10, 0] });
});

test('a page is the same, whichever milestone it is walked to from', async () => {
  const newestFirst: SortOrder = { id: 'desc' };
  const whole = await plainly({ order: newestFirst, kinds: ['RARE', 'MORE'] });
  const list = { ...listOf({ order: newestFirst, kinds: ['RARE', 'MORE'] }), total: whole.length };
  const anyPosition = fc.integer({ min: 1, max: whole.length - 1 });
  const anyRange = fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.nat(whole.length - 1) });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyPosition, { maxLength: 6 }), anyRange, async (positions, range) => {
      const milestones = positions.map((position) => ({
        position,
        before: { where: 'id > ?', values: [whole[position]] },
        behind: { where: 'id <= ?', values: [whole[position]] },
      }));
      const { sql, values, isReversed } = pageQuery(list, range, milestones);
      const ids = (await em.execute<{ id: string }[]>(sql, values)).map(({ id }) => id);
      expect(isReversed ? ids.reverse() : ids).toEqual(whole.slice(range.offset, range.offset + range.limit));
      const [wanted, skipped] = values.slice(-2).map(Number);
      const [first, end] = [range.offset, range.offset + (wanted ?? 0)];
      const ways = [0, ...positions, whole.length].flatMap((at) => [first - at, at - end]).filter((way) => way >= 0);
      expect(skipped).toBe(Math.min(...ways));
    }),
  );
});

test('a walk from cursor to cursor in any order meets every row once, in that order', async () => {
  await fc.assert(
    fc.asyncProperty(anyList, fc.integer({ min: 1, max: 70 }), async (any, limit) => {
      const met: string[] = [];
      let cursor: string[] | undefined;
      for (;;) {
        const steps = await rowsAfter(em, listOf(any), { limit, ...(cursor ? { cursor } : {}) });
        met.push(...steps.map(({ id }) => id));
        cursor = steps.at(-1)?.cursor;
        if (steps.length < limit) break;
      }
      expect(met).toEqual(await plainly(any));
    }),
    { numRuns: 40 },
  );
});

test('what comes in front of a cursor while it is held changes nothing behind it', async () => {
  const list = listOf({ order: { sequence: 'asc' }, kinds: ['MORE'] });
  const [last] = (await rowsAfter(em, list, { limit: 5 })).slice(-1);
  const cursor = last?.cursor ?? [];
  const before = await rowsAfter(em, list, { cursor, limit: 5 });
  await em.execute(`insert into note values (gen_random_uuid(), 'MORE', now(), -1)`);
  expect(await rowsAfter(em, list, { cursor, limit: 5 })).toEqual(before);
});

function listOf({ order, kinds }: AnyList): OrderedList {
  return { table: 'note', order, parts: kinds.map((kind) => ({ where: 'kind = ?', values: [kind] })) };
}

async function plainly({ order, kinds }: AnyList): Promise<string[]> {
  const by = Object.entries(order).map((column) => column.join(' '));
  const rows = await em.execute<{ id: string }[]>(`select id from note where kind in (?) order by ${by.join(', ')}`, [
    kinds,
  ]);
  return rows.map(({ id }) => id);
}
