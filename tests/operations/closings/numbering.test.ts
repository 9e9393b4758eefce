import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { lavraItself } from '../../../domain/audit/actor.ts';
import type { Orm } from '../../../config/orm.ts';
import type { NumberRange, SeriesNumbers } from '../../../domain/closings/summary.ts';
import type { DocumentStatus } from '../../../domain/documents/document.entity.ts';
import { boundsOf } from '../../../domain/month.ts';
import { monthNumbering } from '../../../operations/closings/numbering.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { reserveInutilization } from '../../../operations/inutilization/reserve.ts';
import { newCompany } from '../../api/fixture.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
  // No test here synchronizes or lists these documents.
  await acrossCompanies(orm).execute('alter table document disable trigger user');
});
afterAll(() => orm.close());

const october = boundsOf({ year: 2026, month: 10 });
const dates = {
  before: '2026-09-30T23:59:59.999-03:00',
  in: '2026-10-01T00:00:00-03:00',
  after: '2026-11-01T00:00:00-03:00',
};
type When = keyof typeof dates;

/** What became of a number: the document that drew it with its date, and whether it was inutilized. */
type Fate = {
  drawn: { status: DocumentStatus; isDenied: boolean; when: When } | null;
  givenUp: 'AUTHORIZED' | 'PENDING' | 'REJECTED' | null;
};

const when = fc.constantFrom<When>('before', 'in', 'in', 'in', 'after');
const settled = fc.record({
  status: fc.constantFrom('AUTHORIZED' as const, 'CANCELLED' as const),
  isDenied: fc.constant(false),
  when,
});
const denied = fc.record({ status: fc.constant('REJECTED' as const), isDenied: fc.constant(true), when });
const held = fc.record({
  status: fc.constantFrom('PROCESSING' as const, 'REJECTED' as const, 'DRAFT' as const),
  isDenied: fc.constant(false),
  when,
});
const rejected = fc.record({ status: fc.constant('REJECTED' as const), isDenied: fc.constant(false), when });
const givenUp = fc.constantFrom('AUTHORIZED' as const, 'PENDING' as const);
const tried = fc.constantFrom('REJECTED' as const, null);
const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ drawn: settled, givenUp: tried }) },
  { weight: 1, arbitrary: fc.record({ drawn: denied, givenUp: tried }) },
  { weight: 2, arbitrary: fc.record({ drawn: held, givenUp: tried }) },
  { weight: 2, arbitrary: fc.record({ drawn: fc.constant(null), givenUp: tried }) },
  { weight: 2, arbitrary: fc.record({ drawn: fc.option(rejected), givenUp }) },
);

test('every number of a month’s range is in exactly one place, whatever became of it', async () => {
  const sales = fc.record({ first: fc.integer({ min: 1, max: 99_999_000 }), fates: fc.array(fate, { maxLength: 30 }) });
  await fc.assert(
    fc.asyncProperty(sales, async ({ first, fates }) => {
      const { id } = await producing();
      const numbered = fates.map((fate, index) => ({ number: first + index, ...fate }));
      await write(id, numbered);
      const months = await numbersOf(id);
      expect(months).toEqual(expected(numbered));
      for (const month of months)
        expect(placesOf(month, numbered)).toEqual(Array<number>(rangeOf(month).length).fill(1));
    }),
    { numRuns: 60 },
  );
});

test('types and series have numbers of their own; homologation and other companies have none of them', async () => {
  const { id } = await producing();
  const sold = (number: number) => [
    { number, drawn: { status: 'AUTHORIZED', isDenied: false, when: 'in' }, givenUp: null } as const,
  ];
  await write(id, [...sold(5), ...sold(7)], { type: 'NFSE', series: 2 });
  await write(id, sold(1), { type: 'NFCE', series: 1 });
  await write(id, sold(9), { type: 'NFE', series: 10 });
  await write(id, sold(3), { type: 'NFE', series: 2 });
  await write(id, [...sold(2), ...sold(4)], { type: 'NFE', series: 2, environment: 'HOMOLOGATION' });
  const { id: other } = await producing();
  await write(other, sold(6), { type: 'NFSE', series: 2 });
  const series = await numbersOf(id);
  expect(series.map(({ type, series, first, last }) => [type, series, first, last])).toEqual([
    ['NFE', 2, 3, 3],
    ['NFE', 10, 9, 9],
    ['NFCE', 1, 1, 1],
    ['NFSE', 2, 5, 7],
  ]);
  expect(series.at(-1)?.gaps).toEqual([{ startNumber: 6, endNumber: 6, proposal: null }]);
});

