import { afterAll, beforeAll, expect, test } from 'vitest';
import { Carrier } from '../../../domain/carriers/carrier.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
let stranger: string;
beforeAll(async () => {
  api = await startApi();
  key = (await newCompany(api.orm)).key;
  stranger = (await newCompany(api.orm)).key;
});
afterAll(() => api.close());

const whole = {
  name: 'Rápido Sul Transportes Ltda',
  document: '11.222.333/0001-81',
  stateRegistration: '110.042.490.114',
  anttCode: '12345678',
  email: 'notas@rapidosul.example',
  street: 'Rodovia Anhanguera',
  number: 'km 20',
  city: 'São Paulo',
  state: 'sp',
};

test('a carrier is created in normal form and read back', async () => {
  const { status, body } = await create(whole);
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      ...whole,
      id: expect.any(String),
      document: '11222333000181',
      documentType: 'CNPJ',
      stateRegistration: '110042490114',
      state: 'SP',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  });
  expect((await one(String(body.id))).body).toEqual(body);
});

test('only the name is needed, and null is the same as absent', async () => {
  const { body: bare } = await create({ name: 'Autônomo' });
  const nulls = { document: null, documentType: null, stateRegistration: null, anttCode: null };
  const { body } = await create({ name: 'Autônomo', ...nulls, street: null, number: null, city: null, state: null });
  const said = ({ id: _id, createdAt: _created, updatedAt: _updated, ...rest }: Record<string, unknown>) => rest;
  expect(said(body)).toEqual(said(bare));
  expect(bare).toMatchObject({ document: '', documentType: null, city: null });
});

test('a document is registered once, also among 50 requests at the same moment; empty ones may be many', async () => {
  const { key } = await newCompany(api.orm);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => create({ name: `Autônomo ${at}`, document: '529.982.247-25' }, key)),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(49);
  expect(new Set(refused.map(({ status, body }) => `${status} ${String(body.code)}`))).toEqual(
    new Set(['422 duplicate_document']),
  );
  expect(refused[0]?.body.issues).toMatchObject([{ path: 'document' }]);
  expect((await list('', key)).body.meta).toMatchObject({ total: 1 });
  expect((await create({ name: 'Outro', document: '52998224725' }, stranger)).status).toBe(201);
});

test('a change keeps what is not sent, clears what is null and answers the whole carrier', async () => {
  const { body } = await create({ ...whole, document: '12.ABC.345/01DE-35' });
  const id = String(body.id);
  const changed = await change(id, { city: null, name: 'Rápido Norte' });
  expect(changed.status).toBe(200);
  expect(changed.body).toEqual({ ...body, city: null, name: 'Rápido Norte', updatedAt: expect.any(String) });
  expect((await change(id, {})).body).toMatchObject({ name: 'Rápido Norte', document: '12ABC34501DE35' });
  expect((await change(id, { document: null })).body).toMatchObject({ document: '', documentType: null });
  expect((await one(id)).body).toMatchObject({ document: '', name: 'Rápido Norte' });
});

test('changes at the same moment do not lose one another', async () => {
  const { body } = await create({ name: 'Corrida' });
  const id = String(body.id);
  await Promise.all([
    change(id, { city: 'Campinas' }),
    change(id, { street: 'Rua A' }),
    change(id, { number: '7' }),
    change(id, { anttCode: '87654321' }),
  ]);
  expect((await one(id)).body).toMatchObject({ city: 'Campinas', street: 'Rua A', number: '7', anttCode: '87654321' });
});

test('a document of another carrier is refused in a change too', async () => {
  const { key } = await newCompany(api.orm);
  await create(whole, key);
  const { body } = await create({ name: 'Outra' }, key);
  const answer = await change(String(body.id), { document: '11222333000181' }, key);
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 422, code: 'duplicate_document' });
  expect((await one(String(body.id), key)).body).toMatchObject({ document: '' });
});

test('a removed carrier is in no list, is found no more, frees its document and stays for its documents', async () => {
  const { key } = await newCompany(api.orm);
  const { body } = await create(whole, key);
  const id = String(body.id);
  expect((await call('DELETE', `/${id}`, key)).body).toEqual({ success: true });
  expect((await list('', key)).body).toMatchObject({ data: [], meta: { total: 0 } });
  for (const [method, sent] of [['GET'], ['PATCH', { name: 'De volta' }], ['DELETE']] as const) {
    expect({ method, ...code(await call(method, `/${id}`, key, sent)) }).toEqual({
      method,
      status: 404,
      code: 'not_found',
    });
  }
  expect(await acrossCompanies(api.orm).findOneOrFail(Carrier, { id })).toMatchObject({ name: whole.name });
  expect((await create(whole, key)).status).toBe(201);
});

