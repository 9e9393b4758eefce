import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Orm } from '../../../config/orm.ts';
import { acrossCompanies, inCompany } from '../../../operations/in-company.ts';
import { findChangedDocuments } from '../../../operations/lists/changed-documents.ts';
import { byLogin, patientOrm, testDatabase } from '../../support/servers/parts.ts';
import { until } from '../../support/checks/until.ts';
import {
  addDocument,
  addEvent,
  change,
  type Copy,
  copyByCursor,
  copyByTime,
  lastStates,
  newCompany,
  remove,
} from './documents-to-sync.ts';
import { locksWaitedFor, openedBy, Undone, type Work } from './open-transaction.ts';

let orm: Orm;
/** The API's login, by which everything is read. */
let api: Orm;
beforeAll(async () => {
  const url = await testDatabase();
  orm = await patientOrm(url, { pool: 12 });
  api = await patientOrm(byLogin(url, 'api'), { pool: 4 });
});
afterAll(() => Promise.all([orm.close(), api.close()]));

/** A sync number beyond any that the clock gives until the year 2255. */
const ahead = 9_000_000_000_000_000n;

let companies = 0;
const anotherCompany = () => newCompany(orm, String(10_000_000_000_000 + (companies += 1)));

describe('a transaction that changes a document first and commits last', () => {
  /** What a copy holds of that document after two rounds, one before the commit and one after it. */
  async function heldBy(copyOf: (company: string) => Copy): Promise<string | undefined> {
    const company = await anotherCompany();
    const em = acrossCompanies(orm);
    const [late, soon] = [await addDocument(em, company, 'new'), await addDocument(em, company, 'new')];
    const copy = copyOf(company);
    const open = await opened(async (em) => change(em, late, 'changed first'));
    await change(acrossCompanies(orm), soon, 'changed second');
    await copy.round();
    expect(copy.states.get(soon)).toBe('changed second');
    await open.commit();
    await copy.round();
    return copy.states.get(late);
  }

  test('is not passed over', async () => {
    expect(await heldBy((company) => copyByCursor(api, company))).toBe('changed first');
  });

  test('would be lost to a cursor by time', async () => {
    expect(await heldBy((company) => copyByTime(api, company))).toBe('new');
  });

  test('comes even where the round began after the time that it wrote', async () => {
    const company = await anotherCompany();
    const id = await addDocument(acrossCompanies(orm), company, 'new');
    const open = await opened(async (em) => change(em, id, 'late'));
    const copy = copyByCursor(api, company, { kind: 'BEGINNING', since: Date.now() + 1 });
    expect(await copy.round()).toEqual(new Map());
    await open.commit();
    expect(await copy.round()).toEqual(new Map([[id, 'late']]));
  });

  test('that is undone leaves the document where it was', async () => {
    const company = await anotherCompany();
    const id = await addDocument(acrossCompanies(orm), company, 'new');
    const copy = copyByCursor(api, company);
    await copy.round();
    const open = await opened(async (em) => change(em, id, 'undone'));
    await open.undo();
    expect(await copy.round()).toEqual(new Map());
  });
});

const transactions = fc.array(
  fc.record({
    documents: fc.uniqueArray(fc.nat({ max: 19 }), { minLength: 1, maxLength: 3 }),
    isNew: fc.boolean(),
    removes: fc.option(fc.nat({ max: 19 }), { freq: 2 }),
    heldMs: fc.integer({ min: 0, max: 30 }),
    isUndone: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
  }),
  { minLength: 3, maxLength: 8 },
);
const pageSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

