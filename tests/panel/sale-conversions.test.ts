import { expect, test } from 'vitest';
import { changedSale } from '../../http/requests/changed-sale.ts';
import { checkedBody } from '../../openapi/check-body.ts';
import type { FieldTexts } from '../../panel/forms/rows.ts';
import { changesOf, creationOf } from '../../panel/pages/sale/body.ts';
import { faultsIn } from '../../panel/pages/sale/faults.ts';
import { saleValues } from '../../panel/pages/sale/kept.ts';
import { withoutBlankRows } from '../../panel/pages/sale/rows.ts';
import { everyDetail, nfseKey } from '../api/service.ts';
import { storedSale, noteOf, sentAsIs } from './sent-as-is.ts';

const line: FieldTexts = {
  ...{ 'items[0].code': 'A', 'items[0].description': 'A', 'items[0].quantity': '1', 'items[0].unitValue': '10' },
  'client.name': 'Ana',
};
const nfeKey = '35261111222333000181550010000000011000000019';

test('trailers are lines, and the moment of leaving is a day and an hour in Brasília', () => {
  const body = creationOf('NFE', {
    ...line,
    'transport.freightType': 'SENDER',
    'transport.trailers': 'ABC-1D24 SP\r\nABC1D25/RJ 12345678',
    'movementDateTime.day': '2026-12-01',
    'movementDateTime.time': '07:30',
  });
  expect(body).toMatchObject({
    transport: {
      trailers: [
        { plate: 'ABC-1D24', state: 'SP' },
        { plate: 'ABC1D25', state: 'RJ', rntc: '12345678' },
      ],
    },
    movementDateTime: '2026-12-01T07:30:00-03:00',
  });
  const wagon = creationOf('NFE', { ...line, 'transport.wagon': 'V 12', 'transport.barge': '' });
  expect(wagon['transport']).toEqual({ wagon: 'V 12' });
  expect(wagon).not.toHaveProperty('movementDateTime');
});

test('a moment of which half is said is refused beside its field; a trailer, too', () => {
  const written = { ...line, 'movementDateTime.day': '2026-12-01' };
  let told: unknown;
  try {
    checkedBody('FiscalDocumentCreation', creationOf('NFE', written));
  } catch (error) {
    told = error;
  }
  expect(Object.keys(faultsIn(told, 'NFE', written).faults)).toEqual(['movementDateTime.day']);
});

test('a moment that is not changed keeps the offset of who sent it', () => {
  const kept = storedSale({
    ...{
      type: 'NFE',
      operationNature: 'Venda',
      items: [{ code: 'A', description: 'A', quantity: '1', unitValue: '1' }],
    },
    movementDateTime: '2027-01-02T09:00:00-04:00',
  });
  expect(saleValues(noteOf(kept))).toMatchObject({
    'movementDateTime.day': '2027-01-02',
    'movementDateTime.time': '10:00',
  });
  expect(sentAsIs(kept)).toEqual(kept);
  expect(sentAsIs(kept, { 'movementDateTime.time': '11:00' })).toMatchObject({
    movementDateTime: '2027-01-02T11:00:00-03:00',
  });
  expect(sentAsIs(kept, { 'movementDateTime.day': '', 'movementDateTime.time': '' })).not.toHaveProperty(
    'movementDateTime',
  );
});

test('a service says what of IBS and CBS it has beside its class', () => {
  const spaced = nfseKey.replaceAll(/(\d{4})/g, '$1 ');
  const body = creationOf(
    'NFSE',
    withoutBlankRows({
      ...line,
      'service.ibsCbs.governmentEntity': 'STATE',
      'service.ibsCbs.operation': 'SUPPLY_ALREADY_PAID',
      'service.ibsCbs.previousDocuments': spaced,
      'service.ibsCbs.personalUse': 'nao',
      'service.ibsCbs.recipient.name': 'Secretaria da Saúde',
      'service.ibsCbs.recipient.city': 'São Paulo',
      'service.ibsCbs.recipient.state': 'SP',
      'service.ibsCbs.property.address.street': 'Rua A',
      'service.ibsCbs.reimbursements[0].type': '02',
      'service.ibsCbs.reimbursements[0].value': '10,50',
      'service.ibsCbs.reimbursements[0].nfeKey': nfeKey.replaceAll(/(\d{4})/g, '$1 '),
      'service.ibsCbs.reimbursements[1].type': '',
    }),
  );
  expect(body['service']).toEqual({
    ibsCbs: {
      ...{ governmentEntity: 'STATE', operation: 'SUPPLY_ALREADY_PAID', previousDocuments: [nfseKey] },
      personalUse: false,
      recipient: { name: 'Secretaria da Saúde', city: 'São Paulo', state: 'SP', municipalityCode: '3550308' },
      property: { address: { street: 'Rua A' } },
      reimbursements: [{ type: '02', value: '10.50', nfeKey }],
    },
  });
});

