import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApi, type TestApi } from '../../api/fixture.ts';
import { newRules, pathsOf, type Rules } from '../../api/routes/company-rules.ts';

let api: TestApi;
let rules: Rules;
beforeAll(async () => {
  api = await startApi();
  rules = await newRules(api);
});
afterAll(() => api.close());

test('a rule of services is kept in normal form after the layout of the DPS', async () => {
  const { status, body } = await rules.create({
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
  const { status, body } = await rules.create({
    model: 'NFSE',
    nfseTaxRules: [
      { municipalityCodes: ['3550309'], serviceCodes: ['010701', '990000'], issTaxation: '2' },
      { issTaxation: '3', issResultCountry: 'BR', issWithholding: '2', issRate: 1 },
    ],
  });
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid_taxation' });
  expect(pathsOf(body)).toEqual([
    'nfseTaxRules[0].municipalityCodes[0]',
    'nfseTaxRules[0].serviceCodes[1]',
    'nfseTaxRules[0].issImmunityType',
    'nfseTaxRules[1].issResultCountry',
    'nfseTaxRules[1].issWithholding',
  ]);
});
