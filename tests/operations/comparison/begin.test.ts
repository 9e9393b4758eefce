import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { lavraItself } from '../../../domain/audit/actor.ts';
import { boundsOf } from '../../../domain/month.ts';
import { monthNumbering } from '../../../operations/closings/numbering.ts';
import type { MonthlyComparison } from '../../../domain/comparison/rule.ts';
import { askForMonths, monthToCompare } from '../../../operations/comparison/ask-for-months.ts';
import { ReceivedFile } from '../../../domain/received/received-file.entity.ts';
import { askForComparison, beginComparison } from '../../../operations/comparison/begin.ts';
import { keepHandedOut, markFetched, nextToBring } from '../../../operations/comparison/elsewhere.ts';
import { nextUsed, numbersHere } from '../../../operations/comparison/numbers-here.ts';
import { comparisonNow, nextOpenSeries } from '../../../operations/comparison/open-series.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { markRestored, releaseRestored } from '../../../operations/installations/restoration.ts';
import { newCompany } from '../../api/fixture.ts';
import { comparisonOf } from '../../support/rows/comparison.ts';
import { pastNoteOf } from '../../support/rows/past-note.ts';
import { nfseKey } from '../../support/samples/nfse.ts';
import { pastService } from '../../support/samples/past-files.ts';
import { testOrm } from '../../support/servers/parts.ts';

const month = { year: 2026, month: 10 };
const dates = {
  before: '2026-09-30T23:59:59.999-03:00',
  in: '2026-10-01T00:00:00-03:00',
  after: '2026-11-01T00:00:00-03:00',
};

let orm: Orm;
beforeAll(async () => {
  orm = await testOrm();
  // No test here synchronizes or lists these documents.
  await acrossCompanies(orm).execute('alter table document disable trigger user');
});
afterAll(() => orm.close());

type Fate =
  | { number: number; when: keyof typeof dates; status: string; isDenied?: boolean }
  | { number: number; givenUp: string };

async function companyWith(fates: Fate[], environment: 'PRODUCTION' | 'HOMOLOGATION' = 'PRODUCTION'): Promise<string> {
  const { company } = await newCompany(orm, { environment });
  const em = acrossCompanies(orm);
  for (const fate of fates) {
    if ('givenUp' in fate) {
      await em.execute(
        `insert into inutilization (id, company_id, environment, model, series, start_number, end_number, year, justification, status, attempt,
           created_at, updated_at)
         values (gen_random_uuid(), ?, ?, '55', 1, ?, ?, '26', 'Números não utilizados', ?, 1, now(), now())`,
        [company.id, environment, fate.number, fate.number, fate.givenUp],
      );
    } else {
      const key =
        fate.status === 'AUTHORIZED' || fate.status === 'CANCELLED'
          ? `${company.id.replaceAll('-', '').slice(0, 32)}${String(fate.number).padStart(12, '0')}`
          : null;
      await em.execute(
        `insert into document (id, company_id, type, environment, status, series, number, is_denied, access_key, total_value, issue_date_time,
           client_snapshot, payload, attempt, created_at, updated_at)
         values (?, ?, 'NFE', ?, ?, 1, ?, ?, ?, 10, ?, '{}', '{}', 1, now(), now())`,
        [
          ...[randomUUID(), company.id, environment, fate.status, fate.number, fate.isDenied ?? false],
          ...[key, dates[fate.when]],
        ],
      );
    }
  }
  return company.id;
}

async function begun(companyId: string) {
  const em = acrossCompanies(orm);
  const { id } = await askForComparison(em, { companyId, month }, { everyNote: true, actor: lavraItself });
  await beginComparison(em, id, { companyId, month });
  const now = await comparisonNow(em, id);
  const series = now && (await nextOpenSeries(em, now));
  if (!now || !series) throw new Error('nothing to compare');
  return { now, series };
}

