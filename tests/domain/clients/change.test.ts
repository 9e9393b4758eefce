import { expect, test } from 'vitest';
import { changedRecord, type ClientChanges, clientRecord } from '../../../domain/clients/change.ts';
import type { ClientInput } from '../../../domain/clients/client-input.ts';
import { normalizeClient } from '../../../domain/clients/normalize.ts';
import { refusalOf } from '../documents/sale.ts';

const company = { name: 'Padaria', document: '11222333000181', stateRegistration: '110042490114' };
const person = { name: 'Ana', document: '52998224725' };
const foreigner = { name: 'Acme', document: 'AB-12345', country: 'US' };

test.each<{ what: string; kept: ClientInput; sent: ClientChanges; becomes: object }>([
  {
    what: 'a new document says again what its owner is',
    kept: company,
    sent: { document: '529.982.247-25', stateRegistration: null },
    becomes: { document: '52998224725', documentType: 'CPF', type: 'INDIVIDUAL', taxpayerType: 'NAO_CONTRIBUINTE' },
  },
  {
    what: 'a new document leaves a type that is sent with it',
    kept: company,
    sent: { document: '52998224725', type: 'COMPANY' },
    becomes: { documentType: 'CPF', type: 'COMPANY' },
  },
  {
    what: 'the same document, with its punctuation, moves no type that was chosen',
    kept: { ...person, type: 'COMPANY' },
    sent: { document: '529.982.247-25' },
    becomes: { type: 'COMPANY' },
  },
  {
    what: 'a document that is cleared leaves an anonymous consumer',
    kept: person,
    sent: { document: null },
    becomes: { document: '', documentType: null, type: null },
  },
  {
    what: 'another document type says again what its owner is',
    kept: person,
    sent: { documentType: 'OTHER', document: 'RG 12.345' },
    becomes: { documentType: 'OTHER', document: 'RG 12.345', type: null },
  },
  {
    what: 'a company that turns out to be foreign has a foreign document',
    kept: { ...company, stateRegistration: null },
    sent: { type: 'FOREIGN' },
    becomes: { documentType: 'FOREIGN', type: 'FOREIGN', document: '11222333000181' },
  },
  {
    what: 'a foreigner who gets a CNPJ at home is a company',
    kept: foreigner,
    sent: { country: null, document: '11222333000181' },
    becomes: { documentType: 'CNPJ', type: 'COMPANY', country: 'BR' },
  },
  {
    what: 'a new document of a client abroad is foreign as well',
    kept: foreigner,
    sent: { document: 'CD-67890' },
    becomes: { documentType: 'FOREIGN', type: 'FOREIGN', document: 'CD-67890' },
  },
  {
    what: 'a consumer without a document who moves home is no foreigner any more',
    kept: { name: 'Ana', country: 'US' },
    sent: { country: 'BR' },
    becomes: { type: null, country: 'BR', state: null },
  },
  {
    what: 'a client who moves home is of the state of the new city',
    kept: { name: 'Ana', country: 'US', street: 'Main St' },
    sent: { country: 'BR', municipalityCode: '3550308' },
    becomes: { country: 'BR', state: 'SP' },
  },
  {
    what: 'a client who moves abroad is of no state',
    kept: { name: 'Ana', state: 'SP' },
    sent: { country: 'US' },
    becomes: { country: 'US', state: 'EX' },
  },
  {
    what: 'a registration makes a taxpayer',
    kept: person,
    sent: { stateRegistration: '110.042.490.114' },
    becomes: { taxpayerType: 'CONTRIBUINTE', stateRegistration: '110042490114' },
  },
  {
    what: 'a registration that is cleared makes none',
    kept: company,
    sent: { stateRegistration: null },
    becomes: { taxpayerType: 'NAO_CONTRIBUINTE', stateRegistration: null },
  },
  {
    what: 'the word isento makes an exempt one',
    kept: company,
    sent: { stateRegistration: 'Isento' },
    becomes: { taxpayerType: 'ISENTO', stateRegistration: null },
  },
  {
    what: 'a registration sent with a taxpayer type leaves that',
    kept: person,
    sent: { stateRegistration: '123', taxpayerType: 'NAO_CONTRIBUINTE' },
    becomes: { taxpayerType: 'NAO_CONTRIBUINTE', stateRegistration: '123' },
  },
  {
    what: 'the same registration, with its punctuation, moves no taxpayer type that was chosen',
    kept: { ...company, taxpayerType: 'NAO_CONTRIBUINTE' },
    sent: { stateRegistration: '110.042.490.114' },
    becomes: { taxpayerType: 'NAO_CONTRIBUINTE' },
  },
  {
    what: 'a name moves no taxpayer type that was chosen',
    kept: { ...company, taxpayerType: 'NAO_CONTRIBUINTE' },
    sent: { name: 'Padaria Nova' },
    becomes: { name: 'Padaria Nova', taxpayerType: 'NAO_CONTRIBUINTE' },
  },
  {
    what: 'a taxpayer type that is cleared follows from the registration',
    kept: { ...company, taxpayerType: 'NAO_CONTRIBUINTE' },
    sent: { taxpayerType: null },
    becomes: { taxpayerType: 'CONTRIBUINTE' },
  },
  {
    what: 'a new municipality brings its state',
    kept: { ...person, municipalityCode: '3550308' },
    sent: { municipalityCode: '3304557' },
    becomes: { municipalityCode: '3304557', state: 'RJ' },
  },
  {
    what: 'what is undefined is not sent',
    kept: company,
    sent: { name: undefined, stateRegistration: undefined },
    becomes: clientRecord(normalizeClient(company)),
  },
])('$what', ({ kept, sent, becomes }) => {
  expect(changedRecord(clientRecord(normalizeClient(kept)), sent)).toMatchObject(becomes);
});

test.each<{ of: string; kept: ClientInput; sent: ClientChanges; paths: string[] }>([
  {
    of: 'a state beside the municipality of another',
    kept: { ...person, municipalityCode: '3550308' },
    sent: { state: 'RJ' },
    paths: ['municipalityCode'],
  },
  {
    of: 'a foreigner who becomes a company and keeps the passport',
    kept: foreigner,
    sent: { type: 'COMPANY', country: 'BR' },
    paths: ['document'],
  },
  { of: 'a CNPJ called CPF', kept: company, sent: { documentType: 'CPF' }, paths: ['document'] },
  { of: 'a taxpayer who becomes foreign', kept: company, sent: { type: 'FOREIGN' }, paths: ['taxpayerType'] },
  { of: 'several faults at once', kept: person, sent: { zipCode: '1', phone: '1' }, paths: ['zipCode', 'phone'] },
])('$of is refused at $paths', ({ kept, sent, paths }) => {
  const refusal = refusalOf(() => changedRecord(clientRecord(normalizeClient(kept)), sent));
  expect(refusal).toMatchObject({ code: 'validation_error', paths });
});
