import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { documentWatch } from '../../../operations/documents/watch.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newCompany } from '../../api/fixture.ts';
import { becomes } from '../../api/routes/fiscal-documents/documents.ts';
import { recipient } from '../../support/samples/notes.ts';
import { testOrm } from '../../support/servers/parts.ts';
import { sale } from '../../support/samples/sale.ts';

let orm: Orm;
let company: string;
let other: string;
beforeAll(async () => {
  orm = await testOrm();
  [company, other] = [(await newCompany(orm)).company.id, (await newCompany(orm)).company.id];
});
afterAll(() => orm.close());

test('everybody who waits for a document is told, and nobody who waits for another', async () => {
  const watch = documentWatch(orm);
  const [id, pending] = [await processing(company), await processing(company)];
  const over = new AbortController();
  let isTold = false;
  const never = watch.settled(company, pending, over.signal).then(() => (isTold = true));
  const waiting = Array.from({ length: 20 }, () => watch.settled(company, id, AbortSignal.timeout(60_000)));
  await becomes(orm, id, 'AUTHORIZED');
  await Promise.all(waiting);
  expect(isTold).toBe(false);
  over.abort();
  await never;
});

test('it asks one question at a time, about all documents of a company at once, and none when nobody waits', async () => {
  const statements = { now: 0, most: 0, all: 0 };
  const watched = counting(orm, statements);
  const watch = documentWatch(watched);
  const places = [];
  for (let place = 0; place < 30; place += 1) places.push(place % 2 === 0 ? company : other);
  const documents = [];
  for (const of of places) documents.push({ of, id: await processing(of) });
  const waiting = documents.map(({ of, id }) => watch.settled(of, id, AbortSignal.timeout(60_000)));
  for (const { id } of documents) await becomes(orm, id, 'REJECTED');
  await Promise.all(waiting);
  expect(statements.most).toBe(1);
  expect(statements.all).toBeLessThan(documents.length * 10);
  const { all } = statements;
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(statements.all).toBe(all);
});

test('a document of another company is not seen', async () => {
  const id = await processing(company);
  await becomes(orm, id, 'AUTHORIZED');
  const over = AbortSignal.timeout(600);
  await documentWatch(orm).settled(other, id, over);
  expect(over.aborted).toBe(true);
});

test('who is over before it begins waits for nothing, and a database that is away ends no wait', async () => {
  const away = { em: { fork: () => { throw new Error('away'); } } } as unknown as Orm; // oxfmt-ignore
  const watch = documentWatch(away);
  await watch.settled(company, randomUUID(), AbortSignal.abort());
  const over = AbortSignal.timeout(400);
  await watch.settled(company, randomUUID(), over);
  expect(over.aborted).toBe(true);
});

async function processing(company: string): Promise<string> {
  const em = acrossCompanies(orm);
  const row = em.create(Document, {
    ...{ company, type: 'NFE', environment: 'HOMOLOGATION', status: 'PROCESSING', totalValue: '100.00' },
    ...{ issueDateTime: new Date(), clientSnapshot: recipient, payload: sale },
  });
  await em.flush();
  return row.id;
}

/** The same database, with a count of its open transactions. */
function counting(orm: Orm, counts: { now: number; most: number; all: number }): Orm {
  const fork = () => {
    const em = orm.em.fork();
    const run = em.transactional.bind(em);
    em.transactional = (async (...args: Parameters<typeof run>) => {
      counts.all += 1;
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      return run(...args).finally(() => (counts.now -= 1));
    }) as typeof em.transactional;
    return em;
  };
  return { em: { fork } } as unknown as Orm;
}
