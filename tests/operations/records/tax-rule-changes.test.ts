import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { type Answer, startApi, type TestApi } from '../../api/fixture.ts';
import { idsOf, issuesOf, newRules, nfeSubRules, pathsOf, plain, type Rules } from '../../api/routes/company-rules.ts';

let api: TestApi;
let rules: Rules;
beforeAll(async () => {
  api = await startApi();
  rules = await newRules(api);
});
afterAll(() => api.close());

test('a change touches only what it sends, and a list replaces the whole list', async () => {
  const { body: rule } = await rules.create({ nfeTaxRules: [plain, { ...plain, states: ['SP'] }] });
  const renamed = await rules.patch(rule.id, { name: 'Outra', isActive: false });
  expect(renamed.status).toBe(200);
  expect(renamed.body).toMatchObject({ name: 'Outra', isActive: false, nfeTaxRules: rule.nfeTaxRules });
  const replaced = await rules.patch(rule.id, { nfeTaxRules: [{ states: ['BA'], icmsCst: '40' }] });
  expect(nfeSubRules(replaced.body)).toMatchObject([{ states: ['BA'], icmsCst: '40', pisCst: null }]);
  const cleared = await rules.patch(rule.id, { nfeTaxRules: null });
  expect(cleared.body).toMatchObject({ name: 'Outra', nfeTaxRules: [] });
});

test('a change that is refused changes nothing', async () => {
  const { body: rule } = await rules.create({ nfeTaxRules: [plain] });
  const change = { name: 'Outra', nfeTaxRules: [{ icmsCst: '20' }] };
  const { status, body } = await rules.patch(rule.id, change);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect((await rules.get(rule.id)).body).toEqual(rule);
});

test('the model of a rule never changes', async () => {
  const { body: rule } = await rules.create();
  const same = await rules.patch(rule.id, { model: 'NFE' });
  expect(same.status).toBe(200);
  const { status, body } = await rules.patch(rule.id, { model: 'NFSE' });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(issuesOf(body)).toEqual([
    ['model', 'O modelo de uma regra não muda: esta é NFE. Para o outro modelo, crie outra regra.'],
  ]);
  const other = await rules.patch(rule.id, { nfseTaxRules: [{ issTaxation: '1' }] });
  expect({ status: other.status, paths: pathsOf(other.body) }).toEqual({
    status: 400,
    paths: ['nfseTaxRules'],
  });
});

test.each([['name'], ['isActive'], ['model']])('null does not clear %s', async (field) => {
  const { body: rule } = await rules.create();
  const { status, body } = await rules.patch(rule.id, { [field]: null });
  expect(status).toBe(400);
  expect(pathsOf(body)).toContain(field);
});

test('changes at the same moment all hold', async () => {
  const { body: rule } = await rules.create({ nfeTaxRules: [plain] });
  const changes = Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0 ? { name: `Regra ${index}` } : { isActive: false },
  );
  const answers = await Promise.all(changes.map((change) => rules.patch(rule.id, change)));
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const { body } = await rules.get(rule.id);
  expect(body).toMatchObject({
    isActive: false,
    nfeTaxRules: rule.nfeTaxRules,
    name: expect.stringMatching(/^Regra /),
  });
});

test('a removed rule is shown nowhere and stays in the database', async () => {
  const { body: rule } = await rules.create();
  expect((await rules.remove(rule.id)).body).toEqual({ success: true });
  for (const { status, body } of await everyCallTo(rule.id)) {
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
  }
  expect(idsOf((await rules.list('?pageSize=100')).body)).not.toContain(rule.id);
  const kept = await inCompany(api.orm, rules.companyId, (em) => em.count(TaxRule, { id: String(rule.id) }));
  expect(kept).toBe(1);
});

test("another company's rule and what is no id are not found", async () => {
  const { body: theirs } = await (await newRules(api)).create();
  for (const id of [theirs.id, 'nada', '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b']) {
    for (const { status } of await everyCallTo(id)) expect(status).toBe(404);
  }
  expect(idsOf((await rules.list('?pageSize=100')).body)).not.toContain(theirs.id);
});

test('the list is newest first, filtered and counted', async () => {
  const own = await newRules(api);
  const made: unknown[] = [];
  for (const change of [{}, { isActive: false }, { model: 'NFSE' }, { model: 'NFSE', isActive: false }, {}]) {
    const { body } = await own.create(change);
    made.unshift(body.id);
  }
  const listed = async (query: string) => {
    const { body } = await own.list(query);
    return [idsOf(body), z.object({ total: z.number() }).parse(body.meta).total];
  };
  expect(await listed('')).toEqual([made, 5]);
  expect(await listed('?pageSize=2&page=2')).toEqual([made.slice(2, 4), 5]);
  expect(await listed('?model=NFSE')).toEqual([[made[1], made[2]], 2]);
  expect(await listed('?isActive=false')).toEqual([[made[1], made[3]], 2]);
  expect(await listed('?isActive=true&model=NFE')).toEqual([[made[0], made[4]], 2]);
  expect((await own.list('?model=CTE')).status).toBe(400);
});

test('reading and writing each ask for their scope', async () => {
  const reader = await newRules(api, { scopes: ['tax-rules:read'] });
  const writer = await newRules(api, { scopes: ['tax-rules:write'] });
  const { status, body: made } = await writer.create();
  expect(status).toBe(201);
  expect((await reader.list()).status).toBe(200);
  const refused = [
    reader.create(),
    reader.patch(made.id, {}),
    reader.remove(made.id),
    writer.list(),
    writer.get(made.id),
  ];
  for (const { status: answered, body } of await Promise.all(refused)) {
    expect({ answered, code: body.code }).toEqual({ answered: 403, code: 'insufficient_scope' });
  }
});

function everyCallTo(id: unknown): Promise<Answer[]> {
  return Promise.all([rules.get(id), rules.patch(id, { name: 'Outra' }), rules.remove(id)]);
}
