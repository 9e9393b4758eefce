import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentType } from '../../domain/document-types.ts';
import type { SaleRequest } from '../../operations/documents/sale-request.ts';
import { creationOf, fittedPayments } from '../../panel/pages/sale/body.ts';
import { saleValues, replacingValues } from '../../panel/pages/sale/kept.ts';
import { droppedWords } from '../../panel/pages/sale/payment-fields.ts';
import type { FieldTexts } from '../../panel/forms/rows.ts';
import { usualOf } from '../../panel/pages/sale/whole-fields.ts';
import { everyDetail, nfseKey } from '../api/service.ts';
import { storedSale, noteOf, sentAsIs } from './sent-as-is.ts';

const noteKey = '35261111222333000181550010000000011000000019';
const id = '01a9b3c8-5f0e-7c11-9d52-0d6b8f3e2a77';

/** Any subset of the fields, as callers may leave out any. */
const partOf = (whole: Record<string, unknown>) =>
  fc.record(Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, fc.constant(value)])), {
    requiredKeys: [],
  });
const oneOf = (...values: unknown[]) => fc.constantFrom(...values);

const line = { code: 'P', description: 'Pão', quantity: '2', unitValue: '12.5' };
const goodsLine = partOf({
  ...{ unit: 'UN', gtin: '7891000315507', ncm: '19012090', cfop: '5102', discount: '0.50', additionalInfo: 'Fresco' },
  ...{
    productId: id,
    taxRuleId: id,
    icmsSituation: '00',
    icmsRate: '18.00',
    pisRate: '1.6500',
    benefitCode: 'SEM CBENEF',
  },
  ...{ freight: '1.00', approximateTaxes: '0.30', priceIncludes: 'NET_OF_NEW_TAXES', icmsExemptedValue: '1.00' },
  referencedItem: { accessKey: noteKey, number: 3 },
  purchaseOrder: { number: 'OC-9', item: 2 },
  returnedIpi: { percentage: '100.00', value: '5.00' },
  lots: [{ number: 'L1', quantity: '2', manufacturedOn: '2026-01-01', expiresOn: '2027-01-01' }],
}).map((said) => ({ ...line, ...said }));

const card = partOf({
  ...{ integration: 'INTEGRATED', brand: 'VISA', acquirer: '11222333000181', authorization: '123' },
  ...{ receiver: '11444777000161', terminal: 'T1' },
}).filter((said) => Object.keys(said).length > 0);
const payment = fc.oneof(
  fc.record(
    { method: oneOf('CREDIT_CARD', 'PIX', 'BANK_SLIP'), value: fc.constant('10.00'), card },
    { requiredKeys: ['method', 'value'] },
  ),
  fc.constant({ method: 'OTHERS', value: '3.00', description: 'Permuta' }),
  fc.constant({ method: 'CASH', value: '3.00' }),
);

const transport = fc.record(
  {
    freightType: oneOf('SENDER', 'NO_FREIGHT', 'OWN_RECIPIENT'),
    ...{ freightValue: fc.constant('10.00'), carrierId: fc.constant(id), volumeQuantity: fc.constant(2) },
    ...{ volumeSpecies: fc.constant('CAIXA'), volumeGrossWeight: fc.constant('1.500') },
    ...{
      volumeBrand: fc.constant('LAVRA'),
      volumeNumbering: fc.constant('1 A 2'),
      volumeSeals: fc.constant(['L1', 'L2']),
    },
    trailers: fc.constant([{ plate: 'ABC1D24', state: 'SP' }]),
    ...{ vehiclePlate: fc.constant('ABC1D23'), vehicleState: fc.constant('SP') },
  },
  { requiredKeys: [] },
);