test('a number that a sale left for its contingency is open and says so, until it is given up', async () => {
  const { id } = await producing();
  const authorized = { status: 'AUTHORIZED', isDenied: false, when: 'in' } as const;
  const numbers: Numbered[] = [1, 4, 5].map((number) => ({ number, drawn: authorized, givenUp: null }));
  await write(id, [...numbers, { number: 3, drawn: null, givenUp: 'AUTHORIZED' }]);
  const document = numbers[1]?.id;
  await acrossCompanies(orm).execute(
    `insert into replaced_note (id, company_id, document_id, attempt, environment, type, series, number, access_key, status, created_at, updated_at)
     select gen_random_uuid(), ?, ?, number, 'PRODUCTION', 'NFE', 1, number, 'x', status, now(), now()
     from (values (2, 'OPEN'), (3, 'GIVEN_UP')) as n (number, status)`,
    [id, document],
  );
  const [month] = await numbersOf(id);
  expect(month).toMatchObject({
    gaps: [],
    open: [{ number: 2, documentId: document, status: 'REPLACED' }],
    inutilized: [{ startNumber: 3, endNumber: 3 }],
  });
});

test('every proposal is taken as it stands, and then nothing is left of the gaps', async () => {
  const company = await producing();
  const numbers = [1, 4, 2_505, 2_506, 2_510];
  const one = { drawn: { status: 'AUTHORIZED', isDenied: false, when: 'in' }, givenUp: null } as const;
  await write(
    company.id,
    numbers.map((number) => ({ number, ...one })),
  );
  const [before] = await numbersOf(company.id);
  const rangesOf = (ranges: NumberRange[] = []) => ranges.map(({ startNumber, endNumber }) => [startNumber, endNumber]);
  expect(rangesOf(before?.gaps)).toEqual([
    [2, 3],
    [5, 1004],
    [1005, 2004],
    [2005, 2504],
    [2507, 2509],
  ]);
  for (const { proposal } of before?.gaps ?? []) {
    if (!proposal) throw new Error('no proposal');
    await reserveInutilization(orm, { ...company, actor: lavraItself }, proposal);
  }
  const [after] = await numbersOf(company.id);
  expect(after?.gaps).toEqual([]);
  expect(rangesOf(after?.inutilizing)).toEqual(rangesOf(before?.gaps));
});

test('the company itself is told the same behind its wall, and nobody else is told anything', async () => {
  const { id } = await producing();
  const { id: other } = await producing();
  await write(id, [{ number: 3, drawn: { status: 'CANCELLED', isDenied: false, when: 'in' }, givenUp: null }]);
  const asked = { companyId: id, bounds: october };
  expect(await inCompany(orm, id, (em) => monthNumbering(em, asked))).toEqual(await numbersOf(id));
  expect(await inCompany(orm, other, (em) => monthNumbering(em, asked))).toEqual([]);
});

async function producing() {
  const { company } = await newCompany(orm, { environment: 'PRODUCTION' });
  return { ...company, tradeName: null, settings: company.settings ?? null };
}

function numbersOf(companyId: string): Promise<SeriesNumbers[]> {
  return monthNumbering(acrossCompanies(orm), { companyId, bounds: october });
}

function rangeOf({ previous, first, last }: SeriesNumbers): number[] {
  const lower = previous === null ? first : previous + 1;
  return Array.from({ length: Math.max(last - lower + 1, 0) }, (_, index) => lower + index);
}

/** In how many places of the month each number occurs. */
function placesOf(month: SeriesNumbers, numbers: Numbered[]): number[] {
  const isAuthorized = ({ drawn }: Fate) => drawn?.when === 'in' && drawn.status === 'AUTHORIZED';
  const authorized = numbers.filter(isAuthorized).map(({ number }) => number);
  const open = month.open.map(({ number }) => number);
  const lists = [authorized, month.cancelled, month.denied, month.later, open];
  const ranges = [...month.inutilized, ...month.inutilizing, ...month.gaps];
  return rangeOf(month).map(
    (number) =>
      lists.filter((list) => list.includes(number)).length +
      ranges.filter(({ startNumber, endNumber }) => startNumber <= number && number <= endNumber).length,
  );
}

type Numbered = Fate & { number: number; id?: string };
type Of = { type: string; series: number; environment: string };