test('another company finds, changes and removes none of it', async () => {
  const { body } = await create({ name: 'Minha' });
  const path = `/${String(body.id)}`;
  for (const [method, sent] of [['GET'], ['PATCH', { name: 'Sua' }], ['DELETE']] as const) {
    expect(code(await call(method, path, stranger, sent))).toEqual({ status: 404, code: 'not_found' });
  }
  expect((await one(String(body.id))).body).toMatchObject({ name: 'Minha' });
  expect((await list('?search=minha', stranger)).body.data).toEqual([]);
});

test('the list shows the newest first, page by page, with exact totals', async () => {
  const { key } = await newCompany(api.orm);
  for (const name of ['Um', 'Dois', 'Três']) await create({ name }, key);
  const pages = await Promise.all(['?pageSize=2', '?pageSize=2&page=2'].map((query) => list(query, key)));
  expect(pages.map(names)).toEqual([['Três', 'Dois'], ['Um']]);
  expect(pages[0]?.body.meta).toEqual({ page: 1, pageSize: 2, total: 3, totalPages: 2 });
});

test.each([
  ['RAPIDO sul', ['Rápido Sul']],
  ['ido s', ['Rápido Sul']],
  ['11.222.333/0001-81', ['Rápido Sul']],
  ['222333', ['Rápido Sul']],
  ['ra', ['Rápido Sul']],
  ['50%', ['Frete 50%_x']],
  ['%_x', ['Frete 50%_x']],
  ['%%%', []],
  ['___', []],
  ['ido', ['Rápido Sul', 'Partido']],
  ['', ['Frete 50%_x', 'Rápido Sul', 'Partido']],
  ['nada disso', []],
])('a search for %j finds %j', async (search, expected) => {
  const { key } = await newCompany(api.orm);
  await create({ name: 'Partido' }, key);
  await create({ name: 'Rápido Sul', document: '11222333000181' }, key);
  await create({ name: 'Frete 50%_x' }, key);
  const found = await list(`?search=${encodeURIComponent(search)}`, key);
  expect(found.status).toBe(200);
  expect(names(found)).toEqual(expected);
});

test.each([
  [{}, 'name'],
  [{ name: null }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'X' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ name: 'A\u0000B' }, 'name'],
  [{ ...whole, document: 11222333000181 }, 'document'],
  [{ ...whole, document: '11222333000182' }, 'document'],
  [{ ...whole, documentType: 'RG' }, 'documentType'],
  [{ ...whole, documentType: 'CPF' }, 'documentType'],
  [{ ...whole, state: 'XX' }, 'state'],
  [{ ...whole, state: null }, 'state'],
  [{ ...whole, stateRegistration: 'ABC' }, 'stateRegistration'],
  [{ ...whole, anttCode: '12/34#' }, 'anttCode'],
  [{ ...whole, street: 'x'.repeat(60) }, 'street'],
  [{ ...whole, fleet: [] }, 'fleet'],
])('a carrier of %j is 400 and names %s', async (body, path) => {
  const answer = await create(body);
  expect(code(answer)).toEqual({ status: 400, code: 'validation_error' });
  expect(answer.body.issues).toMatchObject([{ path }]);
});

test.each([[{ name: null }], [{ name: '' }], [{ id: 'x' }], [{ deletedAt: null }]])(
  'a change of %j is 400',
  async (body) => {
    const { body: made } = await create({ name: 'Fixa' });
    expect(code(await change(String(made.id), body))).toEqual({ status: 400, code: 'validation_error' });
  },
);

test('a value outside a list is told the values that may be written', async () => {
  const { body } = await create({ ...whole, documentType: 'RG' });
  expect(body.issues).toEqual([{ path: 'documentType', message: 'deve ser um destes: CNPJ, CPF' }]);
});

test('each operation asks for its scope', async () => {
  const { key: reader } = await newCompany(api.orm, { scopes: ['carriers:read'] });
  const { key: writer } = await newCompany(api.orm, { scopes: ['carriers:write'] });
  expect((await list('', reader)).status).toBe(200);
  expect((await create({ name: 'Não pode' }, reader)).status).toBe(403);
  expect((await create({ name: 'Pode' }, writer)).status).toBe(201);
  expect((await list('', writer)).status).toBe(403);
});

type Answer = Awaited<ReturnType<TestApi['call']>>;

function call(method: string, path: string, as: string, body?: unknown): Promise<Answer> {
  return api.call(method, `/v1/carriers${path}`, { key: as, body });
}

function create(body: unknown, as = key): Promise<Answer> {
  return call('POST', '', as, body);
}

function change(id: string, body: unknown, as = key): Promise<Answer> {
  return call('PATCH', `/${id}`, as, body);
}

function one(id: string, as = key): Promise<Answer> {
  return call('GET', `/${id}`, as);
}

function list(query: string, as = key): Promise<Answer> {
  return call('GET', query, as);
}

function code({ status, body }: Answer) {
  return { status, code: body.code };
}

function names({ body }: Answer): unknown[] {
  return Array.isArray(body.data) ? body.data.map((row: { name: unknown }) => row.name) : [];
}
