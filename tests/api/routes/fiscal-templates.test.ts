import { afterAll, beforeAll, expect, test } from 'vitest';
import { FiscalTemplate, type TemplateSource } from '../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { issuer } from '../../support/samples/notes.ts';
import { newCompany, startApi, type TestApi } from '../fixture.ts';

let api: TestApi;
let key: string;
let simples: string;
beforeAll(async () => {
  api = await startApi();
  key = (await newCompany(api.orm, { settings: { ...issuer.settings, taxRegime: 'NORMAL', taxDefaults: {} } })).key;
  simples = (await newCompany(api.orm, { settings: { ...issuer.settings, taxRegime: 'SIMPLES', taxDefaults: {} } }))
    .key;
});
afterAll(() => api.close());

test('a template for goods is kept in normal form and read back, every field of its type there', async () => {
  const { status, body } = await create({
    name: '  Venda   com  redução ',
    type: 'NFE',
    operationNature: ' Venda  de mercadoria ',
    ncm: '1901.20.90',
    cest: '17.093.00',
    cfop: '5.102',
    icmsOrigin: '0',
    icmsCst: '20',
    icmsRate: 18,
    icmsRedBc: '33.33',
    pisCst: '01',
    pisRate: 1.65,
    cofinsCst: '01',
    cofinsRate: '7.6',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Venda com redução',
    type: 'NFE',
    source: 'company',
    operationNature: 'Venda de mercadoria',
    ncm: '19012090',
    cest: '1709300',
    cfop: '5102',
    icmsCst: '20',
    icmsRate: '18.0000',
    icmsRedBc: '33.3300',
    pisRate: '1.6500',
    cofinsRate: '7.6000',
    icmsStMva: null,
    ibsCbsClassification: null,
  });
  expect(body).not.toHaveProperty('serviceCode');
  expect((await call('GET', `/${String(body.id)}`)).body).toEqual(body);
});

test('a template for services is kept in normal form, with the fields of the DPS', async () => {
  const { status, body } = await create({
    name: 'Suporte',
    type: 'NFSE',
    serviceCode: '01.07.01',
    serviceDescription: 'Suporte técnico em informática',
    nbsCode: '1.1502.10.00',
    issTaxation: '1',
    issWithholding: '1',
    issRate: 2.9,
  });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { type: 'NFSE', serviceCode: '010701', nbsCode: '115021000', issRate: '2.9000', irrfRate: null },
  });
  expect(body).not.toHaveProperty('cfop');
  expect((await call('GET', `/${String(body.id)}`)).body).toEqual(body);
});

test('only name and type are needed, and null is the same as absent', async () => {
  const { body } = await create({ name: 'Vazio', type: 'NFE' });
  const said = ({ id: _id, createdAt: _created, updatedAt: _updated, ...rest }: Record<string, unknown>) => rest;
  const nulls = Object.fromEntries(Object.keys(said(body)).map((name) => [name, null]));
  delete nulls['source'];
  const { status, body: same } = await create({ ...nulls, name: 'Vazio', type: 'NFE' });
  expect({ status, said: said(same) }).toEqual({ status: 201, said: said(body) });
});

test('fields are merged with the stored ones, and the result is checked as a whole', async () => {
  const st = { icmsCst: '10', icmsRate: 18, icmsStModBc: '4', icmsStMva: 40, icmsStRate: 18 };
  const { body } = await create({ name: 'ST', type: 'NFE', cfop: '5403', ...st });
  const id = String(body.id);
  expect((await change(id, { icmsStMva: '55.5' })).body).toMatchObject({ icmsStMva: '55.5000', icmsStRate: '18.0000' });
  const refused = await change(id, { icmsStMva: null });
  expect(code(refused)).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(refused.body.issues).toMatchObject([{ path: 'icmsStMva' }]);
  const plain = await change(id, { icmsCst: '00', name: 'Sem ST' });
  expect(plain.body).toMatchObject({ name: 'Sem ST', cfop: '5403', icmsCst: '00', icmsStMva: null, icmsStModBc: null });
  expect(plain.body.icmsRate).toBe('18.0000');
  expect((await change(id, { cfop: null, operationNature: 'Venda' })).body).toMatchObject({
    cfop: null,
    operationNature: 'Venda',
    icmsCst: '00',
  });
  expect((await call('GET', `/${id}`)).body).toMatchObject({ cfop: null, icmsStMva: null, icmsCst: '00' });
});

