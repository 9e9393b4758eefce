import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  key = (await newCompany(api.orm)).key;
  for (const client of clients) {
    const { status, body } = await api.call('POST', '/v1/clients', { key, body: client });
    expect({ status, body }).toMatchObject({ status: 201 });
  }
});
afterAll(() => api.close());

const clients = [
  { name: 'José Antônio da Conceição', document: '529.982.247-25', state: 'SP', email: 'ze.antonio@example.com' },
  { name: 'Padaria São José Ltda', tradeName: 'Pão Quente', document: '11.222.333/0001-81', state: 'SP' },
  { name: 'Açaí do Pará', document: '12.ABC.345/01DE-35', state: 'PA', isActive: false },
  { name: 'Acme Inc', document: 'US-998877', country: 'US' },
  { name: 'Loja 100% Algodão', tradeName: 'Cem_Por_Cento', state: 'RJ' },
  { name: 'Maria Joselita', document: '111.444.777-35', state: 'RJ', isActive: false },
];

test.each([
  ['', [0, 1, 2, 3, 4, 5]],
  ['search=', [0, 1, 2, 3, 4, 5]],
  ['search=%20', [0, 1, 2, 3, 4, 5]],
  ['search=JOSE', [0, 1, 5]],
  ['search=josé', [0, 1, 5]],
  ['search=conceicao', [0]],
  ['search=CONCEIÇÃO', [0]],
  ['search=sao jose', [1]],
  ['search=pao quente', [1]],
  ['search=oselit', [5]],
  ['search=jo', [0, 1, 5]],
  ['search=os', []],
  ['search=ze', [0]],
  ['search=529.982.247-25', [0]],
  ['search=52998224725', [0]],
  ['search=2998224', [0]],
  ['search=982.247', [0]],
  ['search=12.abc.345/01de-35', [2]],
  ['search=US-998877', [3]],
  ['search=ANTONIO@EXAMPLE', [0]],
  ['search=ze.antonio@example.com', [0]],
  ['search=antonio@exemplo', []],
  ['search=@example', [0]],
  ['search=100%25', [4]],
  ['search=%25', []],
  ['search=cem_por', [4]],
  ['search=cem%25por', []],
  ['search=_', []],
  ['search=%5C', []],
  ['search=%27%20or%201%3D1', []],
  ['state=SP', [0, 1]],
  ['state=EX', [3]],
  ['state=EX&documentType=FOREIGN&isActive=true', [3]],
  ['documentType=CNPJ', [1, 2]],
  ['documentType=FOREIGN', [3]],
  ['isActive=false', [2, 5]],
  ['isActive=true', [0, 1, 3, 4]],
  ['state=RJ&isActive=false', [5]],
  ['state=SP&documentType=CPF&isActive=true', [0]],
  ['state=AC', []],
  ['search=jose&state=SP', [0, 1]],
  ['search=jose&documentType=CPF&isActive=false', [5]],
  ['search=acme&state=SP', []],
  ['search=acme&state=EX', [3]],
  ['search=jose&state=EX', []],
])('%j lists what matches, the newest first, and how many', async (query, expected) => {
  const { names, meta } = await list(query);
  expect(names).toEqual(expected.map((index) => clients[index]?.name).reverse());
  expect(meta).toEqual({ page: 1, pageSize: 20, total: expected.length, totalPages: expected.length > 0 ? 1 : 0 });
});

test.each(['', '&search=e', '&isActive=true', '&search=jose'])(
  'the pages of "%s" are the whole list in pieces',
  async (filter) => {
    const whole = await list(`pageSize=100${filter}`);
    for (const pageSize of [1, 2, 3, 4]) {
      const { totalPages } = (await list(`pageSize=${pageSize}${filter}`)).meta;
      expect(totalPages).toBe(Math.ceil(whole.meta.total / pageSize));
      const numbers = Array.from({ length: totalPages + 1 }, (_, index) => index + 1);
      const pages = await Promise.all(numbers.map((page) => list(`page=${page}&pageSize=${pageSize}${filter}`)));
      expect(pages.flatMap(({ names }) => names)).toEqual(whole.names);
    }
  },
);

test.each([
  ['page=0', 'page'],
  ['pageSize=101', 'pageSize'],
  ['page=x', 'page'],
  ['state=XX', 'state'],
  ['documentType=RG', 'documentType'],
  ['isActive=maybe', 'isActive'],
  ['name=Ana', 'name'],
  ['search=a%00b', 'search'],
  [`search=${'x'.repeat(101)}`, 'search'],
])('the query %j is 400 and names %s', async (query, path) => {
  const { status, body } = await api.call('GET', `/v1/clients?${query}`, { key });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(body.issues).toMatchObject([{ path }]);
});

test.each(['page=1000000000&pageSize=100', 'page=1000000000&pageSize=100&search=jose'])(
  'a page far beyond the end is empty: %s',
  async (query) => {
    expect((await list(query)).names).toEqual([]);
  },
);

test('another company sees none of them, whatever it searches', async () => {
  const { key: stranger } = await newCompany(api.orm);
  for (const query of ['', 'search=jose', 'search=j', 'state=SP']) {
    expect(await list(query, stranger)).toMatchObject({ names: [], meta: { total: 0 } });
  }
});

const answer = z.object({
  data: z.array(z.object({ name: z.string() })),
  meta: z.object({ page: z.number(), pageSize: z.number(), total: z.number(), totalPages: z.number() }),
});

async function list(query: string, caller = key) {
  const { status, body } = await api.call('GET', `/v1/clients?${query}`, { key: caller });
  expect({ status, body }).toMatchObject({ status: 200 });
  const { data, meta } = answer.parse(body);
  return { names: data.map(({ name }) => name), meta };
}
