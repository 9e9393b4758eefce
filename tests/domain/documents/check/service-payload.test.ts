import { expect, test } from 'vitest';
import { servicePayloadFaults } from '../../../../domain/documents/check/service-payload.ts';
import type { ServicePayload } from '../../../../domain/documents/payload.ts';
import type { DeductionDocument, SiteAddress } from '../../../../domain/documents/service-sale.ts';
import { foreignTaker, taker } from '../../../support/samples/services.ts';
import { foreignTrade, ownKey, served, serviceOf } from '../service.ts';

const site: SiteAddress = { zipCode: '01310100', street: 'Av. Paulista', number: '1', neighborhood: 'Bela Vista' };
const event = { name: 'Feira', startDate: '2026-11-20', endDate: '2026-11-22', code: '1' };
const proof: DeductionDocument = {
  nfseKey: ownKey,
  type: '2',
  issueDate: '2026-11-01',
  deductibleValue: '100.00',
  value: '50.00',
};
type Details = NonNullable<ServicePayload['service']>;
type Case = [string, ServicePayload, string, RegExp];

function details(service: Details): ServicePayload {
  return serviceOf([served()], { service });
}

function deducting(change: Partial<DeductionDocument>): ServicePayload {
  return details({ deductions: { documents: [{ ...proof, ...change }] } });
}

