import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../../domain/clients/client.entity.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, wrongTypes } from '../contract-fields.ts';
import { newCompany, sale, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
let companyId: string;
beforeAll(async () => {
  api = await startApi();
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterAll(() => api.close());

/** A client with every field, as an ERP writes it. */
const whole = {
  name: '  Padaria   São José Ltda ',
  tradeName: 'Pão Quente',
  document: '11.222.333/0001-81',
  stateRegistration: '110.042.490.114',
  email: 'compras@padaria.example',
  phone: '(11) 3333-4444',
  zipCode: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Loja 2',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  state: 'sp',
  municipalityCode: '3550308',
  isActive: true,
};

test('a client is answered in normal form, with what follows from it, and read again the same', async () => {
  const { status, body } = await create(whole);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    name: 'Padaria São José Ltda',
    tradeName: 'Pão Quente',
    type: 'COMPANY',
    documentType: 'CNPJ',
    document: '11222333000181',
    stateRegistration: '110042490114',
    taxpayerType: 'CONTRIBUINTE',
    isuf: null,
    email: 'compras@padaria.example',
    phone: '1133334444',
    zipCode: '01310100',
    street: 'Avenida Paulista',
    number: '1000',
    complement: 'Loja 2',
    neighborhood: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
    municipalityCode: '3550308',
    country: 'BR',
    isActive: true,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await api.call('GET', pathOf(body), { key })).body).toEqual(body);
});

test('only the name is required, and null means what absence means', async () => {
  const { status, body } = await create({ name: 'Ana' });
  expect(status).toBe(201);
  const optional = Object.keys(whole).filter((field) => field !== 'name');
  const bare = await create({ name: 'Ana', ...Object.fromEntries(optional.map((field) => [field, null])) });
  const anew = { id: expect.any(String), createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(body).toMatchObject({ document: '', documentType: null, type: null, country: 'BR', isActive: true });
  expect(bare.body).toEqual({ ...body, ...anew });
});

test.each([
  ['529.982.247-25', { document: '52998224725', documentType: 'CPF', type: 'INDIVIDUAL' }],
  ['12.abc.345/01de-35', { document: '12ABC34501DE35', documentType: 'CNPJ', type: 'COMPANY' }],
  ['', { document: '', documentType: null, type: null }],
])('from the document %j follows what its owner is', async (document, follows) => {
  expect((await create({ name: 'Ana', document })).body).toMatchObject(follows);
});

test('a client abroad is foreign, with the document as it is', async () => {
  const { body } = await create({ name: 'Acme Inc', document: 'US-123456', country: 'us', street: 'Main St' });
  expect(body).toMatchObject({
    document: 'US-123456',
    documentType: 'FOREIGN',
    type: 'FOREIGN',
    country: 'US',
    state: 'EX',
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ['a CPF with a wrong digit', { document: '52998224724' }, 'document'],
  ['a foreigner with a CPF', { type: 'FOREIGN', documentType: 'CPF', document: '52998224725' }, 'documentType'],
  ['a municipality of another state', { state: 'RJ', municipalityCode: '3550308' }, 'municipalityCode'],
  ['a municipality that IBGE never gave out', { municipalityCode: '3550309' }, 'municipalityCode'],
  ['a state that is not one', { state: 'XX' }, 'state'],
  ['a taxpayer without registration', { taxpayerType: 'CONTRIBUINTE' }, 'stateRegistration'],
  ['a SUFRAMA registration with a wrong digit', { isuf: '210140268' }, 'isuf'],
  ['a short zip code', { zipCode: '123' }, 'zipCode'],
  ['a name with control characters', { name: 'A\u0007na' }, 'name'],
  ['a name of spaces', { name: '   ' }, 'name'],
  ['an unknown field', { nickname: 'Aninha' }, 'nickname'],
])('%s is 400, names the field and stores nothing', async (_what, fields, path) => {
  const before = await stored();
  const { status, body } = await create({ name: 'Ana', ...fields });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(body.issues).toMatchObject([{ path, message: expect.any(String) }]);
  expect(await stored()).toBe(before);
});

const fields = [
  ...fieldsOf('ClientCreation').map((field): [string, string, Field] => ['POST', field.path, field]),
  ...fieldsOf('ClientChanges').map((field): [string, string, Field] => ['PATCH', field.path, field]),
];

test.each(fields)(
  '%s refuses every wrong type of %s, and what is longer than it can keep',
  async (method, path, field) => {
    const target = method === 'PATCH' ? pathOf((await create({ name: 'Ana' })).body) : '/v1/clients';
    const tooLong = field.schema.maxLength === undefined ? [] : ['x'.repeat(field.schema.maxLength + 1)];
    for (const wrong of [...wrongTypes(field.schema), ...tooLong]) {
      const body = { name: 'Ana', [path]: wrong };
      const answer = await api.call(method, target, { key, body });
      expect({ wrong, status: answer.status, code: answer.body.code }).toMatchObject({
        status: 400,
        code: 'validation_error',
      });
      expect(answer.body.issues).toContainEqual({ path, message: expect.any(String) });
    }
  },
);

test('of fifty requests with one document at the same moment one creates it and the others are duplicates', async () => {
  const document = '04.252.011/0001-10';
  const answers = await Promise.all(Array.from({ length: 50 }, () => create({ name: 'Ana', document })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const duplicates = answers.filter(({ status, body }) => status === 422 && body.code === 'duplicate_document');
  expect(duplicates).toHaveLength(49);
  expect(duplicates[0]?.body.issues).toMatchObject([{ path: 'document' }]);
  expect(await stored({ document: '04252011000110' })).toBe(1);
});

test('clients without a document may be many, and another company may have the same document', async () => {
  const document = '33.000.167/0001-01';
  const { key: neighbour } = await newCompany(api.orm);
  const bodies = [{ document }, { document: '' }, { document: '' }];
  for (const caller of [key, neighbour]) {
    const answers = await Promise.all(bodies.map((fields) => create({ name: 'Ana', ...fields }, caller)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  }
});

test('a patch changes what is sent, clears what is null and keeps the rest', async () => {
  const { body } = await create({ ...whole, document: '60.746.948/0001-12' });
  const patched = await patch(body, { tradeName: null, email: 'novo@padaria.example', isActive: false });
  expect(patched.status).toBe(200);
  expect(patched.body).toEqual({
    ...body,
    tradeName: null,
    email: 'novo@padaria.example',
    isActive: false,
    updatedAt: expect.any(String),
  });
  expect((await api.call('GET', pathOf(body), { key })).body).toEqual(patched.body);
  expect((await patch(body, {})).body).toEqual(patched.body);
});

test.each([
  [{ name: null }, ['name']],
  [{ isActive: null }, ['isActive']],
  [{ document: '123' }, ['document']],
  [{ state: 'RJ' }, ['municipalityCode', 'stateRegistration']],
  [{ taxpayerType: 'ISENTO' }, ['stateRegistration']],
])('the patch %j is refused over the whole client, which stays as it was', async (changes, paths) => {
  const created = (await create({ ...whole, document: null })).body;
  const { status, body } = await patch(created, { ...changes, city: 'Outra' });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(body.issues).toMatchObject(paths.map((path) => ({ path })));
  expect((await api.call('GET', pathOf(created), { key })).body).toEqual(created);
});

test('a patch to a document that another client has is a duplicate', async () => {
  const taken = { name: 'Ana', document: '59.291.534/0001-67' };
  await create(taken);
  const { status, body } = await patch((await create({ name: 'Bia' })).body, { document: taken.document });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'duplicate_document' });
});

test('patches of different fields at the same moment lose nothing of each other', async () => {
  const { body } = await create({ name: 'Ana' });
  const names = ['tradeName', 'street', 'number', 'complement', 'neighborhood', 'city'];
  const answers = await Promise.all(names.map((name) => patch(body, { [name]: name })));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
  const together = Object.fromEntries(names.map((name) => [name, name]));
  expect((await api.call('GET', pathOf(body), { key })).body).toMatchObject(together);
});

test('a removed client is gone', async () => {
  const { body } = await create({ name: 'Ana' });
  expect(await api.call('DELETE', pathOf(body), { key })).toMatchObject({ status: 200, body: { success: true } });
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const answer = await api.call(method, pathOf(body), { key, ...(method === 'PATCH' ? { body: {} } : {}) });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

test.each(['GET', 'PATCH', 'DELETE'])('%s of another company’s client, or of no id at all, is 404', async (method) => {
  const { body } = await create({ name: 'Ana' });
  const { key: stranger } = await newCompany(api.orm);
  const options = { key: stranger, ...(method === 'PATCH' ? { body: { name: 'Minha' } } : {}) };
  for (const path of [pathOf(body), `/v1/clients/${randomUUID()}`, '/v1/clients/1']) {
    expect(await api.call(method, path, options)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect((await api.call('GET', pathOf(body), { key })).body).toEqual(body);
});

test('reading asks for clients:read and writing for clients:write', async () => {
  const { key: reader } = await newCompany(api.orm, { scopes: ['clients:read'] });
  const { key: writer } = await newCompany(api.orm, { scopes: ['clients:write'] });
  expect((await api.call('GET', '/v1/clients', { key: reader })).status).toBe(200);
  expect(await create({ name: 'Ana' }, reader)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect((await create({ name: 'Ana' }, writer)).status).toBe(201);
  expect(await api.call('GET', '/v1/clients', { key: writer })).toMatchObject({ status: 403 });
});

test('a client that a document of any status names is 409 client_in_use, and stays', async () => {
  const { body } = await create({ name: 'Ana', document: '390.533.447-05' });
  const { id } = (await issue({ clientId: body.id })).body;
  for (const status of ['DRAFT', 'PROCESSING', 'AUTHORIZED', 'REJECTED', 'CANCELLED'] as const) {
    await acrossCompanies(api.orm).nativeUpdate(Document, { id: String(id) }, { status });
    const answer = await api.call('DELETE', pathOf(body), { key });
    expect({ status, answer }).toMatchObject({ status, answer: { status: 409, body: { code: 'client_in_use' } } });
  }
  expect((await api.call('GET', pathOf(body), { key })).status).toBe(200);
});

test('when a client is removed while a document is created with it, one of the two is told so', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { body } = await create({ name: 'Ana' });
    const [removal, creation] = await Promise.all([
      api.call('DELETE', pathOf(body), { key }),
      issue({ clientId: body.id }),
    ]);
    const outcome = [removal.status, creation.status, removal.body.code ?? creation.body.code];
    expect([
      [200, 422, 'invalid_client'],
      [409, 201, 'client_in_use'],
    ]).toContainEqual(outcome);
  }
});

test('when a client is removed while a document names it inline, the document has one all the same', async () => {
  const client = { name: 'Ana', document: '868.854.650-97' };
  for (let round = 0; round < 20; round += 1) {
    const { body } = await create(client);
    const [removal, creation] = await Promise.all([api.call('DELETE', pathOf(body), { key }), issue({ client })]);
    expect([200, 409]).toContain(removal.status);
    expect(creation.status).toBe(201);
    await acrossCompanies(api.orm).nativeDelete(Document, { id: String(creation.body.id) });
    await acrossCompanies(api.orm).nativeDelete(Client, { company: companyId, document: '86885465097' });
  }
});

test('a document keeps its client as it was, whatever becomes of the record', async () => {
  const { body } = await create({ ...whole, document: '61.695.227/0001-93' });
  const { id } = (await issue({ clientId: body.id })).body;
  await patch(body, { name: 'Outro Nome', document: '191', documentType: 'OTHER', stateRegistration: null });
  const kept = { id: body.id, name: 'Padaria São José Ltda', document: '61695227000193', documentType: 'CNPJ' };
  const { body: detail } = await api.call('GET', `/v1/fiscal-documents/${String(id)}`, { key });
  expect(detail.client).toEqual(kept);
  const row = await acrossCompanies(api.orm).findOneOrFail(Document, { id: String(id) });
  expect(row.clientSnapshot).toMatchObject({ stateRegistration: '110042490114', address: { city: 'São Paulo' } });
});

test('an inactive client is refused by clientId, and taken inline without being changed', async () => {
  const { body } = await create({ name: 'Ana', document: '111.444.777-35', isActive: false });
  expect(await issue({ clientId: body.id })).toMatchObject({ status: 422, body: { code: 'invalid_client' } });
  const inline = await issue({ client: { name: 'Ana Maria', document: '11144477735' } });
  expect(inline.status).toBe(201);
  const { body: detail } = await api.call('GET', `/v1/fiscal-documents/${String(inline.body.id)}`, { key });
  expect(detail.client).toMatchObject({ id: body.id, name: 'Ana Maria' });
  expect((await api.call('GET', pathOf(body), { key })).body).toEqual(body);
});

function create(body: unknown, caller = key) {
  return api.call('POST', '/v1/clients', { key: caller, body });
}

function patch(client: Record<string, unknown>, body: unknown) {
  return api.call('PATCH', pathOf(client), { key, body });
}

function issue(recipient: { client?: unknown; clientId?: unknown }) {
  return api.call('POST', '/v1/fiscal-documents', { key, body: { ...sale(), client: undefined, ...recipient } });
}

function pathOf({ id }: Record<string, unknown>): string {
  return `/v1/clients/${String(id)}`;
}

function stored(filter: { document?: string } = {}): Promise<number> {
  return acrossCompanies(api.orm).count(Client, { company: companyId, ...filter });
}
