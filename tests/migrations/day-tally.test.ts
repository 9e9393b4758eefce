import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityManager, Orm } from '../../config/orm.ts';
import { Document, type DocumentStatus } from '../../domain/documents/document.entity.ts';
import { acrossCompanies, inCompany } from '../../operations/in-company.ts';
import { type DayFigure, talliedDays } from '../../operations/lists/tally.ts';
import { newCompany } from '../api/fixture.ts';
import { recipient } from '../support/samples/notes.ts';
import { sale } from '../support/samples/sale.ts';
import { barrier } from '../support/checks/barrier.ts';
import { testOrm } from '../support/servers/parts.ts';

const writers = 12;
let orm: Orm;
let company: string;
let other: string;
beforeAll(async () => {
  orm = await testOrm({ pool: writers });
  [company, other] = [(await newCompany(orm)).company.id, (await newCompany(orm)).company.id];
});
afterAll(() => orm.close());

/** In UTC, the last hours of a day in Brasília are on the next day. */
const [evening, morning] = ['2026-11-30T02:30:00Z', '2026-11-30T12:00:00Z'];

test('a day has the authorized documents and their sum, whatever becomes of them', async () => {
  const [one, two, three] = [
    await add(evening, '10.10'),
    await add(morning, '20.20'),
    await add(morning, '0.05', 'DRAFT'),
  ];
  expect(await days()).toEqual([]);
  await set(`status = 'AUTHORIZED'`, one, two);
  expect(await days()).toEqual([figure('2026-11-29', 1, '10.10'), figure('2026-11-30', 1, '20.20')]);
  await set(`status = 'AUTHORIZED', total_value = 1.05`, three);
  await set(`waiting_for = 'nada'`, one, two, three);
  expect(await days()).toEqual([figure('2026-11-29', 1, '10.10'), figure('2026-11-30', 2, '21.25')]);
  await set(`total_value = 30.20`, two);
  await set(`issue_date_time = '${morning}'`, one);
  expect(await days()).toEqual([figure('2026-11-30', 3, '41.35')]);
  await set(`status = 'CANCELLED'`, two);
  await acrossCompanies(orm).execute('delete from document where id = ?', [one]);
  expect(await days()).toEqual([figure('2026-11-30', 1, '1.05')]);
  expect(await days(other)).toEqual([]);
  const inAnother = await inCompany(orm, company, (em) =>
    talliedDays(em, 'HOMOLOGATION', { from: '2026-11-01', to: '2026-11-30' }, 'NFSE'),
  );
  expect(inAnother).toEqual([]);
});

test('writers who authorize at once wait for no other to commit, and all are counted; what is rolled back is not', async () => {
  const ids = await Promise.all(Array.from({ length: writers }, () => add('2026-10-05T12:00:00Z', '1.00')));
  const all = barrier(writers);
  await Promise.all(
    ids.map((id) =>
      inOwn(async (em) => {
        await em.execute(`set local lock_timeout = '30s'`);
        await em.execute(`update document set status = 'AUTHORIZED' where id = ?`, [id]);
        await all();
      }),
    ),
  );
  const [rolledBack] = ids;
  const failing = inOwn(async (em) => {
    await em.execute(`update document set status = 'CANCELLED' where id = ?`, [rolledBack]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await days(company, '2026-10')).toEqual([figure('2026-10-05', writers, `${writers}.00`)]);
});

function figure(day: string, notes: number, amount: string): DayFigure {
  return { day, notes, amount };
}

function days(of = company, month = '2026-11'): Promise<DayFigure[]> {
  return inCompany(orm, of, (em) => talliedDays(em, 'HOMOLOGATION', { from: `${month}-01`, to: `${month}-30` }));
}

function inOwn(work: (em: EntityManager) => Promise<void>): Promise<void> {
  return acrossCompanies(orm).transactional(work);
}

async function add(on: string, totalValue: string, status: DocumentStatus = 'PROCESSING'): Promise<string> {
  const em = acrossCompanies(orm);
  const row = em.create(Document, {
    ...{ company, type: 'NFE', environment: 'HOMOLOGATION', status, totalValue },
    ...{ issueDateTime: new Date(on), clientSnapshot: recipient, payload: sale },
  });
  await em.flush();
  return row.id;
}

function set(assignments: string, ...ids: string[]): Promise<unknown> {
  return acrossCompanies(orm).execute(`update document set ${assignments} where id = any(?::uuid[])`, [
    `{${ids.join(',')}}`,
  ]);
}
