import { afterAll, beforeAll, expect, test } from 'vitest';
import fc from 'fast-check';
import { TaxRule } from '../../../domain/tax-rules/tax-rule.entity.ts';
import { acrossCompanies } from '../../../operations/in-company.ts';
import { type Field, fieldsOf, isDecimal, wrongTypes } from '../../api/contract-fields.ts';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { newRules, pathsOf, type Rules } from '../../api/routes/company-rules.ts';

type Model = 'NFE' | 'NFSE';
const lists = { NFE: 'nfeTaxRules', NFSE: 'nfseTaxRules' } as const;

let api: TestApi;
let rules: Rules;
beforeAll(async () => {
  api = await startApi();
  rules = await newRules(api);
});
afterAll(() => api.close());

const fields = (['NFE', 'NFSE'] as const).flatMap((model) =>
  fieldsOf(model === 'NFE' ? 'NfeSubRuleInput' : 'NfseSubRuleInput').map((field): [string, Field, Model] => {
    return [`${lists[model]}[0].${field.path}`, field, model];
  }),
);

test('the tables below know every field of both kinds of sub-rules', () => {
  expect(fields.length).toBeGreaterThan(55);
  expect(fields.map(([path]) => path)).toEqual(
    expect.arrayContaining(['nfeTaxRules[0].icmsStMva', 'nfeTaxRules[0].cfops[0]', 'nfseTaxRules[0].issRate']),
  );
});

test.each(fields)(
  '%s refuses every wrong type and too long a text, and says its own name',
  async (path, field, model) => {
    const { maxLength } = field.schema;
    const tooLong = maxLength === undefined ? [] : ['1'.repeat(maxLength + 1)];
    for (const wrong of [...wrongTypes(field.schema), ...tooLong]) {
      const { status, body } = await create(model, field.path, wrong);
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 400, code: 'validation_error' });
      expect(pathsOf(body)).toContain(path);
    }
  },
);

test.each(fields.filter(([, { schema }]) => isDecimal(schema)))(
  '%s is invalid_taxation where it is no percentage',
  async (path, field, model) => {
    for (const wrong of [-1, '-1', 1e20, 1000, 1.23456, '1e1', '18,5', '18%', 'NaN', 'Infinity', '0x10', '1.', '.5']) {
      const { status, body } = await create(model, field.path, wrong);
      expect({ wrong, status, code: body.code }).toEqual({ wrong, status: 422, code: 'invalid_taxation' });
      expect(pathsOf(body)).toContain(path);
    }
  },
);

test('nothing of what was refused above was stored', async () => {
  expect(await acrossCompanies(api.orm).count(TaxRule, { company: rules.companyId })).toBe(0);
});

test('whatever a field holds, the answer is no 500, and what was refused changed nothing', async () => {
  const { body: made } = await rules.create();
  let current = made;
  const odd = fc.oneof(fc.jsonValue(), fc.double(), fc.string(), fc.constantFrom('4', '00', '102', ['SP'], ['5102']));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fieldsOf('NfeSubRuleInput')), odd, async ({ path }, value) => {
      const change = { nfeTaxRules: [{ states: ['SP'] }, holding(path, value)] };
      const { status, body } = await rules.patch(made.id, change);
      expect(status).toBeLessThan(500);
      if (status === 200) current = body;
      else expect((await rules.get(made.id)).body).toEqual(current);
    }),
    { numRuns: 100 },
  );
});

function create(model: Model, path: string, value: unknown) {
  return rules.create({ model, [lists[model]]: [holding(path, value)] });
}

/** A sub-rule with the value in the field of that path, or as the first entry of the list there. */
function holding(path: string, value: unknown): Record<string, unknown> {
  return path.endsWith('[0]') ? { [path.slice(0, -3)]: [value] } : { [path]: value };
}