test('of IBS and CBS of a service what is emptied is cleared, and what the form does not show stays', () => {
  const recipient = { ...everyDetail.ibsCbs.recipient, type: 'COMPANY', documentType: 'CNPJ' };
  const kept = storedSale({
    ...{ type: 'NFSE', items: [{ code: 'A', description: 'A', quantity: '1', unitValue: '100' }] },
    service: { ibsCbs: { ...everyDetail.ibsCbs, recipient } },
  });
  expect(sentAsIs(kept)).toEqual(kept);
  const { ibsCbs } = kept.type === 'NFSE' ? (kept.service ?? {}) : {};
  const gone = { 'service.ibsCbs.property.cib': '', 'service.ibsCbs.property.propertyRegistration': '' };
  expect(sentAsIs(kept, gone)).not.toHaveProperty('service.ibsCbs.property');
  const none = Object.fromEntries(
    Object.keys(saleValues(noteOf(kept)))
      .filter((name) => name.startsWith('service.ibsCbs.reimbursements'))
      .map((name) => [name, '']),
  );
  const emptied = withoutBlankRows({ ...saleValues(noteOf(kept)), ...none });
  const body = checkedBody('FiscalDocumentChanges', changesOf('NFSE', emptied, kept));
  const { governmentEntity, presumedCreditCode } = ibsCbs ?? {};
  expect(changedSale(kept, body)).toMatchObject({ service: { ibsCbs: { governmentEntity, presumedCreditCode } } });
  expect(changedSale(kept, body)).not.toHaveProperty('service.ibsCbs.reimbursements');
});

test('a service in a sale of goods keeps of its ISSQN what the form does not show, and clears what it empties', () => {
  const kept = storedSale({
    ...{ type: 'NFE', operationNature: 'Venda' },
    items: [
      {
        ...{ code: 'S', description: 'Conserto', quantity: '1', unitValue: '100' },
        issqn: {
          ...{ serviceCode: '14.01', rate: '5', municipalityCode: '3550308', deduction: '10.00' },
          ...{ isWithheld: true, hasIncentive: true, municipalServiceCode: '1401' },
        },
      },
    ],
    issqn: { performedOn: '2026-11-20', municipalRegime: 'ESTIMATE' },
  });
  expect(sentAsIs(kept)).toEqual(kept);
  // The whole group, so that neither a cleared field may come back nor one that the form does not show may go.
  const cleared = sentAsIs(kept, { 'items[0].issqn.deduction': '', 'items[0].issqn.isWithheld': '' });
  expect(cleared.items[0]).toHaveProperty('issqn', {
    ...{ serviceCode: '14.01', rate: '5', municipalityCode: '3550308' },
    ...{ hasIncentive: true, municipalServiceCode: '1401' },
  });
  const goods = sentAsIs(kept, {
    ...{ 'items[0].issqn.serviceCode': '', 'items[0].issqn.rate': '', 'items[0].issqn.municipalityCode': '' },
    ...{ 'items[0].issqn.deduction': '', 'items[0].issqn.isWithheld': '' },
  });
  expect(goods.items[0]).not.toHaveProperty('issqn');
});

