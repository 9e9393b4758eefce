import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { inCompany } from '../../config/orm.ts';
import { TaxRule } from '../../domain/tax-rules/tax-rule.entity.ts';
import { issuer } from '../support/notes.ts';
import { type Answer, newCompany, startApi, type TestApi } from './fixture.ts';

let api: TestApi;
let key: string;
let companyId: string;
beforeAll(async () => {
  api = await startApi();
  const { company, key: secret } = await newCompany(api.orm);
  [companyId, key] = [company.id, secret];
});
afterAll(() => api.close());

const plain = { icmsCst: '00', pisCst: '06', cofinsCst: '06' };

test('a rule is kept in normal form and answered whole', async () => {
  const { status, body } = await create({
    name: '  Revenda  ',
    nfeTaxRules: [
      {
        states: ['SP', 'RJ', 'SP'],
        clientTypes: ['CONTRIBUINTE'],
        cfops: ['5.102', '5102', '6102'],
        icmsCst: '00',
        icmsPIcms: 18,
        icmsStModBc: '4',
        icmsStMva: 40,
        icmsSnCreditRate: '1.5',
        pisCst: '01',
        pisPPis: '1.65',
        cofinsCst: '06',
        cofinsPCofins: 7.6,
        ipiSituation: '53',
        ipiRate: 5,
      },
    ],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Revenda', model: 'NFE', isActive: true, nfseTaxRules: [] });
  expect(subRules(body)).toEqual([
    {
      ...nothing,
      states: ['SP', 'RJ'],
      clientTypes: ['CONTRIBUINTE'],
      cfops: ['5102', '6102'],
      icmsCst: '00',
      icmsPIcms: '18.0000',
      pisCst: '01',
      pisPPis: '1.6500',
      cofinsCst: '06',
      ipiSituation: '53',
    },
  ]);
  const { status: found, body: same } = await call('GET', `/${body.id}`);
  expect({ found, same }).toEqual({ found: 200, same: body });
});

test('null, an absent list and an empty one all mean everybody', async () => {
  for (const list of [null, undefined, []]) {
    const { body } = await create({ nfeTaxRules: [{ ...plain, states: list, clientTypes: list, cfops: list }] });
    expect(subRules(body)).toMatchObject([{ states: [], clientTypes: [], cfops: [] }]);
  }
  for (const nfeTaxRules of [null, undefined, []]) {
    expect(subRules((await create({ nfeTaxRules })).body)).toEqual([]);
  }
});

test('what emission would refuse is refused when it is saved, every field by its own name', async () => {
  const { status, body } = await create({
    nfeTaxRules: [
      plain,
      { cfops: ['5102', '510'], icmsCst: '102' },
      { states: ['PR'], icmsCst: '10', icmsStModBc: '4', icmsStRate: 18, pisCst: '01', icmsPIcms: 101 },
    ],
  });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(issuesOf(body)).toEqual([
    ['nfeTaxRules[1].cfops[1]', 'O CFOP tem 4 dígitos e começa por 1, 2, 3, 5, 6 ou 7; veio 510.'],
    [
      'nfeTaxRules[1].icmsCst',
      'A empresa apura o ICMS fora do Simples Nacional e usa CST; 102 é CSOSN. Informe um CST de dois dígitos.',
    ],
    ['nfeTaxRules[2].icmsPIcms', 'Informe uma porcentagem de 0 a 100, com até 4 casas decimais; veio 101.'],
    ['nfeTaxRules[2].icmsStMva', 'Com icmsStModBc 4, informe icmsStMva, a margem em porcento.'],
    ['nfeTaxRules[2].pisPPis', 'O CST 01 do PIS é tributado: informe a alíquota em porcento.'],
  ]);
});

test('a rate that the company has for every line need not be on the rule', async () => {
  const taxDefaults = { pisRate: '0.65', icmsSnCreditRate: '1.86' };
  const settings = { ...issuer.settings, taxRegime: 'SIMPLES' as const, taxDefaults };
  const { key: other } = await newCompany(api.orm, { settings });
  const nfeTaxRules = [{ icmsCst: '101', pisCst: '01', cofinsCst: '01' }];
  const { status, body } = await call('POST', '', { key: other, body: { name: 'a', model: 'NFE', nfeTaxRules } });
  expect(status).toBe(422);
  expect(issuesOf(body).map(([path]) => path)).toEqual(['nfeTaxRules[0].cofinsPCofins']);
});

test('a company without fiscal settings may keep codes of either table', async () => {
  const { key: other } = await newCompany(api.orm, { settings: null });
  const nfeTaxRules = [{ cfops: ['5102'], icmsCst: '102' }, { icmsCst: '40' }];
  const { status } = await call('POST', '', { key: other, body: { name: 'a', model: 'NFE', nfeTaxRules } });
  expect(status).toBe(201);
});

test('sub-rules for exactly the same are refused, in whatever order they say it', async () => {
  const first = { ...plain, states: ['SP', 'RJ'], cfops: ['5102', '5910'] };
  const { status, body } = await create({
    nfeTaxRules: [plain, first, { states: ['RJ', 'SP'], cfops: ['6910', '6102'] }],
  });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(issuesOf(body)).toEqual([
    [
      'nfeTaxRules[2]',
      'Vale exatamente para o mesmo que nfeTaxRules[1] e nunca seria escolhida: junte as duas ou mude para quem valem.',
    ],
  ]);
  const overlapping = [first, { ...plain, states: ['SP'] }, { ...plain, states: ['SP'], cfops: ['1102'] }];
  expect((await create({ nfeTaxRules: overlapping })).status).toBe(201);
});

test('a list of 5,000 sub-rules is refused by its name', async () => {
  const nfeTaxRules = Array.from({ length: 5_000 }, (_, index) => ({ ...plain, cfops: [`5${100 + (index % 900)}`] }));
  const { status, body } = await create({ nfeTaxRules });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(issuesOf(body)).toEqual([['nfeTaxRules', 'deve ter no máximo 500 elementos']]);
});

test('500 sub-rules with every field are kept', async () => {
  const nfeTaxRules = Array.from({ length: 500 }, (_, index) => ({ ...whole, cfops: [`5${100 + index}`] }));
  const { status, body } = await create({ nfeTaxRules });
  expect(status).toBe(201);
  expect(subRules(body)).toHaveLength(500);
});

const whole = {
  icmsOrigin: '0',
  icmsCst: '70',
  icmsPIcms: 18,
  icmsRedBc: 33.3333,
  icmsStModBc: '4',
  icmsStMva: '71.78',
  icmsStRate: 18,
  icmsStRedBc: 10,
  fcpRate: 2,
  fcpStRate: 2,
  pisCst: '01',
  pisPPis: 1.65,
  cofinsCst: '01',
  cofinsPCofins: 7.6,
  ipiSituation: '50',
  ipiRate: 5,
  ipiFramework: '999',
  ibsCbsSituation: '000',
  ibsCbsClassification: '000001',
};

test.each([
  ['without a name', { name: undefined }, 'name'],
  ['with a blank name', { name: '   ' }, 'name'],
  ['with null for a name', { name: null }, 'name'],
  ['without a model', { model: undefined }, 'model'],
  ['of an unknown model', { model: 'CTE' }, 'model'],
  ['of a state that is none', { nfeTaxRules: [{ states: ['sp'] }] }, 'nfeTaxRules[0].states[0]'],
  ['for a type that is none', { nfeTaxRules: [{ clientTypes: ['ATACADO'] }] }, 'nfeTaxRules[0].clientTypes[0]'],
  ['with an unknown field', { nfeTaxRules: [{ icmsRate: 18 }] }, 'nfeTaxRules[0].icmsRate'],
  ['with a number for a code', { nfeTaxRules: [{ icmsCst: 0 }] }, 'nfeTaxRules[0].icmsCst'],
  ['with sub-rules of the other model', { nfseTaxRules: [{ issTaxation: '1' }] }, 'nfseTaxRules'],
  ['with a control character', { name: 'a\u0000b' }, 'name'],
])('a rule %s is refused by the name of the field', async (_why, change, path) => {
  const { status, body } = await create({ nfeTaxRules: [], ...change });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(issuesOf(body).map(([where]) => where)).toEqual([path]);
});

test('a change touches only what it sends, and a list replaces the whole list', async () => {
  const { body: rule } = await create({ nfeTaxRules: [plain, { ...plain, states: ['SP'] }] });
  const renamed = await call('PATCH', `/${rule.id}`, { body: { name: 'Outra', isActive: false } });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toMatchObject({ name: 'Outra', isActive: false, nfeTaxRules: rule.nfeTaxRules });
  const replaced = await call('PATCH', `/${rule.id}`, { body: { nfeTaxRules: [{ states: ['BA'], icmsCst: '40' }] } });
  expect(subRules(replaced.body)).toMatchObject([{ states: ['BA'], icmsCst: '40', pisCst: null }]);
  const cleared = await call('PATCH', `/${rule.id}`, { body: { nfeTaxRules: null } });
  expect(cleared.body).toMatchObject({ name: 'Outra', nfeTaxRules: [] });
});

test('a change that is refused changes nothing', async () => {
  const { body: rule } = await create({ nfeTaxRules: [plain] });
  const change = { name: 'Outra', nfeTaxRules: [{ icmsCst: '20' }] };
  const { status, body } = await call('PATCH', `/${rule.id}`, { body: change });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect((await call('GET', `/${rule.id}`)).body).toEqual(rule);
});

test('the model of a rule never changes', async () => {
  const { body: rule } = await create({});
  const same = await call('PATCH', `/${rule.id}`, { body: { model: 'NFE' } });
  expect(same.status).toBe(200);
  const { status, body } = await call('PATCH', `/${rule.id}`, { body: { model: 'NFSE' } });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(issuesOf(body)).toEqual([
    ['model', 'O modelo de uma regra não muda: esta é NFE. Para o outro modelo, crie outra regra.'],
  ]);
  const other = await call('PATCH', `/${rule.id}`, { body: { nfseTaxRules: [{ issTaxation: '1' }] } });
  expect({ status: other.status, paths: issuesOf(other.body).map(([path]) => path) }).toEqual({
    status: 400,
    paths: ['nfseTaxRules'],
  });
});

test.each([['name'], ['isActive'], ['model']])('null does not clear %s', async (field) => {
  const { body: rule } = await create({});
  const { status, body } = await call('PATCH', `/${rule.id}`, { body: { [field]: null } });
  expect(status).toBe(400);
  expect(issuesOf(body).map(([path]) => path)).toContain(field);
});

test('changes at the same moment all hold', async () => {
  const { body: rule } = await create({ nfeTaxRules: [plain] });
  const changes = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? { name: `Regra ${index}` } : { isActive: false },
  );
  const answers = await Promise.all(changes.map((body) => call('PATCH', `/${rule.id}`, { body })));
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const { body } = await call('GET', `/${rule.id}`);
  expect(body).toMatchObject({
    isActive: false,
    nfeTaxRules: rule.nfeTaxRules,
    name: expect.stringMatching(/^Regra /),
  });
});

test('a removed rule is shown nowhere and stays in the database', async () => {
  const { body: rule } = await create({});
  expect((await call('DELETE', `/${rule.id}`)).body).toEqual({ success: true });
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'a' }]] as const) {
    const answer = await call(method, `/${rule.id}`, { body });
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: 'not_found' });
  }
  expect(idsOf((await call('GET', '?pageSize=100')).body)).not.toContain(rule.id);
  const kept = await inCompany(api.orm, companyId, (em) => em.count(TaxRule, { id: String(rule.id) }));
  expect(kept).toBe(1);
});

