import { afterAll, beforeAll, expect, test } from 'vitest';
import { stateCodes } from '../../../domain/states.ts';
import { unknownCfop } from '../../../domain/taxation/cfop.ts';
import table from '../../../tables/cfop.json' with { type: 'json' };
import { issuer } from '../../support/samples/notes.ts';
import { startApi, type TestApi } from '../fixture.ts';
import { issuesOf, newRules, nfeSubRules, pathsOf, plain, type Rules } from './company-rules.ts';

let api: TestApi;
let rules: Rules;
beforeAll(async () => {
  api = await startApi();
  rules = await newRules(api);
});
afterAll(() => api.close());

test('a rule is kept in normal form and answered whole', async () => {
  const { status, body } = await rules.create({
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
  expect(nfeSubRules(body)).toEqual([
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
  const { status: found, body: same } = await rules.get(body.id);
  expect({ found, same }).toEqual({ found: 200, same: body });
});

test('null, an absent list and an empty one all mean everybody', async () => {
  for (const list of [null, undefined, []]) {
    const { body } = await rules.create({ nfeTaxRules: [{ ...plain, states: list, clientTypes: list, cfops: list }] });
    expect(nfeSubRules(body)).toMatchObject([{ states: [], clientTypes: [], cfops: [] }]);
  }
  for (const nfeTaxRules of [null, undefined, []]) {
    expect(nfeSubRules((await rules.create({ nfeTaxRules })).body)).toEqual([]);
  }
});

test('what emission would refuse is refused when it is saved, every field by its own name', async () => {
  const { status, body } = await rules.create({
    nfeTaxRules: [
      plain,
      { cfops: ['5102', '510'], icmsCst: '102' },
      { states: ['PR'], icmsCst: '10', icmsStModBc: '4', icmsStRate: 18, cofinsCst: '01', icmsPIcms: 101 },
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
    ['nfeTaxRules[2].cofinsPCofins', 'O CST 01 da COFINS é tributado: informe a alíquota em porcento.'],
  ]);
});

test('a rate that the company has for every line need not be on the rule', async () => {
  const taxDefaults = { pisRate: '0.65', icmsSnCreditRate: '1.86' };
  const settings = { ...issuer.settings, taxRegime: 'SIMPLES' as const, taxDefaults };
  const small = await newRules(api, { settings });
  const nfeTaxRules = [{ icmsCst: '101', pisCst: '01', cofinsCst: '01' }];
  const { status, body } = await small.create({ nfeTaxRules });
  expect(status).toBe(422);
  expect(pathsOf(body)).toEqual(['nfeTaxRules[0].cofinsPCofins']);
});

test('a company without fiscal settings may keep codes of either table', async () => {
  const bare = await newRules(api, { settings: null });
  const nfeTaxRules = [{ cfops: ['5102'], icmsCst: '102' }, { icmsCst: '40' }];
  const { status } = await bare.create({ nfeTaxRules });
  expect(status).toBe(201);
});

test('sub-rules for exactly the same are refused, in whatever order they say it', async () => {
  const first = { ...plain, states: ['SP', 'RJ'], cfops: ['5102', '5910'] };
  const { status, body } = await rules.create({
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
  expect((await rules.create({ nfeTaxRules: overlapping })).status).toBe(201);
});

test('a list of 5,000 sub-rules is refused by its name', async () => {
  const nfeTaxRules = Array.from({ length: 5_000 }, (_, index) => ({ ...plain, cfops: [`5${100 + (index % 900)}`] }));
  const { status, body } = await rules.create({ nfeTaxRules });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(issuesOf(body)).toEqual([['nfeTaxRules', 'deve ter no máximo 500 elementos']]);
});

test('500 sub-rules with every field are kept', async () => {
  const cfops = Object.keys(table.cfop).filter((cfop) => /^[56]1/.test(cfop) && unknownCfop(cfop) === null);
  const operations = [...new Map(cfops.map((cfop) => [cfop.slice(1), cfop])).values()].slice(0, 25);
  const states = [...stateCodes.keys()].slice(0, 20);
  const nfeTaxRules = operations.flatMap((cfop) =>
    states.map((state) => ({ ...whole, states: [state], cfops: [cfop] })),
  );
  const { status, body } = await rules.create({ nfeTaxRules });
  expect(status).toBe(201);
  expect(nfeSubRules(body)).toHaveLength(500);
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
  const { status, body } = await rules.create({ nfeTaxRules: [], ...change });
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'validation_error' });
  expect(pathsOf(body)).toEqual([path]);
});

const nothing = {
  benefitCode: null,
  icmsExemptedRate: null,
  icmsExemptionReason: null,
  icmsExemptionDeducted: null,
  icmsRedBcBenefitCode: null,
  presumedCreditCode: null,
  presumedCreditRate: null,
  icmsStExemptionReason: null,
  icmsMonoRate: null,
  icmsMonoRetainedRate: null,
  icmsMonoReductionRate: null,
  icmsMonoReductionReason: null,
  difalInternalRate: null,
  ibsCbsRegularSituation: null,
  ibsCbsRegularClassification: null,
  selectiveTaxSituation: null,
  selectiveTaxClassification: null,
  selectiveTaxRate: null,
  selectiveTaxUnitRate: null,
  simplesActivity: null,
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