const cases: Case[] = [
  ['no items', serviceOf([]), 'items', /de 1 a 990 itens; vieram 0/],
  ['too many items', serviceOf(Array.from({ length: 991 }, () => served())), 'items', /vieram 991/],
  ['no quantity', serviceOf([served({ quantity: '0' })]), 'items[0].quantity', /maior que zero/],
  ['a negative value', serviceOf([served({ unitValue: '-1' })]), 'items[0].unitValue', /de zero para cima/],
  ['no value', serviceOf([served(), served({ unitValue: '0' })]), 'items[1].unitValue', /deve ser maior que zero/],
  ['less than a cent', serviceOf([served({ unitValue: '0.004' })]), 'items[0].unitValue', /deve ser maior que zero/],
  [
    'a value of 15 digits',
    serviceOf([served({ unitValue: '123456789012345' })]),
    'items[0].unitValue',
    /até 11 dígitos/,
  ],
  [
    'a line of 15 digits',
    serviceOf([served({ quantity: '99999999999', unitValue: '1000' })]),
    'items[0].unitValue',
    /passa de 13 dígitos/,
  ],
  [
    'a sum of 14 digits',
    serviceOf(Array.from({ length: 2 }, () => served({ quantity: '99999999999', unitValue: '99' }))),
    'items',
    /19799999999802\.00, passa de 13 dígitos/,
  ],
  ['no description', serviceOf([served({ description: '' })]), 'items[0].description', /em productId/],
  ['letters of another alphabet', serviceOf([served({ description: 'サポート' })]), 'items[0].description', /emojis/],
  ['a control character', serviceOf([served({ description: 'a\u0001b' })]), 'items[0].description', /controle/],
  ['too long a text', serviceOf([served()], { additionalInfo: 'x'.repeat(2001) }), 'additionalInfo', /no máximo 2000/],
  ['a discount of all', serviceOf([served()], { discount: '1000.00' }), 'discount', /E0431/],
  ['discounts of items that take all', serviceOf([served({ discount: '1000.00' })]), 'items', /E0431/],
  [
    'a discount above its item',
    serviceOf([served({ discount: '1000.01' })]),
    'items[0].discount',
    /maior que o valor dele/,
  ],
  [
    'two discounts',
    serviceOf([served({ discount: '5.00' })], { discount: '6.00' }),
    'discount',
    /soma 5\.00, não 6\.00/,
  ],
  ['a negative discount', serviceOf([served()], { discount: '-1' }), 'discount', /de zero para cima/],
  ['a conditional discount of all', details({ conditionalDiscount: '1000' }), 'service.conditionalDiscount', /E0432/],
  ['no place', details({ place: { municipalityCode: '' } }), 'service.place', /não veio nenhum/],
  [
    'an unknown municipality',
    details({ place: { municipalityCode: '3550309' } }),
    'service.place.municipalityCode',
    /E0302/,
  ],
  ['Brazil as a country', details({ place: { country: 'br' } }), 'service.place.country', /não seja o Brasil.*E0304/],
  ['a day that is none', details({ competence: '2026-02-30' }), 'service.competence', /data que existe/],
  ['works named twice', details({ works: { code: '1', cib: '12345678' } }), 'service.works', /vieram code e cib/],
  ['works without a name', details({ works: {} }), 'service.works', /code, cib ou address; não veio nenhum/],
  ['a short CIB', details({ works: { cib: '1234567' } }), 'service.works.cib', /no mínimo 8/],
  [
    'a CEP with a hyphen',
    details({ works: { address: { ...site, zipCode: '01310-100' } } }),
    'service.works.address.zipCode',
    /8 dígitos/,
  ],
  [
    'half an address abroad',
    details({ works: { address: { ...site, city: 'Lisboa' } } }),
    'service.works.address.region',
    /vão juntos/,
  ],
  [
    'an event that ends first',
    details({ event: { ...event, endDate: '2026-11-19' } }),
    'service.event.endDate',
    /antes de começar/,
  ],
  ['an event without a place', details({ event: { ...event, code: null } }), 'service.event', /code ou address/],
  [
    'goods that come without a declaration',
    details({ foreignTrade: { ...foreignTrade, temporaryGoods: '2' } }),
    'service.foreignTrade.importDeclaration',
    /E0352/,
  ],
  [
    'goods that go without a registration',
    details({ foreignTrade: { ...foreignTrade, temporaryGoods: '3' } }),
    'service.foreignTrade.exportRegistration',
    /E0356/,
  ],
  [
    'a declaration without goods',
    details({ foreignTrade: { ...foreignTrade, importDeclaration: '1' } }),
    'service.foreignTrade.importDeclaration',
    /E0354/,
  ],
  [
    'a foreign value of nothing',
    details({ foreignTrade: { ...foreignTrade, amount: '0' } }),
    'service.foreignTrade.amount',
    /maior que zero/,
  ],
  ['two deductions', details({ deductions: { rate: '1', value: '1' } }), 'service.deductions', /vieram rate e value/],
  ['a deduction of nothing', details({ deductions: { rate: '0' } }), 'service.deductions.rate', /E0453/],
  ['a deduction above 100 %', details({ deductions: { rate: '100.01' } }), 'service.deductions.rate', /E0453/],
  ['a deduction of zero', details({ deductions: { value: '0.00' } }), 'service.deductions.value', /maior que zero/],
  [
    'a deduction above the price',
    details({ deductions: { value: '1000.01' } }),
    'service.deductions',
    /1000\.01.*E0427/,
  ],
  ['no documents', details({ deductions: { documents: [] } }), 'service.deductions.documents', /ao menos um/],
  ['documents above the price', deducting({ deductibleValue: '5000', value: '1001' }), 'service.deductions', /E0427/],
  [
    'a number that nobody gave out',
    deducting({ nfseKey: null, otherNumber: 'Recibo 7' }),
    'service.deductions.documents[0].supplier',
    /E0477/,
  ],
  [
    'a supplier without an address',
    deducting({ nfseKey: null, fiscalNumber: '7', supplier: { ...taker, address: null } }),
    'service.deductions.documents[0].supplier',
    /E0492/,
  ],
  [
    'a supplier abroad without an address',
    deducting({ nfseKey: null, fiscalNumber: '7', supplier: { ...foreignTaker, address: null } }),
    'service.deductions.documents[0].supplier',
    /E0498/,
  ],
  [
    'a supplier whom nobody knows',
    deducting({ nfseKey: null, fiscalNumber: '7', supplier: { ...taker, document: '' } }),
    'service.deductions.documents[0].supplier.document',
    /CNPJ ou CPF/,
  ],
  ['a document of no kind', deducting({ nfseKey: null }), 'service.deductions.documents[0]', /não veio nenhum/],
  ['a wrong key', deducting({ nfseKey: ownKey.slice(1) }), 'service.deductions.documents[0].nfseKey', /E0455/],
  [
    'a wrong key of an NF-e',
    deducting({ nfseKey: null, nfeKey: '1'.repeat(44) }),
    'service.deductions.documents[0].nfeKey',
    /E0460/,
  ],
  [
    'an unknown municipality of a note',
    deducting({
      nfseKey: null,
      supplier: taker,
      municipalNfse: { municipalityCode: '3550309', number: '1', verificationCode: 'A' },
    }),
    'service.deductions.documents[0].municipalNfse.municipalityCode',
    /E0466/,
  ],
  ['other deductions without words', deducting({ type: '99' }), 'service.deductions.documents[0].description', /E0468/],
  [
    'a description of materials',
    deducting({ description: 'Areia' }),
    'service.deductions.documents[0].description',
    /E0470/,
  ],
  ['more than the document has', deducting({ value: '100.01' }), 'service.deductions.documents[0].value', /E0474/],
  [
    'a document of a day that is none',
    deducting({ issueDate: '2026-13-01' }),
    'service.deductions.documents[0].issueDate',
    /data que existe/,
  ],
  [
    'a replacement without a key',
    serviceOf([served()], { replaces: { documentId: null, accessKey: '1', reason: '01' } }),
    'replaces.accessKey',
    /50 posições/,
  ],
  [
    'a replacement without a reason',
    serviceOf([served()], { replaces: { documentId: null, accessKey: ownKey, reason: '99' } }),
    'replaces.description',
    /E0078/,
  ],
];

test.each(cases)('%s is refused at its path', (_what, payload, path, says) => {
  expect(servicePayloadFaults(payload)).toEqual([
    { code: 'validation_error', path, message: expect.stringMatching(says) },
  ]);
});

test.each<[string, ServicePayload]>([
  ['as simple as can be', serviceOf()],
  ['with a discount that both say', serviceOf([served({ discount: '5.00' })], { discount: '5.00' })],
  [
    'with discounts of zero',
    serviceOf([served({ discount: '0' })], { discount: '0.00', service: { conditionalDiscount: '0' } }),
  ],
  ['at sea', details({ place: { municipalityCode: '0000000' } })],
  ['of works in Brazil', details({ works: { propertyRegistration: '1', address: site } })],
  [
    'of works abroad',
    details({ works: { address: { ...site, zipCode: 'SW1A 1AA', city: 'London', region: 'England' } } }),
  ],
  ['of an event', details({ event })],
  ['of a deduction of all', details({ deductions: { rate: '100' } })],
  ['of a proven deduction', deducting({})],
  ['of an order', details({ order: { number: 'PO 1', items: ['1', '2'] } })],
])('a service %s has no fault', (_what, payload) => {
  expect(servicePayloadFaults(payload)).toEqual([]);
});
