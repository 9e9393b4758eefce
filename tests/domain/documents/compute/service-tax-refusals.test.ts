import { expect, test } from 'vitest';
import type { ServiceInput } from '../../../../domain/documents/compute/service.ts';
import type { ServiceItemInput, ServicePayload } from '../../../../domain/documents/payload.ts';
import { foreigner, foreignTrade, providerOf, refusalOf, served, serviceOf } from '../service.ts';

type Case = [string, Partial<ServiceInput>, string, RegExp];
const nothing = { totalFederalRate: null, totalStateRate: null, totalMunicipalRate: null };

function item(fields: Partial<ServiceItemInput>): Partial<ServiceInput> {
  return { payload: serviceOf([served(fields)]) };
}

function details(service: ServicePayload['service'], fields: Partial<ServiceItemInput> = {}): Partial<ServiceInput> {
  return { payload: serviceOf([served(fields)], { service: service ?? null }) };
}

const cases: Case[] = [
  ['no code', item({ serviceCode: null }), 'items[0].serviceCode', /cTribNac/],
  ['a code of no service', item({ serviceCode: '410101' }), 'items[0].serviceCode', /LC 116/],
  ['99.01 with ISSQN', item({ serviceCode: '990101', issTaxation: '1' }), 'items[0].issTaxation', /não incidência/],
  [
    'a rental on the day before its code begins',
    { on: new Date('2026-11-30T18:00:00Z'), ...item({ serviceCode: '990301' }) },
    'items[0].serviceCode',
    /01\/12\/2026.*E0310/,
  ],
  [
    'a rental with ISSQN',
    { on: new Date('2026-12-01T18:00:00Z'), ...item({ serviceCode: '990301', issTaxation: '1' }) },
    'items[0].issTaxation',
    /não incidência/,
  ],
  ['a rate above 5 %', item({ issRate: '5.01' }), 'items[0].issRate', /de 0 a 5/],
  ['a rate below 2 %', item({ issRate: '1.99' }), 'items[0].issRate', /de 2 a 5/],
  [
    'Simples without a total of taxes',
    { issuer: providerOf('SIMPLES') },
    'items[0].totalSimplesRate',
    /alíquota nominal.*E0712/,
  ],
  [
    'Simples that is withheld, without a rate',
    { issuer: providerOf('SIMPLES'), ...item({ totalSimplesRate: '6', issWithholding: '2' }) },
    'items[0].issRate',
    /1,8 a 5/,
  ],
  ['MEI with a rate', { issuer: providerOf('MEI'), ...item({ issRate: '2' }) }, 'items[0].issRate', /valor fixo/],
  [
    'MEI that is withheld',
    { issuer: providerOf('MEI'), ...item({ issWithholding: '2' }) },
    'items[0].issWithholding',
    /MEI não é retido/,
  ],
  [
    'the rate of Simples outside it',
    item({ totalSimplesRate: '6' }),
    'items[0].totalSimplesRate',
    /Simples Nacional: retire-o/,
  ],
  [
    'a special regime that is withheld',
    { issuer: providerOf('NORMAL', { specialRegime: '5' }), ...item({ issWithholding: '2' }) },
    'items[0].issWithholding',
    /regime especial 5.*E0588/,
  ],
  [
    'a class without its indicator',
    item({ ibsCbsClassification: '000001', nbsCode: '115021000' }),
    'items[0].ibsCbsOperationIndicator',
    /cIndOp/,
  ],
  [
    'a class without NBS',
    item({ ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301' }),
    'items[0].nbsCode',
    /E0322/,
  ],
  [
    'a company outside Simples without a total of taxes',
    { issuer: providerOf('NORMAL', {}, { serviceDefaults: nothing }) },
    'items[0].totalFederalRate',
    /E0713/,
  ],
  [
    'a special regime with a benefit',
    { issuer: providerOf('NORMAL', { specialRegime: '1' }), ...item({ issBenefitCode: '35503080400001' }) },
    'items[0].issBenefitCode',
    /E0535/,
  ],
  [
    'a service abroad that is taxed here',
    details({ place: { country: 'US' }, foreignTrade }, { issTaxation: '1', nbsCode: '115021000' }),
    'items[0].issTaxation',
    /exportação: informe issTaxation 3.*E0530/,
  ],
  ['a taker abroad without NBS', { client: foreigner, ...details({ foreignTrade }) }, 'items[0].nbsCode', /E0318/],
  [
    'a benefit of another municipality',
    item({ issBenefitCode: '33045570400001' }),
    'items[0].issBenefitCode',
    /3550308.*E0541/,
  ],
  [
    'toll roads that are withheld',
    item({ serviceCode: '220101', issWithholding: '2' }),
    'items[0].issWithholding',
    /não é retido \(E0596\)/,
  ],
  [
    'contributions that round to nothing',
    item({ unitValue: '0.10', pisCofinsWithholding: '3' }),
    'items[0].pisCofinsWithholding',
    /centavo.*E0724/,
  ],
  ['INSS of the whole service', item({ inssRate: '100' }), 'items[0].inssRate', /1000\.00.*E0699/],
  ['IRRF of the whole service', item({ irrfRate: '100' }), 'items[0].irrfRate', /1000\.00.*E0700/],
  ['CSLL of the whole service', item({ csllRate: '100' }), 'items[0].csllRate', /1000\.00.*E0701/],
  ['more taxes than the service is worth', item({ inssRate: '60', irrfRate: '50' }), 'items', /somam 1100\.00.*E0428/],
  [
    'a deduction that brings ISSQN below 2 %',
    details({ deductions: { rate: '50' } }, { issRate: '3' }),
    'service.deductions',
    /abaixo de 2 %.*E0429/,
  ],
  [
    'a benefit that brings ISSQN below 2 %',
    item({ issRate: '2', issBenefitCode: '35503080400001', issBenefitReduction: '10' }),
    'items[0].issBenefitReduction',
    /E0429/,
  ],
];

test.each(cases)('%s is an invalid taxation, reported at its field', (_what, input, path, says) => {
  expect(refusalOf(input)).toMatchObject({
    code: 'invalid_taxation',
    issues: [{ path, message: expect.stringMatching(says) }],
  });
});

test('items of two services are refused by the name of each field that differs', () => {
  const items = [
    served({ nbsCode: '115021000' }),
    served({ nbsCode: '115021000' }),
    served({ serviceCode: '010501', issRate: '2' }),
  ];
  const { code, issues } = refusalOf({ payload: serviceOf(items) });
  expect(code).toBe('invalid_taxation');
  expect(issues.map(({ path }) => path)).toEqual(['items[2].serviceCode', 'items[2].nbsCode', 'items[2].issRate']);
  expect(issues[1]?.message).toBe(
    'Uma NFS-e é de um só serviço, e nbsCode difere: 115021000 no item 1, nada no item 3. Emita uma NFS-e para cada serviço, ou ' +
      'iguale os itens.',
  );
});

test('what is wrong in a record is reported with its name', () => {
  const fields = { issRate: '1.5000' };
  const template = { id: 't', name: 'Suporte', fields };
  const records = { items: [{ taxRule: null, product: null }], template };
  expect(refusalOf({ records }).issues[0]?.message).toMatch(/O valor vem do modelo fiscal "Suporte"\.$/);
});