const fates = fc.array(
  fc.option(
    fc.record({
      when: fc.constantFrom('before' as const, 'in' as const, 'in' as const, 'after' as const),
      status: fc.constantFrom('AUTHORIZED', 'CANCELLED', 'REJECTED', 'GIVEN_UP'),
    }),
  ),
  { maxLength: 20 },
);

test('what is untouched in a month that is compared is what its closing calls a gap, whatever became of the numbers', async () => {
  await fc.assert(
    fc.asyncProperty(fates, async (drawn) => {
      const numbered = drawn.flatMap((fate, at): Fate[] => {
        if (fate === null) return [];
        return fate.status === 'GIVEN_UP' ? [{ number: at + 1, givenUp: 'AUTHORIZED' }] : [{ number: at + 1, ...fate }];
      });
      const companyId = await companyWith(numbered);
      const em = acrossCompanies(orm);
      const [numbering] = await monthNumbering(em, { companyId, bounds: boundsOf(month) });
      const { now, series } = await begun(companyId);
      if (!numbering) {
        expect(now.total).toBe(0);
        return;
      }
      const { lastNumber: last, nextNumber: first, ownFrom } = series;
      expect(now.total).toBe(last - first + 1);
      const held = await numbersHere(em, series, { first, last });
      const untouched = held.filter(({ here, number }) => here.kind === 'UNTOUCHED' && number >= ownFrom);
      expect(untouched.map(({ number }) => number)).toEqual(
        numbering.gaps.flatMap(({ startNumber, endNumber }) =>
          Array.from({ length: endNumber - startNumber + 1 }, (_, at) => startNumber + at),
        ),
      );
      // Every note of the month is asked about, even if an earlier month has higher numbers.
      const notes = numbered.filter((fate) => 'status' in fate && fate.when === 'in' && fate.status !== 'REJECTED');
      const looked = held.filter(({ here, isOfMonth }) => here.kind === 'NOTE' && isOfMonth);
      expect(looked.map(({ number }) => number)).toEqual(notes.map(({ number }) => number));
      const isPassed = numbered.some((fate) => 'status' in fate && (fate.when === 'after' || fate.number > last));
      expect(series.looksAhead).toBe(!isPassed);
    }),
    { numRuns: 40 },
  );
});

test('a number is what became of it last: given up behind a refusal, denied, under way', async () => {
  const companyId = await companyWith([
    { number: 1, when: 'in', status: 'AUTHORIZED' },
    { number: 2, when: 'in', status: 'REJECTED' },
    { number: 2, givenUp: 'PENDING' },
    { number: 3, when: 'in', status: 'REJECTED', isDenied: true },
    { number: 4, when: 'in', status: 'PROCESSING' },
    { number: 5, givenUp: 'REJECTED' },
    { number: 6, when: 'in', status: 'REJECTED' },
  ]);
  const of = { companyId, type: 'NFE', series: 1, month } as const;
  const held = await numbersHere(acrossCompanies(orm), of, { first: 1, last: 7 });
  expect(held.map(({ here }) => here.kind)).toEqual([
    ...['NOTE', 'GIVEN_UP', 'DENIED', 'UNDER_WAY', 'UNTOUCHED', 'OPEN', 'UNTOUCHED'],
  ]);
  expect(await nextUsed(acrossCompanies(orm), of, 5)).toBe(6);
  expect(await nextUsed(acrossCompanies(orm), of, 7)).toBeNull();
});

