import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Document } from '../../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../../operations/in-company.ts';
import { linkOf, newOffice } from '../../../support/rows/office.ts';
import { newCompany, sale, startApi, type TestApi } from '../../fixture.ts';
import { issuesOf } from '../../store.ts';
import { becomes, keepEvent } from './documents.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const answer = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string() })),
  meta: z.strictObject({
    pageSize: z.number(),
    nextCursor: z.string(),
    hasMore: z.boolean(),
    page: z.null(),
    total: z.null(),
    totalPages: z.null(),
  }),
});
type Query = Record<string, string>;
const everything = { changedSince: '1970-01-01T00:00:00Z' };

async function newShop() {
  const { company, key } = await newCompany(api.orm, { environment: 'PRODUCTION' });
  const list = (query: Query) =>
    api.call('GET', `/v1/fiscal-documents?${new URLSearchParams(query).toString()}`, { key });
  return {
    company,
    key,
    list,
    async create(changes: Record<string, unknown> = {}): Promise<string> {
      const { body } = await api.call('POST', '/v1/fiscal-documents', { key, body: sale(changes) });
      return z.string().parse(body.id);
    },
    async page(query: Query) {
      const { status, body, text } = await list(query);
      expect([status, text]).toEqual([200, expect.anything()]);
      return answer.parse(body);
    },
    /** Reads a whole round: what came, in order, and the cursor of the next round. */
    async round(query: Query, filters: Query = {}) {
      const ids: string[] = [];
      let next = query;
      for (;;) {
        const { data, meta } = await this.page({ ...next, ...filters });
        ids.push(...data.map(({ id }) => id));
        next = { cursor: meta.nextCursor };
        if (!meta.hasMore) return { ids, next };
      }
    },
  };
}

test('a first round gives every document once, and each later one what changed since', async () => {
  const shop = await newShop();
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await shop.create());
  const first = await shop.round({ ...everything, pageSize: '2' });
  expect(first.ids).toEqual(ids);
  expect((await shop.round(first.next)).ids).toEqual([]);
  await becomes(api.orm, ids[3], 'AUTHORIZED');
  await becomes(api.orm, ids[1], 'REJECTED');
  const sixth = await shop.create();
  const second = await shop.page(first.next);
  expect(second.data.map(({ id, status }) => [id, status])).toEqual([
    [ids[3], 'AUTHORIZED'],
    [ids[1], 'REJECTED'],
    [sixth, 'DRAFT'],
  ]);
  expect(second.meta.hasMore).toBe(false);
  // The older cursor still returns what it did.
  expect((await shop.round(first.next)).ids).toEqual([ids[3], ids[1], sixth]);
});

test('an empty page has a cursor too, and it finds what comes later', async () => {
  const shop = await newShop();
  const { data, meta } = await shop.page(everything);
  expect([data, meta.hasMore]).toEqual([[], false]);
  const id = await shop.create();
  expect((await shop.round({ cursor: meta.nextCursor })).ids).toEqual([id]);
});

test('a document that changes during a round comes again, in its newest state', async () => {
  const shop = await newShop();
  const ids = [await shop.create(), await shop.create(), await shop.create()];
  const first = await shop.page({ ...everything, pageSize: '1' });
  expect(first.data).toMatchObject([{ id: ids[0], status: 'DRAFT' }]);
  await becomes(api.orm, ids[0], 'AUTHORIZED');
  await becomes(api.orm, ids[2], 'AUTHORIZED');
  const rest = await shop.page({ cursor: first.meta.nextCursor });
  expect(rest.meta.hasMore).toBe(false);
  expect(rest.data.map(({ id, status }) => [id, status])).toEqual([
    [ids[1], 'DRAFT'],
    [ids[0], 'AUTHORIZED'],
    [ids[2], 'AUTHORIZED'],
  ]);
});

