import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../fixture.ts';
import { bare, newShop, type Shop } from './shop.ts';

let api: TestApi;
let shelf: Shop;
beforeAll(async () => {
  api = await startApi();
  shelf = await newShop(api);
  await shelf.create({ name: 'Pão de Queijo', code: 'A-100' });
  await shelf.create({ name: 'Anel de vedação', code: 'B-200' });
  await shelf.create({ name: 'Açúcar mascavo', code: 'AÇU_9%' });
});
afterAll(() => api.close());

test('lists are pages, newest first, with exact totals', async () => {
  const shop = await newShop(api);
  const ids: unknown[] = [];
  for (let made = 0; made < 5; made++) ids.unshift((await shop.create(bare())).body.id);
  const page = async (query = '') => {
    const { body } = await shop.list(query);
    return { ids: rowsOf(body).map(({ id }) => id), meta: body.meta };
  };
  expect(await page()).toEqual({ ids, meta: { page: 1, pageSize: 20, total: 5, totalPages: 1 } });
  const second = { page: 2, pageSize: 2, total: 5, totalPages: 3 };
  expect(await page('page=2&pageSize=2')).toEqual({ ids: ids.slice(2, 4), meta: second });
  expect(await page('page=2&pageSize=2&search=Produto')).toEqual({ ids: ids.slice(2, 4), meta: second });
  expect((await page('page=9&search=produto')).ids).toEqual([]);

  await shop.remove(ids[0]);
  expect(await page()).toMatchObject({ ids: ids.slice(1), meta: { total: 4 } });
  expect(await page('search=produto')).toMatchObject({ ids: ids.slice(1), meta: { total: 4 } });
});

test.each<[Record<string, string>, string[]]>([
  [{ search: 'pao' }, ['A-100']],
  [{ search: 'PÃO DE QUEIJO' }, ['A-100']],
  [{ search: 'queij' }, ['A-100']],
  [{ search: '  pão   de ' }, ['A-100']],
  [{ search: 'ueij' }, ['A-100']],
  [{ search: 'acucar' }, ['AÇU_9%']],
  [{ search: 'b-2' }, ['B-200']],
  [{ search: 'a' }, ['AÇU_9%', 'B-200', 'A-100']],
  [{ search: 'aç' }, ['AÇU_9%']],
  [{ search: 'an' }, ['B-200']],
  [{ search: '100' }, ['A-100']],
  [{ search: '%' }, []],
  [{ search: '_' }, []],
  [{ search: 'u_9' }, ['AÇU_9%']],
  [{ search: '_9%' }, ['AÇU_9%']],
  [{ search: '   ' }, ['AÇU_9%', 'B-200', 'A-100']],
  [{ search: '' }, ['AÇU_9%', 'B-200', 'A-100']],
  [{ search: 'nada' }, []],
  [{ code: 'A-100' }, ['A-100']],
  [{ code: 'a-100' }, []],
  [{ code: 'A-1' }, []],
  [{ code: 'A-100', search: 'pao' }, ['A-100']],
  [{ code: 'A-100', search: 'anel' }, []],
  [{ code: 'A-100', page: '2' }, []],
])('of three products %j finds %j', async (query, codes) => {
  const { status, body } = await shelf.list(new URLSearchParams(query).toString());
  expect({ status, codes: rowsOf(body).map(({ code }) => code) }).toEqual({ status: 200, codes });
});

test.each([
  ['page=0', 400],
  ['pageSize=101', 400],
  ['search=%00', 400],
  ['code=%00', 400],
  [`search=${'x'.repeat(101)}`, 400],
  ['name=x', 400],
  ['search=pao+de', 200],
  ['search=a@b:c/d', 200],
  ['code=', 200],
  ['page=1000000000', 200],
  ['page=1000000000&pageSize=100', 200],
  ['page=1000000000&pageSize=100&search=pao', 200],
])('a list asked for with %s answers %i', async (query, status) => {
  expect((await shelf.list(query)).status).toBe(status);
});

function rowsOf({ data }: Record<string, unknown>): { id: string; code: string }[] {
  return z.array(z.object({ id: z.string(), code: z.string() })).parse(data);
}