test('the month before is asked for once, from the third on, of companies that issued in it in production', async () => {
  const issued = [{ number: 1, when: 'in', status: 'AUTHORIZED' }] as const;
  const asked = await companyWith([...issued]);
  const idle = await companyWith([{ number: 1, when: 'after', status: 'AUTHORIZED' }]);
  const trying = await companyWith([...issued], 'HOMOLOGATION');
  const em = acrossCompanies(orm);
  const rows = async () => {
    return em.execute<{ id: string; everyNote: boolean }[]>(
      'select company_id as id, every_note as "everyNote" from comparison where company_id = any (?::uuid[])',
      [`{${[asked, idle, trying].join(',')}}`],
    );
  };
  expect(monthToCompare(new Date('2026-11-02T23:59:00-03:00'))).toBeNull();
  expect(monthToCompare(new Date('2026-11-03T00:00:00-03:00'))).toEqual(month);
  expect(monthToCompare(new Date('2027-01-31T12:00:00-03:00'))).toEqual({ year: 2026, month: 12 });
  const at = (moment: string, monthlyComparison: MonthlyComparison = 'ALL') =>
    askForMonths(em, { now: () => new Date(moment), monthlyComparison });
  await at('2026-11-02T12:00:00-03:00');
  await at('2026-11-03T12:00:00-03:00', 'OFF');
  expect(await rows()).toEqual([]);
  await at('2026-11-03T12:00:00-03:00', 'DOUBTFUL');
  await at('2026-11-03T12:01:00-03:00');
  expect(await rows()).toEqual([{ id: asked, everyNote: false }]);
});

test('what people asked for before the month was whole, or of fewer numbers, takes the place of nothing', async () => {
  const issued = [{ number: 1, when: 'in', status: 'AUTHORIZED' }] as const;
  const [early, fewer, enough] = [
    await companyWith([...issued]),
    await companyWith([...issued]),
    await companyWith([...issued]),
  ];
  const em = acrossCompanies(orm);
  const asked = async (companyId: string, everyNote: boolean, moment: string): Promise<void> => {
    const { id } = await askForComparison(em, { companyId, month }, { everyNote, actor: lavraItself });
    await em.execute('update comparison set created_at = ?, as_of = ?, completed_at = ? where id = ?', [
      ...[moment, moment, moment, id],
    ]);
  };
  await asked(early, true, '2026-10-20T12:00:00-03:00');
  await asked(fewer, false, '2026-11-03T09:00:00-03:00');
  await asked(enough, true, '2026-11-03T09:00:00-03:00');
  await askForMonths(em, { now: () => new Date('2026-11-04T12:00:00-03:00'), monthlyComparison: 'ALL' });
  const open = await em.execute<{ id: string }[]>(
    'select company_id as id from comparison where completed_at is null and company_id = any (?::uuid[])',
    [`{${[early, fewer, enough].join(',')}}`],
  );
  expect(open.map(({ id }) => id).toSorted()).toEqual([early, fewer].toSorted());
});

test('the months of a company are compared one behind the other, in the order in which they were asked for', async () => {
  const companyId = await companyWith([]);
  const em = acrossCompanies(orm);
  const options = { everyNote: true, actor: lavraItself };
  const first = await askForComparison(em, { companyId, month }, options);
  const second = await askForComparison(em, { companyId, month: { year: 2026, month: 9 } }, options);
  const isBehind = async ({ id }: { id: string }) => (await comparisonNow(em, id))?.isBehind;
  expect([await isBehind(first), await isBehind(second)]).toEqual([false, true]);
  await em.execute('update comparison set as_of = now(), completed_at = now() where id = ?', [first.id]);
  expect(await isBehind(second)).toBe(false);
});

