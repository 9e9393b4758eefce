import { z } from 'zod';
import { acrossCompanies } from '../../operations/in-company.ts';
import { percentile } from '../figures/percentile.ts';
import type { Ask, Question } from '../figures/requests.ts';
import type { FilledApi } from '../filled-api.ts';

const answer = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ nextCursor: z.string(), hasMore: z.boolean() }),
});
type Query = Record<string, string>;

/** Has all documents of the company numbered, which the first request for synchronization does. */
export async function firstNumbers(ask: Ask): Promise<string> {
  const start = performance.now();
  for (let requests = 1; ; requests += 1) {
    const { data } = await read(ask, { changedSince: '1970-01-01T00:00:00Z' });
    if (data.length > 0) return `${((performance.now() - start) / 1_000).toFixed(1)} s in ${requests} requests`;
  }
}

/** Pages of first rounds and of later ones; a tenth of the documents changed since the later ones began. */
export async function syncQuestions(filled: FilledApi, ask: Ask): Promise<Question[]> {
  const behindAll = await cursorOf(ask, { changedSince: '9999-01-01T00:00:00Z' });
  const inTheMiddle = await cursorOf(ask, { changedSince: since(365), pageSize: '100' });
  const ofTrials = await cursorOf(ask, { changedSince: '9999-01-01T00:00:00Z', environment: 'HOMOLOGATION' });
  await touchTenth(filled);
  await firstNumbers(ask);
  const nothingNew = await cursorOf(ask, { changedSince: '9999-01-01T00:00:00Z' });
  return [
    page('sync: first page', { changedSince: '1970-01-01T00:00:00Z' }),
    page('sync: first page of 100', { changedSince: '1970-01-01T00:00:00Z', pageSize: '100' }),
    page('sync: first page of 100, of a year', { changedSince: since(365), pageSize: '100' }),
    page('sync: first page of 100, of a day', { changedSince: since(1), pageSize: '100' }),
    page('sync: page of 100 inside a first round', { cursor: inTheMiddle, pageSize: '100' }),
    page('sync: page of 100, 100,000 changed', { cursor: behindAll, pageSize: '100' }),
    page('sync: page of 100 of a rare kind, 100,000 changed', {
      ...{ cursor: ofTrials, environment: 'HOMOLOGATION', pageSize: '100' },
    }),
    page('sync: nothing changed', { cursor: nothingNew }),
    page('sync: one sale', { changedSince: '1970-01-01T00:00:00Z', environment: 'ALL', externalId: 'sale 500' }),
    page('externalId', { environment: 'ALL', externalId: 'sale 500' }),
  ];
}

/** Times requests that first have to number this many changes. */
export async function numberingTimes({ orm, companyId }: FilledApi, ask: Ask): Promise<string[][]> {
  const em = acrossCompanies(orm);
  const rows: string[][] = [];
  for (const marks of [1, 100, 5_000]) {
    const timesMs: number[] = [];
    for (let run = 0; run < 10; run += 1) {
      const cursor = await cursorOf(ask, { changedSince: '9999-01-01T00:00:00Z' });
      await em.execute(
        `update document set updated_at = now() where id in (
           select id from document where company_id = ? and environment = 'PRODUCTION' order by id desc limit ?)`,
        [companyId, marks],
      );
      const start = performance.now();
      await read(ask, { cursor });
      timesMs.push(performance.now() - start);
    }
    rows.push([String(marks), percentile(timesMs, 0.5).toFixed(1), percentile(timesMs, 0.95).toFixed(1)]);
  }
  return rows;
}

async function touchTenth({ orm, companyId }: FilledApi): Promise<void> {
  const em = acrossCompanies(orm);
  await em.execute(`update document set updated_at = now() where company_id = ? and number % 10 = 3`, [companyId]);
  await em.execute('vacuum analyze document');
  await em.execute('vacuum analyze document_sync');
}

async function cursorOf(ask: Ask, query: Query): Promise<string> {
  return (await read(ask, query)).meta.nextCursor;
}

async function read(ask: Ask, query: Query): Promise<z.infer<typeof answer>> {
  return answer.parse(JSON.parse(await ask(pathOf(query))));
}

function page(what: string, query: Query): Question {
  return { what, paths: [pathOf(query)] };
}

function pathOf(query: Query): string {
  return `/v1/fiscal-documents?${new URLSearchParams(query).toString()}`;
}

function since(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