/** Fields that few items and few notes have, as the API takes them. */
const ofFew = {
  ...{ type: 'NFE', operationNature: 'Compra de cana', advancePayments: [nfeKey] },
  remarks: [
    { field: 'Vendedor', text: 'Ana' },
    { field: 'Rota', text: '12: centro' },
  ],
  items: [
    {
      ...{ code: 'A', description: 'A', quantity: '1', unitValue: '100' },
      ...{ presumedCreditCode: 'SP000001', presumedCreditRate: '5', presumedCreditValue: '5.00' },
      furtherPresumedCredits: [
        { code: 'SP000002', rate: '2.5' },
        { code: 'SP000003', rate: '1', value: '1234.50' },
      ],
      ...{ isUsed: true, donation: true, ipiUnitRate: '0.5', pisUnitRate: '0.25', cofinsUnitRate: '1.1' },
      pisSt: { rate: '1.65', base: '120.00', addsToTotal: false },
      cofinsSt: { unitRate: '0.5', addsToTotal: true },
      operationPresumedCredit: {
        ...{ creditCode: '04', base: '40.00', cbs: { rate: '8.7' } },
        ibs: { rate: '0.1', isConditional: true },
      },
      freeTradeArea: { application: 'APPROVED_PROCESS', suframaProcess: '52710001' },
    },
  ],
  sugarCane: {
    ...{ harvest: '2026/2027', month: '2026-11', previousKilograms: '0', value: '1000.00' },
    deliveries: [
      { day: 5, kilograms: '12500.500' },
      { day: 21, kilograms: '300' },
    ],
    deductions: [{ description: 'Taxa da associação', value: '12.00' }],
  },
};

test('what few items say, and the cane of a month, are fields and lines, and stay as they are', () => {
  const kept = storedSale(ofFew);
  const written = saleValues(noteOf(kept));
  expect(written).toMatchObject({
    'items[0].furtherPresumedCredits': 'SP000002 2,5\nSP000003 1 1234,50',
    'items[0].pisSt.addsToTotal': 'nao',
    'items[0].operationPresumedCredit.ibs.isConditional': 'sim',
    'sugarCane.month': '11/2026',
    remarks: 'Vendedor: Ana\nRota: 12: centro',
    'sugarCane.deliveries': '5 12500,500\n21 300',
    'sugarCane.deductions': 'Taxa da associação 12,00',
  });
  expect(sentAsIs(kept)).toEqual(kept);
  const { items, sugarCane, advancePayments, remarks } = ofFew;
  expect(creationOf('NFE', { ...written, 'client.name': 'Ana' })).toMatchObject({
    ...{ items, sugarCane, advancePayments, remarks },
  });
});

test('what few items say is cleared where it is emptied', () => {
  const kept = storedSale(ofFew);
  const emptied = Object.fromEntries(
    Object.keys(saleValues(noteOf(kept)))
      .filter((name) => /sugarCane|advance|remarks|Credit|St\.|freeTradeArea|isUsed|donation|UnitRate/.test(name))
      .map((name) => [name, '']),
  );
  const changed = sentAsIs(kept, emptied);
  expect(changed).not.toHaveProperty('sugarCane');
  expect(changed).not.toHaveProperty('advancePayments');
  expect(changed).not.toHaveProperty('remarks');
  expect(changed.items).toEqual([{ code: 'A', description: 'A', quantity: '1', unitValue: '100' }]);
  const fewer = sentAsIs(kept, {
    'items[0].furtherPresumedCredits': 'SP000003 1 1.234,50',
    'sugarCane.deductions': '',
  });
  expect(fewer).toMatchObject({
    items: [{ furtherPresumedCredits: [{ code: 'SP000003', rate: '1', value: '1234.50' }] }],
  });
  expect(Reflect.get(fewer, 'sugarCane')).not.toHaveProperty('deductions');
});

test('lines of few fields that are none are reported beside their field', () => {
  const written = {
    ...line,
    ...{ 'items[0].presumedCreditCode': 'SP000001', 'items[0].furtherPresumedCredits': 'SP000002' },
    ...{ 'items[0].pisSt.rate': '1,65', 'sugarCane.harvest': '2026', 'sugarCane.month': '11/2026' },
    ...{ 'sugarCane.deliveries': 'quinta 12', 'sugarCane.deductions': 'Funrural', 'sugarCane.value': '10' },
    'sugarCane.previousKilograms': '0',
  };
  let told: unknown;
  try {
    checkedBody('FiscalDocumentCreation', creationOf('NFE', written));
  } catch (error) {
    told = error;
  }
  expect(Object.keys(faultsIn(told, 'NFE', written).faults).toSorted()).toEqual([
    'items[0].furtherPresumedCredits',
    'items[0].pisSt.addsToTotal',
    'sugarCane.deductions',
    'sugarCane.deliveries',
  ]);
});