test("another company's rule and what is no id are not found", async () => {
  const { body: rule } = await create({});
  const { key: stranger } = await newCompany(api.orm);
  for (const [id, theirs] of [
    [rule.id, stranger],
    ['nada', key],
    ['019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b', key],
  ]) {
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { name: 'a' }]] as const) {
      expect((await call(method, `/${id}`, { body, key: String(theirs) })).status).toBe(404);
    }
  }
  expect((await call('GET', '', { key: stranger })).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('the list is newest first, filtered and counted', async () => {
  const { key: own } = await newCompany(api.orm);
  const made: unknown[] = [];
  for (const change of [{}, { isActive: false }, { model: 'NFSE' }, { model: 'NFSE', isActive: false }, {}]) {
    const { body } = await call('POST', '', { key: own, body: { name: 'Regra', model: 'NFE', ...change } });
    made.unshift(body.id);
  }
  const listed = async (query: string) => {
    const { body } = await call('GET', query, { key: own });
    return [idsOf(body), z.object({ total: z.number() }).parse(body.meta).total];
  };
  expect(await listed('')).toEqual([made, 5]);
  expect(await listed('?pageSize=2&page=2')).toEqual([made.slice(2, 4), 5]);
  expect(await listed('?model=NFSE')).toEqual([[made[1], made[2]], 2]);
  expect(await listed('?isActive=false')).toEqual([[made[1], made[3]], 2]);
  expect(await listed('?isActive=true&model=NFE')).toEqual([[made[0], made[4]], 2]);
  expect((await call('GET', '?model=CTE', { key: own })).status).toBe(400);
});

test('reading and writing each ask for their scope', async () => {
  const { key: reader } = await newCompany(api.orm, { scopes: ['tax-rules:read'] });
  const { key: writer } = await newCompany(api.orm, { scopes: ['tax-rules:write'] });
  const body = { name: 'a', model: 'NFE' };
  expect((await call('GET', '', { key: reader })).status).toBe(200);
  expect((await call('POST', '', { key: reader, body })).body).toMatchObject({ code: 'insufficient_scope' });
  expect((await call('POST', '', { key: writer, body })).status).toBe(201);
  expect((await call('GET', '', { key: writer })).status).toBe(403);
});

test('a rule of services is kept in normal form after the layout of the DPS', async () => {
  const { status, body } = await create({
    model: 'NFSE',
    nfseTaxRules: [
      {
        municipalityCodes: ['3550308'],
        takerTypes: ['COMPANY'],
        serviceCodes: ['01.07.01'],
        nbsCode: '1.1502.10.00',
        issTaxation: '1',
        issWithholding: '2',
        issRate: 2.9,
        issResultCountry: 'us',
        pisCofinsCst: '01',
        pisRate: 0.65,
        cofinsRate: 3,
        pisCofinsWithholding: '3',
        irrfRate: '1.5',
      },
    ],
  });
  expect({ status, body }).toMatchObject({ status: 201, body: { model: 'NFSE', nfeTaxRules: [] } });
  expect(z.array(z.unknown()).parse(body.nfseTaxRules)).toMatchObject([
    {
      municipalityCodes: ['3550308'],
      takerTypes: ['COMPANY'],
      serviceCodes: ['010701'],
      nbsCode: '115021000',
      issTaxation: '1',
      issRate: '2.9000',
      issResultCountry: null,
      irrfRate: '1.5000',
      totalSimplesRate: null,
    },
  ]);
});

test('a rule of services that the DPS would not carry is refused by the name of the field', async () => {
  const { status, body } = await create({
    model: 'NFSE',
    nfseTaxRules: [
      { municipalityCodes: ['3550309'], serviceCodes: ['010701', '990000'], issTaxation: '2' },
      { issTaxation: '3', issResultCountry: 'BR', issWithholding: '2', issRate: 1 },
    ],
  });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(issuesOf(body).map(([path]) => path)).toEqual([
    'nfseTaxRules[0].municipalityCodes[0]',
    'nfseTaxRules[0].serviceCodes[1]',
    'nfseTaxRules[0].issImmunityType',
    'nfseTaxRules[1].issResultCountry',
    'nfseTaxRules[1].issWithholding',
  ]);
});

const nothing = {
  icmsOrigin: null,
  icmsCst: null,
  icmsPIcms: null,
  icmsRedBc: null,
  icmsDeferralRate: null,
  icmsStModBc: null,
  icmsStMva: null,
  icmsStRate: null,
  icmsStRedBc: null,
  icmsSnCreditRate: null,
  fcpRate: null,
  fcpStRate: null,
  pisCst: null,
  pisPPis: null,
  cofinsCst: null,
  cofinsPCofins: null,
  ipiSituation: null,
  ipiRate: null,
  ipiFramework: null,
  ibsCbsSituation: null,
  ibsCbsClassification: null,
};

function create(change: Record<string, unknown>): Promise<Answer> {
  return call('POST', '', { body: { name: 'Regra', model: 'NFE', ...change } });
}

function call(method: string, path: string, options: { key?: string; body?: unknown } = {}): Promise<Answer> {
  return api.call(method, `/v1/tax-rules${path}`, { key, ...options });
}

function subRules(body: Answer['body']): unknown[] {
  return z.array(z.unknown()).parse(body.nfeTaxRules);
}

function issuesOf(body: Answer['body']): string[][] {
  return z
    .array(z.object({ path: z.string(), message: z.string() }))
    .parse(body.issues ?? [])
    .map(({ path, message }) => [path, message]);
}

function idsOf(body: Answer['body']): string[] {
  return z
    .array(z.object({ id: z.string() }))
    .parse(body.data)
    .map(({ id }) => id);
}