test('whatever order 8 writers commit in, each of 2 copies ends with every last state', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(transactions, { minLength: 7, maxLength: 7 }),
      fc.tuple(pageSizes, pageSizes),
      async (writers, sizes) => {
        const company = await anotherCompany();
        const ids = await acrossCompanies(orm).transactional(async (em) => {
          const made: string[] = [];
          for (let i = 0; i < 20; i += 1) made.push(await addDocument(em, company, 'new'));
          return made.toSorted();
        });
        let writing = true;
        const written = (async () => {
          // The eighth writer's transaction is open from before the first write until after the last.
          const longest = await opened((em) => addDocument(em, company, 'written first, committed last'));
          await Promise.all(writers.map((script, writer) => write(company, ids, script, String(writer))));
          await longest.commit();
        })().finally(() => (writing = false));
        const copies = [copyByCursor(api, company), copyByCursor(api, company)];
        const read = copies.map(async (copy, reader) => {
          for (let round = 0; writing; round += 1) await copy.round(sizes[reader]?.[round % sizes[reader].length]);
        });
        await Promise.all([written, ...read]);
        const truth = await lastStates(orm, company);
        for (const copy of copies) {
          await copy.round();
          expect(copy.states).toEqual(truth);
          expect(await copy.round()).toEqual(new Map());
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('where an older state of the database is restored, nothing that happens afterwards is lost', async () => {
  const url = await testDatabase();
  const before = await patientOrm(url);
  const company = await newCompany(before, '99000000000001');
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await addDocument(acrossCompanies(before), company, 'before'));
  await copyByCursor(before, company).round();
  await change(acrossCompanies(before), ids[0] ?? '', 'not read when it was dumped');
  await before.close();
  const dump = await testDatabase(new URL(url).pathname.slice(1));

  const lost = await patientOrm(url);
  const copy = copyByCursor(lost, company);
  await copy.round();
  for (let i = 0; i < 50; i += 1) {
    await change(acrossCompanies(lost), ids[i % 4] ?? '', `lost ${i}`);
    await copy.round();
  }
  const { position } = await findChangedDocuments(lost, company, {}, { kind: 'BEGINNING', since: 0 }, 1);
  const [atTheEnd, inTheMiddle] = [copy.position(), position];
  expect(inTheMiddle.kind).toBe('SINCE');
  await lost.close();

  const restored = await patientOrm(dump);
  const copies = [atTheEnd, inTheMiddle].map((from) => copyByCursor(restored, company, from));
  for (const known of copies) {
    // A change that nobody had read when the dump was made comes first.
    expect((await known.round()).get(ids[0] ?? '')).toBe('not read when it was dumped');
  }
  await change(acrossCompanies(restored), ids[2] ?? '', 'after');
  const added = await addDocument(acrossCompanies(restored), company, 'after');
  for (const known of copies) {
    expect(await known.round()).toEqual(
      new Map([
        [ids[2], 'after'],
        [added, 'after'],
      ]),
    );
  }
  await restored.close();
});

test('a clock that goes back gives no number twice', async () => {
  const company = await anotherCompany();
  const em = acrossCompanies(orm);
  const [first, second] = [await addDocument(em, company, 'new'), await addDocument(em, company, 'new')];
  await em.execute('insert into sync_counter (company_id, last) values (?, ?)', [company, ahead]);
  const copy = copyByCursor(api, company);
  await copy.round();
  for (const state of ['again', 'and again']) {
    await change(em, first, state);
    expect(await copy.round()).toEqual(new Map([[first, state]]));
    await change(em, second, state);
    expect(await copy.round()).toEqual(new Map([[second, state]]));
  }
});

test('readers of a company take turns, so that numbers appear in their order', async () => {
  const company = await anotherCompany();
  const em = acrossCompanies(orm);
  await addDocument(em, company, 'numbered by the first');
  // Ahead of the clock, so that the second number follows the first and not the clock.
  await em.execute('insert into sync_counter (company_id, last) values (?, ?)', [company, ahead]);
  const first = await numbering(company);
  const id = await addDocument(em, company, 'numbered by the second');
  const second = findChangedDocuments(api, company, {}, { kind: 'CHANGES', seq: '0' }, 10);
  await until('the second waits', async () => (await locksWaitedFor(orm)) > 0);
  await first.commit();
  expect((await second).documents).toHaveLength(2);
  const behindFirst = copyByCursor(api, company, { kind: 'CHANGES', seq: first.last() });
  expect([...(await behindFirst.round()).keys()]).toEqual([id]);
});

test('a writer waits for no reader, unless its own document is being numbered', async () => {
  const company = await anotherCompany();
  const em = acrossCompanies(orm);
  const id = await addDocument(em, company, 'new');
  await copyByCursor(api, company).round();
  await addDocument(em, company, 'marked');
  const reader = await numbering(company);
  await change(em, id, 'while others are numbered');
  await addDocument(em, company, 'while others are numbered');
  await reader.commit();
  const copy = copyByCursor(api, company);
  await copy.round();
  expect(copy.states).toEqual(await lastStates(orm, company));
});

test('a change that arrives while its document is being numbered comes again', async () => {
  const company = await anotherCompany();
  const em = acrossCompanies(orm);
  const id = await addDocument(em, company, 'new');
  const event = await addEvent(em, company, id);
  for (const late of [
    () => change(em, id, 'newest'),
    () => em.execute(`update document_event set status = 'REGISTERED' where id = ?`, [event]),
  ]) {
    await em.execute('update document_sync set seq = null where document_id = ?', [id]);
    const reader = await numbering(company);
    const written = late();
    await until('the writer waits', async () => (await locksWaitedFor(orm)) > 0);
    await reader.commit();
    await written;
    const copy = copyByCursor(api, company, { kind: 'CHANGES', seq: reader.last() });
    expect([...(await copy.round()).keys()]).toEqual([id]);
  }
});

test('what nobody has read for long is numbered in steps, and each comes once', async () => {
  const company = await anotherCompany();
  const known = copyByCursor(api, company);
  await known.round();
  await acrossCompanies(orm).execute(
    `insert into document (id, company_id, type, environment, status, total_value, issue_date_time, client_snapshot, payload, created_at,
      updated_at)
     select uuidv7(), ?, case when i % 3 = 0 then 'NFCE' else 'NFE' end, 'PRODUCTION', 'DRAFT', 10, now(), '{}', '{}', now(), now()
     from generate_series(1, 5001) i`,
    [company],
  );
  const page = await findChangedDocuments(api, company, {}, known.position(), 10);
  expect([page.documents.length, page.hasMore]).toEqual([10, true]);
  expect((await known.round(3_000)).size).toBe(5_001);
  expect((await copyByCursor(api, company).round(3_000)).size).toBe(5_001);
  const { documents, hasMore } = await findChangedDocuments(api, company, {}, known.position(), 10);
  expect([documents, hasMore]).toEqual([[], false]);
});

test('a company numbers and reads its own documents alone', async () => {
  const [one, other] = [await anotherCompany(), await anotherCompany()];
  const own = await addDocument(acrossCompanies(orm), one, 'one');
  await addDocument(acrossCompanies(orm), other, 'other');
  expect(await copyByCursor(api, one).round()).toEqual(new Map([[own, 'one']]));
  const marked = await acrossCompanies(orm).execute<{ company: string }[]>(
    'select company_id as company from document_sync where company_id in (?, ?) and seq is null',
    [one, other],
  );
  expect(marked).toEqual([{ company: other }]);
  const written = inCompany(api, one, (em) => em.execute('update document_sync set seq = 1'));
  await expect(written).rejects.toThrow('permission denied');
});

/** Runs a writer's transactions one after the other, each with its documents in one order, so that no two writers deadlock. */
async function write(
  company: string,
  ids: string[],
  script: { documents: number[]; isNew: boolean; removes: number | null; heldMs: number; isUndone: boolean }[],
  writer: string,
): Promise<void> {
  for (const [turn, { documents, isNew, removes, heldMs, isUndone }] of script.entries()) {
    const transaction = acrossCompanies(orm).transactional(async (em) => {
      const touched = new Set([...documents, ...(removes === null ? [] : [removes])]);
      for (const index of [...touched].toSorted((a, b) => a - b)) {
        if (index === removes) await remove(em, ids[index] ?? '');
        else await change(em, ids[index] ?? '', `${writer}.${turn}`);
      }
      if (isNew) await addDocument(em, company, `${writer}.${turn}`);
      await em.execute('select pg_sleep(?)', [heldMs / 1_000]);
      if (isUndone) throw new Undone();
    });
    await transaction.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  }
}

function opened(work: Work) {
  return openedBy((work) => acrossCompanies(orm).transactional(work), work);
}

/** A reader that has assigned numbers and not committed them yet. */
async function numbering(company: string) {
  let last = '';
  const reader = await openedBy(
    (work) => inCompany(api, company, work),
    async (em) => {
      const [row] = await em.execute<{ last: string }[]>('select last::text from number_changed_documents(10)');
      last = row?.last ?? '';
    },
  );
  return { ...reader, last: () => last };
}