async function write(company: string, numbers: Numbered[], of: Partial<Of> = {}): Promise<void> {
  const { type, series, environment } = { type: 'NFE', series: 1, environment: 'PRODUCTION', ...of };
  const em = acrossCompanies(orm);
  const documents = numbers.flatMap((one) =>
    one.drawn ? [{ id: (one.id = randomUUID()), number: one.number, ...one.drawn, issued: dates[one.drawn.when] }] : [],
  );
  await em.execute(
    `insert into document (id, company_id, type, environment, status, series, number, is_denied, total_value, issue_date_time,
       client_snapshot, payload, attempt, created_at, updated_at)
     select id, ?, ?, ?, status, ?, number, "isDenied", 10, issued, '{}', '{}', 1, now(), now()
     from json_to_recordset(?::json) as d (id uuid, status text, number int, "isDenied" boolean, issued timestamptz)`,
    [company, type, environment, series, JSON.stringify(documents)],
  );
  const model = { NFE: '55', NFCE: '65' }[type];
  if (!model) return;
  await em.execute(
    `insert into inutilization (id, company_id, environment, model, series, start_number, end_number, year, justification, status,
       attempt, created_at, updated_at)
     select gen_random_uuid(), ?, ?, ?, ?, "startNumber", "endNumber", '26', 'Números não utilizados', status, 1, now(), now()
     from json_to_recordset(?::json) as i ("startNumber" int, "endNumber" int, status text)`,
    [company, environment, model, series, JSON.stringify(rangesBy(numbers, ({ givenUp }) => givenUp))],
  );
}

/** Joins neighbouring numbers with the same status into ranges. */
function rangesBy(numbers: Numbered[], of: (fate: Fate) => string | null): (NumberRange & { status: string })[] {
  const ranges: (NumberRange & { status: string })[] = [];
  for (const one of numbers) {
    const status = of(one);
    const last = ranges.at(-1);
    if (status && last?.status === status && last.endNumber === one.number - 1) last.endNumber = one.number;
    else if (status) ranges.push({ startNumber: one.number, endNumber: one.number, status });
  }
  return ranges;
}

/** The expected numbering, computed number by number from its definition. */
function expected(numbers: Numbered[]): unknown[] {
  const dated = (when: When) => numbers.filter(({ drawn }) => drawn?.when === when).map(({ number }) => number);
  const ofMonth = dated('in');
  if (ofMonth.length === 0) return [];
  const earlier = dated('before');
  const previous = earlier.length > 0 ? Math.max(...earlier) : null;
  const [first, last] = [Math.min(...ofMonth), Math.max(...ofMonth)];
  const lower = previous === null ? first : previous + 1;
  const isInRange = ({ number }: { number: number }) => lower <= number && number <= last;
  const range = numbers.filter(isInRange);
  const isGivenUp = ({ givenUp }: Fate) => givenUp === 'AUTHORIZED' || givenUp === 'PENDING';
  const isOpen = ({ drawn }: Fate) =>
    drawn !== null && !drawn.isDenied && !['AUTHORIZED', 'CANCELLED'].includes(drawn.status);
  const ofStatus = (status: string) => numbers.filter(({ drawn }) => drawn?.when === 'in' && drawn.status === status);
  const numbersIn = (some: Numbered[]) => some.map(({ number }) => number);
  const given = (status: string) =>
    rangesBy(numbers, ({ givenUp }) => givenUp)
      .filter((range) => range.status === status && range.startNumber <= last && range.endNumber >= lower)
      .map(({ startNumber, endNumber }) => ({ startNumber, endNumber }));
  return [
    {
      ...{ type: 'NFE', series: 1, previous, first, last },
      authorized: ofStatus('AUTHORIZED').length,
      cancelled: numbersIn(ofStatus('CANCELLED')),
      denied: numbersIn(numbers.filter(({ drawn }) => drawn?.when === 'in' && drawn.isDenied)),
      inutilized: given('AUTHORIZED'),
      inutilizing: given('PENDING'),
      later: numbersIn(range.filter((one) => one.drawn?.when === 'after' && !isOpen(one))),
      open: numbers
        .filter((one) => isOpen(one) && !isGivenUp(one) && (isInRange(one) || one.drawn?.when === 'in'))
        .map(({ number, id, drawn }) => ({ number, documentId: id, status: drawn?.status })),
      gaps: rangesBy(range, (one) => (one.drawn || isGivenUp(one) ? null : 'gap')).map(
        ({ startNumber, endNumber }) => ({
          ...{ startNumber, endNumber },
          proposal: expect.objectContaining({ model: '55', series: 1, startNumber, endNumber }),
        }),
      ),
    },
  ];
}
