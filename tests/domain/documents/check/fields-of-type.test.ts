import { expect, test } from 'vitest';
import type { documentTypes } from '../../../../domain/document-types.ts';
import { fieldsOfOtherTypes } from '../../../../domain/documents/check/fields-of-type.ts';
import { serviceFieldNames } from '../../../../domain/taxation/levels/service-fields.ts';
import { taxFieldNames } from '../../../../domain/taxation/fields.ts';
import contract from '../../../../openapi/generated/openapi.json' with { type: 'json' };

/** A creation with a value in every field. */
const everyField = (schema: { properties: object }) =>
  Object.fromEntries(Object.keys(schema.properties).map((name) => [name, 'x']));
const { FiscalDocumentCreation, DocumentItemInput } = contract.components.schemas;
const whole = { ...everyField(FiscalDocumentCreation), items: [{}, everyField(DocumentItemInput)] };

/** Fields that goods and services share, in the contract's order. */
const shared = [
  ...['pisRate', 'cofinsRate', 'ibsCbsSituation', 'ibsCbsClassification'],
  ...['ibsCbsRegularSituation', 'ibsCbsRegularClassification'],
];

const pathsOf = (type: (typeof documentTypes)[number], body: object = whole): string[] =>
  fieldsOfOtherTypes({ items: [], ...body, type }).map(({ path }) => path);

test('each field of the contract is for goods, for services or for both', () => {
  const ofGoods = pathsOf('NFSE');
  const ofServices = pathsOf('NFE');
  expect(pathsOf('NFCE')).toEqual(ofServices);
  expect(ofServices.filter((path) => ofGoods.includes(path))).toEqual([]);
  const all = [
    ...Object.keys(FiscalDocumentCreation.properties),
    ...Object.keys(DocumentItemInput.properties).map(onItem),
  ];
  expect(all).toEqual(expect.arrayContaining([...ofGoods, ...ofServices]));
  expect(all.filter((path) => !ofGoods.includes(path) && !ofServices.includes(path))).toEqual([
    ...[
      'type',
      'client',
      'emit',
      'clientId',
      'operationNature',
      'items',
      'mailTo',
      'templateId',
      'taxRuleId',
      'discount',
    ],
    ...['additionalInfo', 'externalId'],
    ...['code', 'description', 'unit', 'quantity', 'unitValue', 'productId', 'taxRuleId', 'discount'].map(onItem),
    ...['additionalInfo', ...shared].map(onItem),
  ]);
});

test('a service has no part of goods, and the refusal says whose the field is', () => {
  expect(pathsOf('NFSE')).toEqual(expect.arrayContaining(['transport', 'duplicates', 'payments', 'items[1].ncm']));
  const service = { type: 'NFSE' as const, items: [{ gtin: 'SEM GTIN' }], transport: {} };
  expect(fieldsOfOtherTypes(service)).toEqual([
    { code: 'validation_error', path: 'transport', message: expect.stringContaining('NF-e e NFC-e') },
    { code: 'validation_error', path: 'items[0].gtin', message: expect.stringContaining('NF-e e NFC-e') },
  ]);
  const consumerNote = { type: 'NFCE' as const, items: [], replaces: {} };
  expect(fieldsOfOtherTypes(consumerNote)).toEqual([
    { code: 'validation_error', path: 'replaces', message: expect.stringContaining('de NFS-e') },
  ]);
});

test('taxes of one kind are no taxes of the other, unless both write them alike', () => {
  for (const name of taxFieldNames) {
    expect(pathsOf('NFSE', { items: [{ [name]: '1' }] })).toEqual(isShared(name) ? [] : [`items[0].${name}`]);
  }
  for (const name of serviceFieldNames) {
    expect(pathsOf('NFE', { items: [{ [name]: '1' }] })).toEqual(isShared(name) ? [] : [`items[0].${name}`]);
  }
});

test('null, an empty text and what is absent are no fields that were sent', () => {
  expect(pathsOf('NFSE', { payments: null, presence: '', items: [{ ncm: null, cfop: '' }] })).toEqual([]);
});

function onItem(name: string): string {
  return `items[1].${name}`;
}

function isShared(name: string): boolean {
  return shared.includes(name);
}