test('a change that says nothing of taxes leaves them, even where the company has moved to another regime', async () => {
  const { company, key } = await newCompany(api.orm, { settings: { ...issuer.settings, taxRegime: 'NORMAL' } });
  const { body } = await create({ name: 'Venda', type: 'NFE', icmsCst: '00', icmsRate: 18 }, key);
  await api.orm.em
    .fork()
    .execute(`update company set settings = settings || '{"taxRegime":"SIMPLES"}' where id = ?`, [company.id]);
  const id = String(body.id);
  expect((await change(id, { name: 'Renomeado' }, key)).body).toMatchObject({ name: 'Renomeado', icmsCst: '00' });
  expect(code(await change(id, { icmsRate: 12 }, key))).toEqual({ status: 422, code: 'invalid_taxation' });
  expect((await change(id, { icmsCst: '102' }, key)).body).toMatchObject({ icmsCst: '102', icmsRate: null });
});

test('the type stays what it is', async () => {
  const { body } = await create({ name: 'Venda', type: 'NFE' });
  const refused = await change(String(body.id), { type: 'NFSE' });
  expect(code(refused)).toEqual({ status: 400, code: 'validation_error' });
  expect(refused.body.issues).toMatchObject([{ path: 'type' }]);
  expect((await change(String(body.id), { type: 'NFE' })).status).toBe(200);
});

test.each([
  [{ cfop: '51' }, 422, 'invalid_cfop', 'cfop'],
  [{ cfop: '4102' }, 422, 'invalid_cfop', 'cfop'],
  [{ cfop: '51O2' }, 422, 'invalid_cfop', 'cfop'],
  [{ cest: '123456' }, 422, 'invalid_cest', 'cest'],
  [{ ncm: '1234567' }, 400, 'validation_error', 'ncm'],
  [{ icmsCst: '102' }, 422, 'invalid_taxation', 'icmsCst'],
  [{ icmsCst: '03' }, 422, 'invalid_taxation', 'icmsCst'],
  [{ icmsCst: '20', icmsRate: 18 }, 422, 'invalid_taxation', 'icmsRedBc'],
  [{ icmsRate: 100.01 }, 422, 'invalid_taxation', 'icmsRate'],
  [{ icmsRate: 'muito' }, 422, 'invalid_taxation', 'icmsRate'],
  [{ icmsOrigin: '9' }, 422, 'invalid_taxation', 'icmsOrigin'],
  [{ pisCst: '01' }, 422, 'invalid_taxation', 'pisRate'],
  [{ ibsCbsSituation: '000', ibsCbsClassification: '410001' }, 422, 'invalid_taxation', 'ibsCbsClassification'],
  [{ serviceCode: '010701' }, 400, 'validation_error', 'serviceCode'],
  [{ type: 'NFSE', cfop: '5102' }, 400, 'validation_error', 'cfop'],
  [{ type: 'NFSE', serviceCode: '990000' }, 422, 'invalid_taxation', 'serviceCode'],
  [{ type: 'NFSE', issRate: 5.01 }, 422, 'invalid_taxation', 'issRate'],
  [{ type: 'NFSE', issTaxation: '2' }, 422, 'invalid_taxation', 'issImmunityType'],
  [{ type: 'NFCE' }, 400, 'validation_error', 'type'],
  [{ type: null }, 400, 'validation_error', 'type'],
  [{ name: null }, 400, 'validation_error', 'name'],
  [{ name: ' ' }, 400, 'validation_error', 'name'],
  [{ name: 'x'.repeat(121) }, 400, 'validation_error', 'name'],
  [{ name: 'A\u0007' }, 400, 'validation_error', 'name'],
  [{ operationNature: 'x'.repeat(61) }, 400, 'validation_error', 'operationNature'],
  [{ operationNature: 'Продажа' }, 400, 'validation_error', 'operationNature'],
  [{ icmsSituation: '00' }, 400, 'validation_error', 'icmsSituation'],
  [{ source: 'system' }, 400, 'validation_error', 'source'],
  [{ cfop: 5102 }, 400, 'validation_error', 'cfop'],
])('a template with %j is %i %s at %s', async (fault, status, expected, path) => {
  const answer = await create({ name: 'Modelo', type: 'NFE', ...fault });
  expect(code(answer)).toEqual({ status, code: expected });
  expect(JSON.stringify(answer.body.issues)).toContain(`"path":"${path}"`);
});

test('a situation has to be of the table of the company', async () => {
  const own = { name: 'Venda', type: 'NFE', icmsCst: '102' };
  expect((await create(own, simples)).status).toBe(201);
  const refused = await create({ ...own, icmsCst: '00' }, simples);
  expect(code(refused)).toEqual({ status: 422, code: 'invalid_taxation' });
});

