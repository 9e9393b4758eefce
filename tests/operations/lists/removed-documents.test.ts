import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { findChangedDocuments } from '../../../operations/lists/changed-documents.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { addDocument, change, copyByCursor, gone, newCompany, remove } from './documents-to-sync.ts';
import { openedBy } from './open-transaction.ts';

let orm: Orm;
/** The API's login, by which everything is read. */
let api: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url);
  api = await patientOrm(byLogin(url, 'api'));
});
afterAll(() => Promise.all([orm.close(), api.close()]));

let companies = 0;
const anotherCompany = () => newCompany(orm, String(20_000_000_000_000 + (companies += 1)));

test('a removal is reported once, also to who never saw the document, and by the sale that it was of', async () => {
  const company = await anotherCompany();
  const em = acrossCompanies(orm);
  const [kept, seen, unseen] = [
    await addDocument(em, company, 'kept'),
    await addDocument(em, company, 'seen'),
    await addDocument(em, company, 'unseen'),
  ];
  await em.execute(`update document set external_id = 'sale ' || waiting_for where company_id = ?`, [company]);
  const copy = copyByCursor(api, company);
  await remove(em, unseen);
  const first = await copy.round();
  expect(Object.fromEntries(first)).toEqual({ [kept]: 'kept', [seen]: 'seen', [unseen]: gone });
  await remove(em, seen);
  await change(em, kept, 'changed after');
  expect(Object.fromEntries(await copy.round())).toEqual({ [seen]: gone, [kept]: 'changed after' });
  expect(await copy.round()).toEqual(new Map());
  const beginning = { kind: 'BEGINNING', since: 0 } as const;
  for (const [externalId, id] of Object.entries({ 'sale kept': kept, 'sale seen': seen, 'sale unseen': unseen })) {
    expect((await findChangedDocuments(api, company, { externalId }, beginning, 10)).ids).toEqual([id]);
  }
  expect((await findChangedDocuments(api, company, { type: 'NFCE' }, beginning, 10)).ids).toEqual([]);
  const other = await anotherCompany();
  expect((await findChangedDocuments(api, other, {}, beginning, 10)).ids).toEqual([]);
});

test('a removal that is undone, or not committed yet, is not shown', async () => {
  const company = await anotherCompany();
  const id = await addDocument(acrossCompanies(orm), company, 'new');
  const copy = copyByCursor(api, company);
  await copy.round();
  const removal = () =>
    openedBy(
      (work) => acrossCompanies(orm).transactional(work),
      (em) => remove(em, id),
    );
  const undone = await removal();
  expect(await copy.round()).toEqual(new Map());
  await undone.undo();
  expect(await copy.round()).toEqual(new Map());
  const open = await removal();
  expect(await copy.round()).toEqual(new Map());
  await open.commit();
  expect(await copy.round()).toEqual(new Map([[id, gone]]));
});
