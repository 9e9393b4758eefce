import { expect, test } from 'vitest';
import type { ClientSnapshot } from '../../../../domain/clients/client-input.ts';
import type { ServiceInput } from '../../../../domain/documents/compute/service.ts';
import type { ServiceItemInput, ServicePayload } from '../../../../domain/documents/payload.ts';
import {
  company,
  compute,
  foreigner,
  foreignTrade,
  otherKey,
  ownKey,
  person,
  providerOf,
  refusalOf,
  served,
  serviceOf,
} from '../service.ts';
import { taker as supplying } from '../../../support/samples/services.ts';

type Case = [string, Partial<ServiceInput>, string, RegExp];
const atAcquirer = { ibsCbsClassification: '000001', ibsCbsOperationIndicator: '100301', nbsCode: '115013000' };
const declared = (ibsCbsOperationIndicator: string) => ({ ...atAcquirer, ibsCbsOperationIndicator });
const nobody: ClientSnapshot = { ...company, document: '', documentType: null, type: null, address: null };

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
  return { ...of, address: { ...of.address, [name]: '' } };
}

const cases: Case[] = [
  ['the company itself', clientWith({ document: '11222333000181' }), 'client.document', /própria empresa.*E0202/],
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
    /estrangeiro precisa de endereço.*E0242/,
  ],
  [
    'a foreigner without a city',
    { client: addressWithout('city', foreigner), ...details({ foreignTrade }, { nbsCode: '115021000' }) },
    'client.city',
    /falta a cidade/,
  ],
  ['a company without any address', clientWith({ address: null }), 'client.street', /com CNPJ.*E0235/],
  [
    'hands lent to a person without address',
    { client: { ...person, address: null }, ...item({ serviceCode: '170501' }) },
    'client.street',
    /município do tomador.*E0234/,
  ],
  [
    'a deduction of an immunity',
    details({ deductions: { rate: '1' } }, { issTaxation: '2', issImmunityType: '1' }),
    'service.deductions',
    /E0435/,
  ],
  [
    'a deduction of a MEI',
    { issuer: providerOf('MEI'), ...details({ deductions: { rate: '1' } }) },
    'service.deductions',
    /E0436/,
  ],
  [
    'a deduction of a special regime',
    { issuer: providerOf('NORMAL', { specialRegime: '6' }), ...details({ deductions: { rate: '1' } }) },
    'service.deductions',
    /E0438/,
  ],
  [
    'a deduction that Simples does not have',
    {
      issuer: providerOf('SIMPLES'),
      ...details({ deductions: { rate: '1' } }, { totalSimplesRate: '6' }),
    },
    'service.deductions',
    /Simples.*010701.*E0441/,
  ],
  [
    'nobody, where IBS and CBS are due to the taker',
    { client: nobody, ...item(atAcquirer) },
    'client.document',
    /100301.*E0187/,
  ],
  [
    'a taker without address, where IBS and CBS are due there',
    { client: { ...person, address: null }, ...item(atAcquirer) },
    'client.street',
    /100301.*E0234/,
  ],
  ['a withholding by nobody', { client: nobody, ...item({ issWithholding: '2' }) }, 'client.document', /E0204/],
  [
    'a withholding by who has no address',
    { client: { ...person, address: null }, ...item({ issWithholding: '2' }) },
    'client.street',
    /E0237/,
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
        documents: [
          {
            otherNumber: '1',
            type: '2',
            issueDate: '2026-11-02',
            deductibleValue: '1',
            value: '1',
            supplier: supplying,
          },
        ],
      },
    }),
    'service.deductions.documents[0].issueDate',
    /E0472/,
  ],
  ['an export without its trade', item({ issTaxation: '3', issResultCountry: 'US' }), 'service.foreignTrade', /E0330/],
  ['construction without works', item({ serviceCode: '070201' }), 'service.works', /E0370/],
  ['works without construction', details({ works: { code: '1' } }), 'service.works', /E0372/],
  [
    'an operation with property that does not name it',
    item(declared('020101')),
    'service.ibsCbs.property',
    /020101.*E0932/,
  ],
  [
    'a service that does not say how it is paid',
    item({ ...declared('050101'), serviceCode: '171201' }),
    'service.ibsCbs.operation',
    /171201.*E0903/,
  ],
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
    /E0386/,
  ],
  [
    'a port at sea',
    details({ place: { municipalityCode: '0000000' } }, { serviceCode: '200101' }),
    'service.place.municipalityCode',
    /E1402/,
  ],
  [
    'a note of another company',
    {
      payload: serviceOf([served()], {
        replaces: { documentId: null, accessKey: otherKey, reason: '01' },
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

test.each(cases)('%s is refused at its path', (_what, input, path, says) => {
  expect(refusalOf(input)).toMatchObject({
    code: 'validation_error',
    issues: [{ path, message: expect.stringMatching(says) }],
  });
});

test('everything is reported at once, the form first', () => {
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
  ['a branch of its own', clientWith({ document: '11222333000262' })],
  ['a person without any address', { client: { ...person, address: null } }],
  ['nobody', { client: nobody }],
  ['99.01 with works and event', details({ works: { code: '1' } }, { serviceCode: '990101' })],
  ['a benefit without a reduction', item({ issBenefitCode: '35503080400001', issRate: '2' })],
  [
    'a deduction of works below 2 %',
    details({ works: { code: '1' }, deductions: { rate: '50' } }, { serviceCode: '070201', issRate: '2' }),
  ],
  [
    'a note that it replaces',
    { payload: serviceOf([served()], { replaces: { documentId: null, accessKey: ownKey, reason: '01' } }) },
  ],
  ['an intermediary that withholds', details({ intermediary: company }, { issWithholding: '3', issRate: '2' })],
])('a service for %s is computed', (_what, input) => {
  expect(compute(input).amounts.service).toBe('1000.00');
});
