import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { acrossCompanies, inCompany, onlyReading } from '../../../operations/in-company.ts';
import { findDocuments } from '../../../operations/lists/documents.ts';
import { newCompany } from '../../api/fixture.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: string;
/** More rows than a search gathers, so that its total is counted, and stored where allowed. */
const many = 3_000;

beforeAll(async () => {
  orm = await testOrm();
  company = (await newCompany(orm)).company.id;
  await acrossCompanies(orm).execute(
    `insert into document (
       id, company_id, external_id, type, environment, status, series, total_value, issue_date_time, client_snapshot, payload, attempt, created_at, updated_at
     ) select uuidv7(), ?, 'sale ' || i, 'NFCE', 'PRODUCTION', 'PROCESSING', 1, 10, now(), '{}', '{}', 1, now(), now() from generate_series(1, ?::int) i`,
    [company, many],
  );
  await acrossCompanies(orm).execute('analyze document_search');
});
afterAll(() => orm.close());

test('a search that finds much only reads where nothing may be written, and keeps its total where it may', async () => {
  const search = async () => {
    const page = { page: 1, pageSize: 5 };
    const found = await inCompany(orm, company, (em) => findDocuments(em, { search: 'sale' }, page));
    return [found.total, found.documents.map(({ externalId }) => externalId)];
  };
  const expected = [many, [0, 1, 2, 3, 4].map((at) => `sale ${many - at}`)];
  const kept = () => acrossCompanies(orm).execute('select total::int from search_total');
  expect([await onlyReading(search), await kept()]).toEqual([expected, []]);
  expect([await search(), await kept()]).toEqual([expected, [{ total: many }]]);
  expect(await onlyReading(search)).toEqual(expected);
});