test('what another system issued, and was brought here as files, is here', async () => {
  const companyId = await companyWith([{ number: 6, when: 'in', status: 'AUTHORIZED' }], 'PRODUCTION');
  const company = { id: companyId, environment: 'PRODUCTION' } as const;
  const keyOf = (number: number): string =>
    `${companyId.replaceAll('-', '').slice(0, 32)}9${String(number).padStart(11, '0')}`;
  const brought = { 1: 'AUTHORIZED', 2: 'CANCELLED', 3: 'DENIED' } as const;
  for (const [number, status] of Object.entries(brought)) {
    await pastNoteOf(orm, company, { number, status, accessKey: keyOf(Number(number)) });
  }
  const em = acrossCompanies(orm);
  await em.execute(
    `insert into past_inutilization (id, company_id, environment, model, series, first_number, last_number, registered_at, content, sha256, imported_at)
     values (gen_random_uuid(), ?, 'PRODUCTION', '55', 1, 4, 4, now(), '', repeat('0', 64), now())`,
    [companyId],
  );
  const of = { companyId, type: 'NFE', series: 1, month } as const;
  const here = await numbersHere(em, of, { first: 1, last: 5 });
  expect(here.map((each) => each.here)).toEqual([
    { kind: 'NOTE', status: 'AUTHORIZED', accessKey: keyOf(1), digestValue: null },
    { kind: 'NOTE', status: 'CANCELLED', accessKey: keyOf(2), digestValue: null },
    { kind: 'DENIED' },
    { kind: 'GIVEN_UP' },
    { kind: 'UNTOUCHED' },
  ]);
  expect([await nextUsed(em, of, 1), await nextUsed(em, of, 4), await nextUsed(em, of, 5)]).toEqual([1, 4, 6]);
});

test('an NFS-e that was handed out is reported once in a comparison, however often that goes on, and its XML asked for once', async () => {
  const { company } = await newCompany(orm, { environment: 'PRODUCTION' });
  const id = await comparisonOf(orm, company, [], { isEnded: false });
  const em = acrossCompanies(orm);
  const [service, lot] = [pastService().content.toString(), 120];
  for (let number = 1; number <= lot; number += 1) {
    em.create(ReceivedFile, {
      ...{ company: company.id, environment: 'PRODUCTION', source: 'NFSE', schemaType: 'NFSE', schema: 'NFSe' },
      ...{ accessKey: `${nfseKey.slice(0, -3)}${String(number).padStart(3, '0')}`, nsu: BigInt(number) },
      content: gzipSync(service.replace('<nDPS>42</nDPS>', `<nDPS>${number}</nDPS>`)),
    });
  }
  await em.flush();
  const of = { id, companyId: company.id, month: { year: 2026, month: 11 } };
  expect(await keepHandedOut(acrossCompanies(orm), of)).toBe(lot);
  for (let count = 0; count < lot; count += 1) {
    const next = await nextToBring(em, id);
    expect(next).not.toBeNull();
    await markFetched(em, next!, null); // the authority gives out none of them
  }
  expect([await keepHandedOut(acrossCompanies(orm), of), await nextToBring(em, id)]).toEqual([0, null]);
});

test('what cancelled an NFS-e that came as a file is asked for, too', async () => {
  const { company } = await newCompany(orm, { environment: 'PRODUCTION' });
  const id = await comparisonOf(orm, company, [{ kind: 'CANCELLED_ELSEWHERE', type: 'NFSE', from: 7 }], {
    isEnded: false,
  });
  expect(await nextToBring(acrossCompanies(orm), id)).toMatchObject({ series: 1, accessKey: '3'.repeat(50) });
});

test('a note that a sale may turn out to have is not brought: while a restored database is not released, or once a document has the number', async () => {
  const { company } = await newCompany(orm, { environment: 'PRODUCTION' });
  const id = await comparisonOf(orm, company, [{ kind: 'UNKNOWN_HERE', type: 'NFSE', from: 8 }], { isEnded: false });
  const em = acrossCompanies(orm);
  await markRestored(em, 'MARKED');
  expect(await nextToBring(em, id)).toBeNull();
  await releaseRestored(em, 'PERSON');
  expect(await nextToBring(em, id)).toMatchObject({ series: 1 });
  await em.execute(
    `insert into document (id, company_id, type, environment, status, series, number, total_value, issue_date_time, client_snapshot, payload, attempt,
       created_at, updated_at)
     values (gen_random_uuid(), ?, 'NFSE', 'PRODUCTION', 'PROCESSING', 1, 8, 10, now(), '{}', '{}', 1, now(), now())`,
    [company.id],
  );
  expect(await nextToBring(em, id)).toBeNull();
});