const goods = (type: 'NFE' | 'NFCE') =>
  fc.record(
    {
      type: fc.constant(type),
      items: fc.array(goodsLine, { minLength: 1, maxLength: 3 }),
      operationNature: fc.constant('Venda'),
      payments: fc.array(payment, { minLength: 1, maxLength: 3 }),
      ...(type === 'NFE'
        ? {
            duplicates: fc.constant([{ number: '001', dueDate: '2027-01-10', value: '20.00' }]),
            transport: transport.filter((said) => Object.keys(said).length > 0),
            purpose: oneOf('NORMAL', 'RETURN', 'COMPLEMENTARY'),
            operationType: oneOf('OUT', 'IN'),
            referencedDocuments: fc.constant([noteKey]),
            purchaseOrder: partOf({ number: 'OC-1', commitment: '2026NE1', contract: 'C-7' }).filter(
              (said) => Object.keys(said).length > 0,
            ),
            export: fc.constant({ exitState: 'SP', exitPlace: 'Santos' }),
            ...{ printedAs: oneOf('A4', 'LABEL', 'COUPON'), expectedDeliveryDate: fc.constant('2027-01-05') },
            ...{
              movementDateTime: fc.constant('2027-01-02T10:00:00-03:00'),
              taxOfficeInfo: fc.constant('Regime especial'),
            },
            withheldTaxes: partOf({
              pis: '0.65',
              cofins: '3.00',
              csll: '1.00',
              irrfBase: '100.00',
              irrf: '1.50',
            }).filter((said) => Object.keys(said).length > 0),
            governmentPurchase: fc.constant({
              ...{ entity: 'STATE', operation: 'PAYMENT_OF_SUPPLY', previousDocuments: [noteKey] },
            }),
          }
        : {}),
      ...{ presence: oneOf('1', '9', '5'), finalConsumer: oneOf(true, false), discount: fc.constant('5.00') },
      ...{ insurance: fc.constant('1.00'), otherCosts: fc.constant('2.00'), additionalInfo: fc.constant('Obrigado') },
      ...{ templateId: fc.constant(id), taxRuleId: fc.constant(id), clientId: fc.constant(id) },
      mailTo: fc.constant(['contador@padaria.example', 'frete@padaria.example']),
      authorizedTaxIds: fc.constant(['11222333000181']),
      pickup: fc.constant({
        ...{ street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'São Paulo', state: 'SP' },
        ...{ municipalityCode: '3550308', zipCode: '01001000' },
      }),
    },
    { requiredKeys: ['type', 'items', 'operationNature'] },
  );

const services = fc.record(
  {
    type: fc.constant('NFSE'),
    items: fc.array(
      partOf({
        productId: id,
        taxRuleId: id,
        serviceCode: '010701',
        nbsCode: '115021000',
        issRate: '5.00',
        retainedIss: undefined,
      }).map(({ retainedIss: _none, ...said }) => ({ ...line, ...said })),
      { minLength: 1, maxLength: 2 },
    ),
    service: fc.oneof(partOf(everyDetail), partOf({ ...everyDetail, place: { country: 'US' } })),
    replaces: oneOf(
      { documentId: id, reason: '99', description: 'Valor digitado com erro' },
      { accessKey: nfseKey, reason: '05' },
    ),
    ...{ discount: fc.constant('5.00'), additionalInfo: fc.constant('Obrigado'), templateId: fc.constant(id) },
  },
  { requiredKeys: ['type', 'items'] },
);

/** A sale without its usual values: the form leaves them out, which means the same. */
function withoutUsual(sale: SaleRequest): unknown {
  const usual = usualOf(sale.type);
  return JSON.parse(JSON.stringify(sale), (name, value: unknown) => {
    if (name === 'transport' && typeof value === 'object' && value !== null && Object.keys(value).length === 0)
      return undefined;
    return usual[name] === value || usual[`transport.${name}`] === value ? undefined : value;
  });
}

test('whatever a system says of a sale stays when its form is opened and sent as it is', () => {
  fc.assert(
    fc.property(fc.oneof(goods('NFE'), goods('NFCE'), services), (body) => {
      const kept = storedSale(body);
      expect(withoutUsual(sentAsIs(kept))).toEqual(withoutUsual(kept));
    }),
    { numRuns: 300 },
  );
});

const written: FieldTexts = {
  'items[0].code': 'A',
  'items[0].description': 'A',
  'items[0].quantity': '1',
  'items[0].unitValue': '10',
  'client.name': 'Ana',
};

