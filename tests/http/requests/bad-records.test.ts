import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { Carrier } from '../../../domain/carriers/carrier.entity.ts';
import { Vehicle } from '../../../domain/carriers/vehicle.entity.ts';
import { FiscalTemplate } from '../../../domain/templates/fiscal-template.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, wrongTypes } from '../../api/contract-fields.ts';
import { newCompany, startApi, type TestApi } from '../../api/fixture.ts';

let api: TestApi;
let key: string;
let company: string;
/** For each resource the path at which it is created, and the path at which one is changed. */
const paths: Record<string, { collection: string; one: string }> = {};
beforeAll(async () => {
  api = await startApi();
  const made = await newCompany(api.orm);
  [key, company] = [made.key, made.company.id];
  const carrier = await placeOf('carriers', '/v1/carriers', resources.carriers.whole);
  await placeOf('vehicles', `${carrier}/vehicles`, resources.vehicles.whole);
  await placeOf('templates', '/v1/fiscal-templates', resources.templates.whole);
});
afterAll(() => api.close());

const resources = {
  carriers: { creation: 'CarrierCreation', changes: 'CarrierChanges', whole: { name: 'Rápido Sul' } },
  vehicles: { creation: 'VehicleCreation', changes: 'VehicleChanges', whole: { plate: 'ABC1D23', state: 'SP' } },
  templates: {
    creation: 'FiscalTemplateCreation',
    changes: 'FiscalTemplateChanges',
    whole: { name: 'Venda', type: 'NFE', cfop: '5102' },
  },
};
type Resource = keyof typeof resources;
type Case = [Resource, 'POST' | 'PATCH', string, Field['schema']];

const cases: Case[] = (['carriers', 'vehicles', 'templates'] as const).flatMap((resource) => {
  const { creation, changes } = resources[resource];
  return [
    ...fieldsOf(creation).map(({ path, schema }): Case => [resource, 'POST', path, schema]),
    ...fieldsOf(changes).map(({ path, schema }): Case => [resource, 'PATCH', path, schema]),
  ];
});

test('the cases below are every field of the contract', () => {
  expect(cases.length).toBeGreaterThan(130);
});

test.each(cases)('%s: %s refuses every wrong type of %s and says its name', async (resource, method, path, schema) => {
  for (const wrong of wrongTypes(schema)) {
    const { status, body } = await send(resource, method, { [path]: wrong });
    expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
    expect(JSON.stringify(body.issues)).toContain(`"path":"${path}`);
  }
});

test.each(cases.filter(([, , , { maxLength }]) => maxLength !== undefined))(
  '%s: %s refuses more text in %s than can be kept',
  async (resource, method, path, { maxLength = 0 }) => {
    const { status, body } = await send(resource, method, { [path]: 'x'.repeat(maxLength + 1) });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
    expect(JSON.stringify(body.issues)).toContain(`"path":"${path}"`);
  },
);

test.each(cases.filter(([, , , { type }]) => type.includes('string')))(
  '%s: %s refuses control characters in %s',
  async (resource, method, path) => {
    const { status, body } = await send(resource, method, { [path]: 'A\u0001' });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  },
);

test.each(cases)('%s: %s with an empty text in %s is never a fault of ours', async (resource, method, path) => {
  expect((await send(resource, method, { [path]: '' })).status).toBeLessThan(500);
});

test('no body whatever is a 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...cases), fc.jsonValue(), async ([resource, method, path], value) => {
      const { status, body } = await send(resource, method, { [path]: value });
      expect(status).toBeLessThan(500);
      if (status >= 300) expect(body).toMatchObject({ statusCode: status, code: expect.any(String) });
    }),
    { numRuns: 150 },
  );
});

test.each(Object.keys(resources))('%s: an id that is none is 404 in every operation', async (resource) => {
  const { collection = '' } = paths[resource] ?? {};
  for (const id of ['nenhum', '%00', "'; drop table carrier --", '00000000-0000-7000-8000-000000000000']) {
    for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
      const answer = await api.call(method, `${collection}/${encodeURIComponent(id)}`, { key, body });
      expect({ id, method, status: answer.status }).toEqual({ id, method, status: 404 });
    }
  }
});

test('nothing of what was refused for its text is on record', async () => {
  const em = acrossCompanies(api.orm);
  const kept = [
    await em.find(Carrier, { company }),
    await em.find(Vehicle, { company }),
    await em.find(FiscalTemplate, { company }),
  ];
  expect(kept.flat().length).toBeGreaterThan(0);
  expect(JSON.stringify(kept)).not.toContain('\\u0001');
});

/** Creates the resource that is to be changed. @returns its path */
async function placeOf(resource: Resource, collection: string, body: unknown): Promise<string> {
  const { status, body: made } = await api.call('POST', collection, { key, body });
  expect(status).toBe(201);
  const one = `${collection}/${String(made.id)}`;
  paths[resource] = { collection, one };
  return one;
}

function send(resource: Resource, method: 'POST' | 'PATCH', fault: Record<string, unknown>) {
  const { collection = '', one = '' } = paths[resource] ?? {};
  if (method === 'PATCH') return api.call('PATCH', one, { key, body: fault });
  return api.call('POST', collection, { key, body: { ...resources[resource].whole, ...fault } });
}
