import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import type { Company } from '../../../domain/companies/company.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import {
  isHeldAfterRestore,
  markRestored,
  noticeRestore,
  openRestoration,
  releaseRestored,
} from '../../../operations/installations/restoration.ts';
import {
  keepUnknownNote,
  nextSeries,
  seedSeries,
  seriesAsked,
  seriesMoved,
} from '../../../operations/installations/restored-series.ts';
import { leaveUnknownNotes, restoredNow } from '../../../operations/installations/show-restored.ts';
import { emptyCompany } from '../../support/rows/lots.ts';
import { patientOrm, testDatabase } from '../../support/servers/parts.ts';

let orm: Orm;
beforeAll(async () => {
  orm = await patientOrm(await testDatabase());
});
afterAll(() => orm?.close());
beforeEach(async () => {
  await releaseRestored(em(), 'PERSON');
});

const em = () => acrossCompanies(orm);

test('a database that goes on where it was is not restored, and its epoch grows', async () => {
  const { epoch, cause } = await noticeRestore(orm, null);
  expect(cause).toBeNull();
  expect(await noticeRestore(orm, epoch)).toEqual({ epoch: epoch + 1, cause: null });
  expect(await openRestoration(em())).toBeNull();
});

test('one of which Temporal has seen a later round is restored, is reported once, and counts on above that round', async () => {
  const { epoch } = await noticeRestore(orm, null);
  expect(await noticeRestore(orm, epoch + 50)).toEqual({ epoch: epoch + 51, cause: 'BEHIND' });
  expect(await openRestoration(em())).toMatchObject({ cause: 'BEHIND', askedAt: null });
  expect(await noticeRestore(orm, epoch + 90)).toEqual({ epoch: epoch + 91, cause: null });
});

test('one that lies in another place than it wrote down is restored', async () => {
  await noticeRestore(orm, null);
  await em().execute(`update installation set place = 'another server/1/1'`);
  expect(await noticeRestore(orm, null)).toMatchObject({ cause: 'MOVED' });
  expect(await noticeRestore(orm, null)).toMatchObject({ cause: null });
});

test('a person marks and releases; both say whether that changed anything', async () => {
  expect(await markRestored(em(), 'MARKED')).toBe(true);
  expect(await markRestored(em(), 'MARKED')).toBe(false);
  expect(await releaseRestored(em(), 'PERSON')).toBe(true);
  expect(await releaseRestored(em(), 'PERSON')).toBe(false);
});

test('a company is held until all its series were asked about and every found note has its sale, and others are not held for it', async () => {
  const [one, other] = [await withSeries([1, 2]), await withSeries([1])];
  await markRestored(em(), 'MARKED');
  const { id } = (await openRestoration(em()))!;
  await seedSeries(em(), id);
  expect(await held(one, other)).toEqual([true, true]);

  for (const series of await nextSeries(em(), id, 'null::uuid')) {
    if (series.companyId !== other.id) continue;
    await seriesMoved(em(), series, { nextNumber: 21, unknown: 20, revisited: [], isDone: true });
  }
  expect(await held(one, other)).toEqual([true, false]);
  expect(await seriesAsked(em(), id)).toBe(false);

  const key = '35261111222333000181550010000000071123456785';
  for (const series of await nextSeries(em(), id, 'null::uuid')) {
    if (
      series.companyId === one.id &&
      series.environment === 'PRODUCTION' &&
      series.model === '55' &&
      series.series === 1
    )
      await keepUnknownNote(em(), series, {
        number: 7,
        accessKey: key,
        cStat: '100',
        protocol: '135',
        digestValue: 'x',
      });
    await seriesMoved(em(), series, { nextNumber: 28, unknown: 20, revisited: [], isDone: true });
  }
  expect(await seriesAsked(em(), id)).toBe(true);
  expect(await held(one, other)).toEqual([true, false]);
  const numbers = await em().execute(
    `select next_number as next from number_series where company_id = ? and environment = 'PRODUCTION' and model = '55' and series = 1`,
    [one.id],
  );
  expect(numbers).toEqual([{ next: 8 }]);
  expect(await restoredNow(em())).toMatchObject({ found: [{ accessKey: key, decision: null }] });

  expect(await leaveUnknownNotes(em(), ['35261111222333000181550010000000081123456780'])).toBe(0);
  expect(await leaveUnknownNotes(em(), [key])).toBe(1);
  expect(await held(one, other)).toEqual([false, false]);
});

async function withSeries(series: number[]): Promise<Company> {
  const company = await emptyCompany(orm);
  for (const of of series) {
    await em().execute(
      `insert into number_series (company_id, environment, model, series, next_number) values (?, 'PRODUCTION', '55', ?, 1)`,
      [company.id, of],
    );
  }
  return company;
}

async function held(...companies: Company[]): Promise<boolean[]> {
  const rows = await Promise.all(
    companies.map(({ id }) => em().execute<{ is: boolean }[]>(`select ${isHeldAfterRestore(`'${id}'::uuid`)} as is`)),
  );
  return rows.map(([row]) => row!.is);
}
