import { expect, test } from '@jest/globals';
import type { ClientSnapshot } from '../../../../domain/clients/snapshot.ts';
import type { ServiceInput } from '../../../../domain/documents/compute/service.ts';
import type { ServiceItemInput, ServicePayload } from '../../../../domain/documents/payload.ts';
import {
  company,
  compute,
  foreigner,
  foreignTrade,
  person,
  providerOf,
  refusalOf,
  served,
  serviceOf,
} from '../service.ts';

type Case = [string, Partial<ServiceInput>, string, RegExp];
const nobody: ClientSnapshot = { ...company, document: '', documentType: null, type: null, address: null };
const nfseKey = '35503082211222333000181000000000000126110000000001';

function item(fields: Partial<ServiceItemInput>): Partial<ServiceInput> {
  return { payload: serviceOf([served(fields)]) };
}

function details(service: ServicePayload['service'], fields: Partial<ServiceItemInput> = {}): Partial<ServiceInput> {
  return { payload: serviceOf([served(fields)], { service: service ?? null }) };
}

function clientWith(fields: Partial<ClientSnapshot>): Partial<ServiceInput> {
  return { client: { ...company, ...fields } };
}

function addressWithout(name: keyof NonNullable<ClientSnapshot['address']>, of = company): ClientSnapshot {
  const { [name]: _left, ...address } = of.address ?? {};
  return { ...of, address };
}

/** Taxes: 422, at the field of the item. */
const ofTaxes: Case[] = [
  ['no code', item({ serviceCode: null }), 'items[0].serviceCode', /cTribNac/],
  ['a code of no service', item({ serviceCode: '410101' }), 'items[0].serviceCode', /LC 116/],
  ['99.01 with ISSQN', item({ serviceCode: '990101', issTaxation: '1' }), 'items[0].issTaxation', /não incidência/],
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
    /regime especial 5.*E0631/,
  ],
  [
    'a class without its indicator',
    item({ ibsCbsClassification: '000001' }),
    'items[0].ibsCbsOperationIndicator',
    /cIndOp/,
  ],
  [
    'a service abroad that is taxed here',
    details({ place: { country: 'US' }, foreignTrade }, { issTaxation: '1', nbsCode: '115021000' }),
    'items[0].issTaxation',
    /exportação: informe issTaxation 3.*E0529/,
  ],
  ['a taker abroad without NBS', { client: foreigner, ...details({ foreignTrade }) }, 'items[0].nbsCode', /E0318/],
  ['more taxes than the service is worth', item({ inssRate: '60', irrfRate: '50' }), 'items', /somam 1100\.00.*E0436/],
  [
    'a deduction that brings ISSQN below 2 %',
    details({ deductions: { rate: '50' } }, { issRate: '3' }),
    'service.deductions',
    /abaixo de 2 %.*E0440/,
  ],
  [
    'a benefit that brings ISSQN below 2 %',
    item({ issRate: '2', issBenefitCode: '35503080400001', issBenefitReduction: '10' }),
    'items[0].issBenefitReduction',
    /E0440/,
  ],
];

