import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Orm } from '../../../config/orm.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { listWatch, versionOf, type WatchedPage } from '../../../operations/lists/watch.ts';
import { newCompany } from '../../api/fixture.ts';
import { becomes, keepEvent } from '../../api/routes/fiscal-documents/documents.ts';
import { recipient } from '../../support/samples/notes.ts';
import { sale } from '../../support/samples/sale.ts';
import { testOrm } from '../../support/servers/parts.ts';

let orm: Orm;
let company: string;
let other: string;
beforeAll(async () => {
  orm = await testOrm();
  [company, other] = [(await newCompany(orm)).company.id, (await newCompany(orm)).company.id];
});
afterAll(() => orm.close());

const everyMs = 20;

test('whatever happens to a document changes what is known of its list, and nothing that happens to another company', async () => {
  const seen = [await versionOf(orm, { company })];
  const elsewhere = await versionOf(orm, { company: other });
  const [id, early] = [await processing(company), await processing(company)];
  const happens: (() => Promise<unknown>)[] = [
    async () => {},
    () => changed(`waiting_for = 'SEFAZ', updated_at = now()`, id),
    // committed after another change that began later
    () => changed(`waiting_for = 'outra', updated_at = now() - interval '1 second'`, early),
    () => changed(`waiting_kind = 'ANSWER', waiting_since = now() - interval '5 minutes'`, id),
    () => becomes(orm, id, 'AUTHORIZED'),
    async () => changed(`status = 'DRAFT'`, await processing(company)),
    () => acrossCompanies(orm).execute(`delete from document where status = 'DRAFT' and company_id = ?`, [company]),
  ];
  for (const happen of happens) {
    await happen();
    seen.push(await versionOf(orm, { company }));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(await versionOf(orm, { company })).toBe(seen.at(-1));
  expect(await versionOf(orm, { company: other })).toBe(elsewhere);
});

test('a document changes with its story; another’s leaves it as it was', async () => {
  const [id, neighbour] = [await processing(company), await processing(company)];
  const still = await versionOf(orm, { company, document: neighbour });
  const seen = [await versionOf(orm, { company, document: id })];
  const key = await becomes(orm, id, 'AUTHORIZED');
  const call = `insert into authority_call (id, company_id, tax_id_root, environment, service, subject, started_at)
    values (gen_random_uuid(), ?, '11222333', 'HOMOLOGATION', 'NfeAutorizacao', ?, now())`;
  for (const happen of [
    async () => {},
    () => acrossCompanies(orm).execute(call, [company, key]),
    () => acrossCompanies(orm).execute('update authority_call set ended_at = now() where subject = ?', [key]),
    () => keepEvent(orm, id, { type: 'CORRECTION_LETTER', sequence: 1, procXml: '<e/>' }),
    () => acrossCompanies(orm).execute(call, [company, `ID110110${key}01`]),
  ]) {
    await happen();
    seen.push(await versionOf(orm, { company, document: id }));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(await versionOf(orm, { company, document: neighbour })).toBe(still);
  expect(await versionOf(orm, { company: other, document: id })).toBe(
    await versionOf(orm, { company: other, document: neighbour }),
  );
});

test('who follows is told of each change once, and of one that came before it began; who has left, of none', async () => {
  const watch = listWatch(orm, { everyMs });
  const [stays, leaves] = [new AbortController(), new AbortController()];
  const told: Record<string, string[]> = { stays: [], late: [], leaves: [], elsewhere: [] };
  const follow = (name: string, watched: WatchedPage, version: string, over: AbortController): void =>
    watch.follow(watched, version, over.signal, (now) => void told[name]!.push(now));
  const before = await versionOf(orm, { company });
  follow('elsewhere', { company: other }, await versionOf(orm, { company: other }), stays);
  follow('leaves', { company }, before, leaves);
  leaves.abort();
  const id = await processing(company);
  follow('stays', { company }, await versionOf(orm, { company }), stays);
  follow('late', { company }, before, stays);
  await expect.poll(() => told['late']).toHaveLength(1);
  await becomes(orm, id, 'AUTHORIZED');
  await expect.poll(() => told['stays']).toHaveLength(1);
  const now = await versionOf(orm, { company });
  await setTimeout(5 * everyMs);
  expect(told).toEqual({ stays: [now], late: [expect.any(String), now], leaves: [], elsewhere: [] });
  stays.abort();
});

test('it asks one question at a time, once for all who follow the same, and none when nobody does', async () => {
  const counts = { now: 0, most: 0, all: 0 };
  const watch = listWatch(counting(orm, counts), { everyMs });
  const over = new AbortController();
  let told = 0;
  for (let at = 0; at < 40; at += 1) {
    watch.follow({ company: at % 2 === 0 ? company : other }, 'none', over.signal, () => (told += 1));
  }
  await expect.poll(() => told).toBe(40);
  expect([counts.most, counts.all]).toEqual([1, expect.any(Number)]);
  expect(counts.all).toBeLessThan(20);
  over.abort();
  await setTimeout(2 * everyMs);
  const { all } = counts;
  await setTimeout(5 * everyMs);
  expect(counts.all).toBe(all);
});

test('a database that is away tells nobody anything', async () => {
  const away = { em: { fork: () => { throw new Error('away'); } } } as unknown as Orm; // oxfmt-ignore
  const over = new AbortController();
  listWatch(away, { everyMs }).follow({ company }, 'x', over.signal, () => expect.unreachable());
  await setTimeout(5 * everyMs);
  over.abort();
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

function changed(assignments: string, id: string): Promise<unknown> {
  return acrossCompanies(orm).execute(`update document set ${assignments} where id = ?`, [id]);
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