test('the list shows the three sources, the newest first, by type and by page', async () => {
  const { key } = await newCompany(api.orm);
  const { key: neighbour } = await newCompany(api.orm);
  const [system, tenant] = [await share('system'), await share('tenant', 'NFSE')];
  const { body: own } = await create({ name: 'Minha', type: 'NFE' }, key);
  await create({ name: 'Do vizinho', type: 'NFE' }, neighbour);
  const { body } = await call('GET', '?pageSize=100', key);
  expect(rows(body)).toEqual([
    [own.id, 'company'],
    [tenant, 'tenant'],
    [system, 'system'],
  ]);
  expect(rows((await call('GET', '?type=NFSE', key)).body)).toEqual([[tenant, 'tenant']]);
  const second = (await call('GET', '?pageSize=1&page=2', key)).body;
  expect(rows(second)).toEqual([[tenant, 'tenant']]);
  expect(second.meta).toEqual({ page: 2, pageSize: 1, total: 3, totalPages: 3 });
  expect((await call('GET', '?type=NFCE', key)).status).toBe(400);
  await unshare();
});

test.each<Shared>(['system', 'tenant'])('a template of source %s is read and answers 404 on write', async (source) => {
  const id = await share(source);
  expect((await call('GET', `/${id}`)).body).toMatchObject({ id, source, name: 'Compartilhado' });
  const missing = { status: 404, code: 'not_found' };
  expect(code(await change(id, { name: 'Meu' }))).toEqual(missing);
  expect(code(await change(id, {}))).toEqual(missing);
  expect(code(await call('DELETE', `/${id}`))).toEqual(missing);
  expect((await call('GET', `/${id}`)).body).toMatchObject({ name: 'Compartilhado' });
  await unshare();
});

test("another company's template, a removed one and what is no id are 404", async () => {
  const { body } = await create({ name: 'Minha', type: 'NFE' });
  const id = String(body.id);
  const missing = { status: 404, code: 'not_found' };
  const attempts = async (path: string, as: string) => {
    const answers = [
      await call('GET', path, as),
      await call('PATCH', path, as, { name: 'Sua' }),
      await call('DELETE', path, as),
    ];
    return answers.map(code);
  };
  expect(await attempts(`/${id}`, simples)).toEqual([missing, missing, missing]);
  expect(await attempts('/nenhum', key)).toEqual([missing, missing, missing]);
  expect((await call('DELETE', `/${id}`)).body).toEqual({ success: true });
  expect(await attempts(`/${id}`, key)).toEqual([missing, missing, missing]);
  expect(rows((await call('GET', '?pageSize=100')).body)).not.toContainEqual([id, 'company']);
  expect(await acrossCompanies(api.orm).findOneOrFail(FiscalTemplate, { id })).toMatchObject({ name: 'Minha' });
});

test('changes at the same moment do not lose one another', async () => {
  const { body } = await create({ name: 'Corrida', type: 'NFE' });
  const id = String(body.id);
  await Promise.all([
    change(id, { cfop: '5102' }),
    change(id, { operationNature: 'Venda' }),
    change(id, { icmsOrigin: '0' }),
    change(id, { ncm: '19012090' }),
  ]);
  const kept = { cfop: '5102', operationNature: 'Venda', icmsOrigin: '0', ncm: '19012090' };
  expect((await call('GET', `/${id}`)).body).toMatchObject(kept);
});

test('each operation asks for its scope', async () => {
  const { key: reader } = await newCompany(api.orm, { scopes: ['templates:read'] });
  const { key: writer } = await newCompany(api.orm, { scopes: ['templates:write'] });
  expect((await call('GET', '', reader)).status).toBe(200);
  expect((await create({ name: 'Não pode', type: 'NFE' }, reader)).status).toBe(403);
  expect((await create({ name: 'Pode', type: 'NFE' }, writer)).status).toBe(201);
  expect((await call('GET', '', writer)).status).toBe(403);
});

type Shared = Exclude<TemplateSource, 'company'>;
type Answer = Awaited<ReturnType<TestApi['call']>>;

function call(method: string, path: string, as = key, body?: unknown): Promise<Answer> {
  return api.call(method, `/v1/fiscal-templates${path}`, { key: as, body });
}

function create(body: unknown, as = key): Promise<Answer> {
  return call('POST', '', as, body);
}

function change(id: string, body: unknown, as = key): Promise<Answer> {
  return call('PATCH', `/${id}`, as, body);
}

function code({ status, body }: Answer) {
  return { status, code: body.code };
}

function rows({ data }: Answer['body']): unknown[] {
  return Array.isArray(data) ? data.map((row: { id: unknown; source: unknown }) => [row.id, row.source]) : [];
}

/** Loads a template as the operator. @returns its id */
async function share(source: Shared, type: 'NFE' | 'NFSE' = 'NFE'): Promise<string> {
  const em = acrossCompanies(api.orm);
  const service = type === 'NFSE' ? {} : null;
  const template = em.create(FiscalTemplate, {
    company: null,
    source,
    type,
    name: 'Compartilhado',
    fields: {},
    service,
  });
  await em.flush();
  return template.id;
}

async function unshare(): Promise<void> {
  await acrossCompanies(api.orm).nativeDelete(FiscalTemplate, { company: null });
}