describe('changedSince', () => {
  test('takes in a change at that very moment, whatever the offset, and leaves out what is older', async () => {
    const shop = await newShop();
    const [before, at] = [await shop.create(), await shop.create()];
    await changedAt(before, '2026-10-31T23:59:59.999-03:00');
    await changedAt(at, '2026-11-01T00:00:00-03:00');
    for (const changedSince of [
      '2026-11-01T00:00:00-03:00',
      '2026-11-01T03:00:00Z',
      '2026-11-01T03:00:00.000z',
      '2026-11-01T05:00+02:00',
      '2026-11-01T05:00:00 02:00', // a plus that was not encoded arrives as a space
    ]) {
      expect((await shop.round({ changedSince })).ids).toEqual([at]);
    }
    expect((await shop.round({ changedSince: '2026-11-01T00:00:00.001-03:00' })).ids).toEqual([]);
    expect((await shop.round({ changedSince: '0000-01-01T00:00:00Z' })).ids).toEqual([before, at]);
  });

  test('in the future gives nothing at first, and a cursor that finds what happens from now on', async () => {
    const shop = await newShop();
    await shop.create();
    const { ids, next } = await shop.round({ changedSince: '9999-12-31T23:59:59-03:00' });
    expect(ids).toEqual([]);
    const later = await shop.create();
    expect((await shop.round(next)).ids).toEqual([later]);
  });

  test('counts an event that the document shows as a change of it', async () => {
    const shop = await newShop();
    const [corrected, untouched] = [await shop.create(), await shop.create()];
    for (const id of [corrected, untouched]) {
      await becomes(api.orm, id, 'AUTHORIZED');
      await changedAt(id, '2026-10-01T00:00:00Z');
    }
    const { next } = await shop.round(everything);
    await keepEvent(api.orm, corrected, { type: 'CORRECTION_LETTER', sequence: 1, procXml: '<proc/>' });
    expect((await shop.round(next)).ids).toEqual([corrected]);
    expect((await shop.round({ changedSince: '2026-10-02T00:00:00Z' })).ids).toEqual([corrected]);
  });

  test.each([
    'ontem',
    '2026-11-01',
    '2026-11-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2026-11-01T25:00:00Z',
    '1762000000',
  ])('%s is no moment', async (changedSince) => {
    const { list } = await newShop();
    const { status, body } = await list({ changedSince });
    expect([status, body.code, issuesOf(body)]).toEqual([
      400,
      'validation_error',
      [{ path: 'changedSince', message: expect.stringContaining('ISO 8601') }],
    ]);
  });
});

describe('filters', () => {
  test('environment, type and externalId narrow a synchronization as they narrow the list', async () => {
    const shop = await newShop();
    const sold = await shop.create({ externalId: 'venda 1/á' });
    const consumer = await shop.create({
      type: 'NFCE',
      client: { name: 'Consumidor', document: '' },
      payments: [{ method: 'PIX', value: 100 }],
    });
    const trial = await shop.create({ externalId: 'venda 1/á' });
    const em = acrossCompanies(api.orm);
    await em.nativeUpdate(Document, { id: trial }, { environment: 'HOMOLOGATION' });
    await em.execute(`update document_sync set environment = 'HOMOLOGATION' where document_id = ?`, [trial]);
    const cases: [Query, string[]][] = [
      [{}, [sold, consumer]],
      [{ environment: 'HOMOLOGATION' }, [trial]],
      [{ environment: 'ALL' }, [sold, consumer, trial]],
      [{ type: 'NFCE' }, [consumer]],
      [{ type: 'NFSE' }, []],
      [{ externalId: 'venda 1/á' }, [sold]],
      [{ externalId: 'venda 1/á', environment: 'ALL' }, [sold, trial]],
      [{ externalId: 'venda 1' }, []],
    ];
    for (const [filters, ids] of cases) {
      expect([filters, new Set((await shop.round({ ...everything, pageSize: '1' }, filters)).ids)]).toEqual([
        filters,
        new Set(ids),
      ]);
    }
  });

  test('externalId narrows the list, too, with an exact total', async () => {
    const shop = await newShop();
    const ids = [await shop.create({ externalId: 'v-1' }), await shop.create({ externalId: 'v-1' })];
    await shop.create({ externalId: 'v-2' });
    await becomes(api.orm, ids[0], 'AUTHORIZED');
    const listed = async (query: Query) => {
      const { body } = await shop.list(query);
      return z
        .object({ data: z.array(z.object({ id: z.string() })), meta: z.object({ total: z.number() }) })
        .parse(body);
    };
    expect(await listed({ externalId: 'v-1', pageSize: '1' })).toMatchObject({
      data: [{ id: ids[1] }],
      meta: { total: 2 },
    });
    expect(await listed({ externalId: 'v-1', pageSize: '1', page: '2' })).toMatchObject({ data: [{ id: ids[0] }] });
    expect(await listed({ externalId: 'v-1', status: 'DRAFT' })).toMatchObject({
      data: [{ id: ids[1] }],
      meta: { total: 1 },
    });
    expect(await listed({ externalId: 'v-1', type: 'NFSE' })).toMatchObject({ data: [], meta: { total: 0 } });
    expect(await listed({ externalId: 'v-1', environment: 'HOMOLOGATION' })).toMatchObject({ data: [] });
    expect((await shop.list({ externalId: 'x'.repeat(100) })).status).toBe(200);
    for (const externalId of ['x'.repeat(101), '\0', '']) {
      const { status, body } = await shop.list({ externalId });
      expect([externalId, status, body.code]).toEqual([externalId, 400, 'validation_error']);
    }
  });

  test('status, other filters, and a page beside cursor or changedSince, are refused in words', async () => {
    const shop = await newShop();
    const { next } = await shop.round(everything);
    for (const begun of [everything, next]) {
      for (const [name, value] of [
        ['status', 'AUTHORIZED'],
        ['page', '2'],
        ['search', 'padaria'],
        ['clientId', '019ab1c2-3d4e-7f50-8a6b-000000000001'],
        ['waiting', 'true'],
      ] as const) {
        const { status, body } = await shop.list({ ...begun, [name]: value });
        expect([status, body.code, issuesOf(body).map(({ path }) => path)]).toEqual([400, 'validation_error', [name]]);
      }
    }
    const { status, body } = await shop.list({ ...everything, ...next });
    expect([status, issuesOf(body).map(({ path }) => path)]).toEqual([400, ['cursor']]);
  });

  test('pages have 1 to 100 rows, and their size may change from one to the next', async () => {
    const shop = await newShop();
    const ids = [await shop.create(), await shop.create(), await shop.create()];
    for (const pageSize of ['0', '101', 'x']) expect((await shop.list({ ...everything, pageSize })).status).toBe(400);
    const first = await shop.page({ ...everything, pageSize: '1' });
    expect(first.meta).toMatchObject({ pageSize: 1, hasMore: true });
    const rest = await shop.page({ cursor: first.meta.nextCursor, pageSize: '100' });
    expect(rest.meta).toMatchObject({ pageSize: 100, hasMore: false });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await shop.page({ cursor: rest.meta.nextCursor })).meta.pageSize).toBe(20);
  });
});