/** Form: 400, at what is missing or too much. */
const ofForm: Case[] = [
  ['the company itself', clientWith({ document: '11222333000262' }), 'client.document', /própria empresa.*E0202/],
  ['a document of no kind', clientWith({ document: 'X1', documentType: 'OTHER' }), 'client.document', /NIF/],
  ['no e-mail', clientWith({ email: 'nome@empresa' }), 'client.email', /E0247/],
  ['an address without CEP', { client: addressWithout('zipCode') }, 'client.zipCode', /falta o CEP/],
  [
    'an address without its municipality',
    { client: addressWithout('municipalityCode') },
    'client.municipalityCode',
    /IBGE/,
  ],
  [
    'a foreigner in Brazil',
    clientWith({ document: '', documentType: null, type: 'FOREIGN' }),
    'client.country',
    /endereço no exterior/,
  ],
  [
    'a foreigner without an address',
    { client: { ...foreigner, address: null }, ...details({ foreignTrade }, { nbsCode: '115021000' }) },
    'client.street',
    /no exterior.*E0242/,
  ],
  [
    'a foreigner without a city',
    { client: addressWithout('city', foreigner), ...details({ foreignTrade }, { nbsCode: '115021000' }) },
    'client.city',
    /falta a cidade/,
  ],
  ['a withholding by nobody', { client: nobody, ...item({ issWithholding: '2' }) }, 'client.document', /E0204/],
  [
    'a withholding by who has no address',
    { ...clientWith({ address: null }), ...item({ issWithholding: '2' }) },
    'client.street',
    /E0236/,
  ],
  ['a withholding by no intermediary', item({ issWithholding: '3' }), 'service.intermediary', /intermediário.*E0264/],
  [
    'a withholding by an intermediary without address',
    details({ intermediary: { ...person, address: null } }, { issWithholding: '3' }),
    'service.intermediary.street',
    /E0293/,
  ],
  [
    'an intermediary that is the company',
    details({ intermediary: { ...company, document: '11222333000181' } }),
    'service.intermediary.document',
    /E0262/,
  ],
  ['a day to come', details({ competence: '2026-11-22' }), 'service.competence', /2026-11-21 .*E0015.*veio 2026-11-22/],
  [
    'a deduction to come',
    details({
      competence: '2026-11-01',
      deductions: {
        documents: [{ otherNumber: '1', type: '2', issueDate: '2026-11-02', deductibleValue: '1', value: '1' }],
      },
    }),
    'service.deductions.documents[0].issueDate',
    /E0472/,
  ],
  ['an export without its trade', item({ issTaxation: '3', issResultCountry: 'US' }), 'service.foreignTrade', /E0330/],
  ['construction without works', item({ serviceCode: '070201' }), 'service.works', /E0370/],
  ['works without construction', details({ works: { code: '1' } }), 'service.works', /E0372/],
  ['a show without an event', item({ serviceCode: '120101' }), 'service.event', /E0390/],
  [
    'an event without a show',
    details({ event: { name: 'Feira', startDate: '2026-11-20', endDate: '2026-11-20', code: '1' } }),
    'service.event',
    /E0392/,
  ],
  [
    'works abroad of a service in Brazil',
    details(
      { works: { address: { zipCode: '1', street: 'a', number: '1', neighborhood: 'b', city: 'c', region: 'd' } } },
      { serviceCode: '070201' },
    ),
    'service.works.address',
    /E0404/,
  ],
  [
    'a port at sea',
    details({ place: { municipalityCode: '0000000' } }, { serviceCode: '200101' }),
    'service.place.municipalityCode',
    /E0312/,
  ],
  [
    'a note of another company',
    {
      payload: serviceOf([served()], {
        replaces: { documentId: null, accessKey: nfseKey.replace('11222333', '11444777'), reason: '01' },
      }),
    },
    'replaces.accessKey',
    /E0042/,
  ],
  [
    'descriptions that do not fit together',
    { payload: serviceOf([served({ description: 'a'.repeat(1000) }), served({ description: 'b'.repeat(1000) })]) },
    'items',
    /abrevie-os em 1\./,
  ],
  [
    'information that does not fit together',
    { payload: serviceOf([served({ additionalInfo: 'b'.repeat(1000) })], { additionalInfo: 'a'.repeat(1000) }) },
    'additionalInfo',
    /abrevie-os em 1\./,
  ],
];

test.each(ofTaxes)('%s is an invalid taxation, told at its field', (_what, input, path, says) => {
  expect(refusalOf(input)).toEqual({
    code: 'invalid_taxation',
    issues: [{ path, message: expect.stringMatching(says) }],
  });
});

test.each(ofForm)('%s is refused at its path', (_what, input, path, says) => {
  expect(refusalOf(input)).toEqual({
    code: 'validation_error',
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

test('what is wrong in a record is told with its name', () => {
  const fields = { issRate: '1.5000' };
  const template = { id: 't', name: 'Suporte', fields };
  const records = { items: [{ taxRule: null, product: null }], template };
  expect(refusalOf({ records }).issues[0]?.message).toMatch(/O valor vem do modelo fiscal "Suporte"\.$/);
});

test('everything is told at once, the form first', () => {
  const payload = serviceOf([served({ unitValue: '0', issRate: '9' })], { service: { competence: '2026-12-01' } });
  const { code, issues } = refusalOf({ payload, client: addressWithout('street') });
  expect(code).toBe('validation_error');
  expect(issues.map(({ path }) => path)).toEqual([
    'items[0].unitValue',
    'client.street',
    'service.competence',
    'items[0].issRate',
  ]);
});

test.each<[string, Partial<ServiceInput>]>([
  ['a company without any address', clientWith({ address: null })],
  ['a person', { client: person }],
  ['nobody', { client: nobody }],
  ['99.01 with works and event', details({ works: { code: '1' } }, { serviceCode: '990101' })],
  ['a benefit without a reduction', item({ issBenefitCode: '35503080400001', issRate: '2' })],
  [
    'a deduction of works below 2 %',
    details({ works: { code: '1' }, deductions: { rate: '50' } }, { serviceCode: '070201', issRate: '2' }),
  ],
  [
    'a note that it replaces',
    { payload: serviceOf([served()], { replaces: { documentId: null, accessKey: nfseKey, reason: '01' } }) },
  ],
  ['an intermediary that withholds', details({ intermediary: company }, { issWithholding: '3', issRate: '2' })],
])('a service for %s is computed', (_what, input) => {
  expect(compute(input).amounts.service).toBe('1000.00');
});