test('a sale is of the usual nature, unless it or its template says another', () => {
  expect(creationOf('NFE', written)).toMatchObject({ operationNature: 'Venda de mercadoria' });
  expect(creationOf('NFE', { ...written, templateId: id })).not.toHaveProperty('operationNature');
  expect(creationOf('NFE', { ...written, operationNature: 'Bonificação', templateId: id })).toMatchObject({
    operationNature: 'Bonificação',
    templateId: id,
  });
});

test('keys are read as people copy them, and a return says its item', () => {
  const spaced = noteKey.replaceAll(/(\d{4})/g, '$1 ');
  const body = creationOf('NFE', {
    ...written,
    purpose: 'RETURN',
    referencedDocuments: `${spaced}\r\n${noteKey}`,
    'items[0].referencedItem.accessKey': spaced,
    'items[0].referencedItem.number': '2',
  });
  expect(body).toMatchObject({
    purpose: 'RETURN',
    referencedDocuments: [noteKey, noteKey],
    items: [{ referencedItem: { accessKey: noteKey, number: 2 } }],
  });
});

const paid = storedSale({
  ...{ type: 'NFE', operationNature: 'Venda', items: [line] },
  payments: [
    { method: 'CREDIT_CARD', value: '25.00', card: { brand: 'VISA', authorization: '77', integration: 'STANDALONE' } },
  ],
});
const cardAfter = (method: string) => {
  const sale = sentAsIs(paid, { 'payments[0].method': method });
  return sale.type === 'NFSE' ? null : sale.payments?.[0]?.card;
};
const wordsAfter = (type: DocumentType, method: string) => {
  const form = { ...saleValues(noteOf(paid)), 'payments[0].method': method };
  return fittedPayments(type, form, paid).flatMap((fitted, index) => droppedWords(index, fitted));
};

test('details of a card stay where the changed means has room for them; the others are left out, and that is said', () => {
  expect([cardAfter('DEBIT_CARD'), wordsAfter('NFE', 'DEBIT_CARD')]).toEqual([
    { brand: 'VISA', authorization: '77', integration: 'STANDALONE' },
    [],
  ]);
  expect(cardAfter('PIX')).toEqual({ authorization: '77', integration: 'STANDALONE' });
  expect(wordsAfter('NFE', 'PIX')).toEqual([expect.stringMatching(/^Pagamento 1: "Pix" não tem bandeira/)]);
  expect(cardAfter('CASH')).toBeUndefined();
  expect(wordsAfter('NFE', 'CASH')).toEqual([
    expect.stringMatching(/^Pagamento 1: "Dinheiro" não tem dados de cartão/),
  ]);
});

test('what the form shows is cleared where it is emptied, and no more than that', () => {
  const kept = storedSale({
    ...{
      type: 'NFSE',
      items: [line],
      service: { order: { number: '45', items: ['10'] }, conditionalDiscount: '5.00' },
    },
    replaces: { documentId: id, reason: '99', description: 'Valor digitado com erro' },
  });
  expect(sentAsIs(kept, { 'service.order.number': '46' })).toMatchObject({
    service: { order: { number: '46', items: ['10'] } },
  });
  const cleared = sentAsIs(kept, { 'service.order.number': '', 'replaces.reason': '05', 'replaces.description': '' });
  expect(cleared).toEqual({
    ...kept,
    service: { conditionalDiscount: '5.00' },
    replaces: { documentId: id, reason: '05' },
  });
});

test('a note that takes the place of another begins as the first, of the day on which its service began', () => {
  const kept = storedSale({ type: 'NFSE', items: [line] });
  const note = noteOf(kept);
  Object.assign(note, { computed: { model: null, competence: '2026-10-31' } });
  Object.assign(note.document, { externalId: 'contrato-7' });
  const form = replacingValues(note, { chave: 'uma-chave', isNamedOnce: false });
  expect(form).toMatchObject({ 'service.competence': '2026-10-31', externalId: 'contrato-7', chave: 'uma-chave' });
  expect(replacingValues(note, { chave: 'uma-chave', isNamedOnce: true })['externalId']).toBe('');
});