test('a draft that was removed comes as its id', async () => {
  const shop = await newShop();
  const [kept, removed] = [await shop.create(), await shop.create({ externalId: 'v-9' })];
  const cursor = (await shop.page(everything)).meta.nextCursor;
  await api.call('DELETE', `/v1/fiscal-documents/${removed}`, { key: shop.key });
  const mark = { id: removed, deleted: true };
  for (const query of [{ cursor }, { ...everything, externalId: 'v-9' }])
    expect((await shop.list(query)).body.data).toEqual([mark]);
  expect((await shop.list(everything)).body.data).toEqual([expect.objectContaining({ id: kept }), mark]);
});

describe('a cursor', () => {
  test('of another company, made up, cut, longer, or with other filters, is refused in words', async () => {
    const [shop, other] = [await newShop(), await newShop()];
    await shop.create();
    const { meta } = await shop.page(everything);
    const foreign = (await other.page(everything)).meta.nextCursor;
    const own = meta.nextCursor;
    const refused: Query[] = [
      { cursor: foreign },
      { cursor: own.slice(0, -1) },
      { cursor: `${own}A` },
      { cursor: 'feito-a-mao' },
      { cursor: `${own.slice(0, 4)}${own[4] === 'A' ? 'B' : 'A'}${own.slice(5)}` },
      { cursor: own, environment: 'ALL' },
      { cursor: own, type: 'NFE' },
      { cursor: own, externalId: 'v-1' },
    ];
    for (const query of refused) {
      const { status, body } = await shop.list(query);
      expect([status, body.code, issuesOf(body)]).toEqual([
        400,
        'validation_error',
        [{ path: 'cursor', message: expect.stringContaining('changedSince') }],
      ]);
    }
    expect((await shop.list({ cursor: own, environment: 'PRODUCTION' })).status).toBe(200);
  });

  test('serves the company and its office alike, each with its own paths', async () => {
    const shop = await newShop();
    const { office, key } = await newOffice(api.orm);
    await linkOf(api.orm, office, shop.company);
    const id = await shop.create();
    await becomes(api.orm, id, 'AUTHORIZED');
    const base = `/v1/accounting/companies/${shop.company.id}/fiscal-documents`;
    const began = await api.call('GET', `${base}?changedSince=1970-01-01T00:00:00Z`, { key });
    const { data, meta } = answer.parse(began.body);
    expect(began.body.data).toMatchObject([{ id, pdfUrl: `${base}/${id}/danfe` }]);
    expect(data).toHaveLength(1);
    const later = await shop.create();
    await api.call('DELETE', `/v1/fiscal-documents/${await shop.create()}`, { key: shop.key });
    const { body } = await shop.list({ cursor: meta.nextCursor });
    expect(body.data).toMatchObject([{ id: later }, { deleted: true }]);
    const next = await api.call('GET', `${base}?cursor=${meta.nextCursor}`, { key });
    expect(next.body).toMatchObject({ data: [{ id: later }, { deleted: true }] });
  });
});

/** Sets the moment of the document's last change, and that nobody has read it since. */
async function changedAt(id: string, moment: string): Promise<void> {
  const em = acrossCompanies(api.orm);
  await em.execute('update document set updated_at = ? where id = ?', [moment, id]);
  await em.execute('update document_sync set changed_at = ? where document_id = ?', [moment, id]);
}
