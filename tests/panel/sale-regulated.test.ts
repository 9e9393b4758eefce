import { expect, test } from 'vitest';
import { normalizeClient } from '../../domain/clients/normalize.ts';
import { changedSale } from '../../http/requests/changed-sale.ts';
import { checkedBody } from '../../openapi/check-body.ts';
import { keptSale } from '../../operations/documents/sale-request.ts';
import type { FieldTexts } from '../../panel/forms/rows.ts';
import { changesOf, creationOf } from '../../panel/pages/sale/body.ts';
import { faultsIn } from '../../panel/pages/sale/faults.ts';
import { saleValues } from '../../panel/pages/sale/kept.ts';
import { withoutBlankRows, withoutRow } from '../../panel/pages/sale/rows.ts';
import { everyDetail, nfseKey } from '../api/service.ts';
import { storedSale, noteOf, sentAsIs } from './sent-as-is.ts';

const vehicle = {
  ...{ sale: 'DIRECT_BILLING', chassis: '9BWZZZ377VT004251', isRemarked: false, colorCode: '001', color: 'BRANCA' },
  ...{ power: '128', displacement: '1600', netWeight: '1.1000', grossWeight: '1.6000', serialNumber: '004251' },
  ...{ fuel: '16', engineNumber: 'UDH123456', towingCapacity: '2.0000', wheelbase: '2650', modelYear: '2027' },
  ...{ manufactureYear: '2026', paint: 'S', type: '6', species: '1', condition: 'FINISHED', modelCode: '101234' },
  ...{ standardColor: '4', seats: '5', restriction: 'NONE' },
};

/** Fields that the law demands for few goods, as the API takes them. */
const goods = {
  ...{ type: 'NFE', operationNature: 'Venda' },
  items: [
    {
      ...{ code: 'V', description: 'Automóvel', quantity: '1', unitValue: '90000' },
      ...{ vehicle, icmsPartition: { ownBasePercent: '55.28', stState: 'MG' }, zfmCreditType: '2' },
      remark: { field: 'Lote', text: 'A1' },
      taxOfficeRemark: { field: 'cPauta', text: '77' },
    },
    {
      ...{ code: 'B', description: 'Bebida', quantity: '1', unitValue: '10' },
      retainedSt: { base: '12.00', rate: '18', value: '1.00', ownValue: '0.80' },
      destinationSt: { base: '13.00', value: '1.10' },
    },
  ],
  taxOfficeRemarks: [{ field: 'Regime', text: 'Especial: 12' }],
  legalProcesses: [
    { number: '0001234-56.2026', origin: 'FEDERAL_COURT' },
    { number: 'RE 77', origin: 'TAX_OFFICE', act: 'SPECIAL_REGIME' },
  ],
  pesticidePrescriptions: [{ number: 'R 12', agronomistTaxId: '52998224725' }],
  transitPermit: { kind: 'GTA', state: 'SP', number: '123', series: 'A' },
  delivery: {
    ...{ name: 'Concessionária', street: 'Rua A', number: '1', neighborhood: 'Centro', city: 'Campinas' },
    ...{ municipalityCode: '3509502', state: 'SP' },
  },
};

test('what the law wants declared of few goods is fields, lines and rows, and stays as it is', () => {
  const kept = storedSale(goods);
  const written = saleValues(noteOf(kept));
  expect(written).toMatchObject({
    taxOfficeRemarks: 'Regime: Especial: 12',
    pesticidePrescriptions: 'R 12 52998224725',
    'legalProcesses[1].act': 'SPECIAL_REGIME',
    'items[0].vehicle.isRemarked': 'nao',
    'items[0].vehicle.netWeight': '1,1000',
    'items[1].retainedSt.rate': '18',
  });
  expect(sentAsIs(kept)).toEqual(kept);
  const created = creationOf('NFE', { ...written, 'client.name': 'Ana', 'delivery.municipalityCode': '' });
  expect(created).toMatchObject(goods);
});

test('it is cleared where it is emptied, and a row that is taken out is gone', () => {
  const kept = storedSale(goods);
  const names = Object.keys(saleValues(noteOf(kept)));
  const emptied = (wanted: RegExp) =>
    sentAsIs(kept, Object.fromEntries(names.filter((name) => wanted.test(name)).map((name) => [name, ''])));
  const bare = emptied(/vehicle|Partition|zfm|emark|retained|destination|pesticide|transit|delivery/);
  for (const name of ['taxOfficeRemarks', 'pesticidePrescriptions', 'transitPermit', 'delivery']) {
    expect(bare).not.toHaveProperty(name);
  }
  const line = {
    code: expect.any(String),
    description: expect.any(String),
    quantity: '1',
    unitValue: expect.any(String),
  };
  expect(bare.items).toEqual([line, line]);
  const one = withoutRow(saleValues(noteOf(kept)), 'legalProcesses', 0);
  expect(changesOf('NFE', one, kept)['legalProcesses']).toEqual([goods.legalProcesses[1]]);
  expect(changesOf('NFE', withoutRow(one, 'legalProcesses', 0), kept)['legalProcesses']).toBeNull();
});

const serviceLine = { code: 'A', description: 'A', quantity: '1', unitValue: '100' };

test('a deduction of a service is a share, a sum, or rows of documents with who issued them, of whom what is not shown stays', () => {
  const [document] = everyDetail.deductions.documents;
  const supplier = { ...document!.supplier, type: 'COMPANY', documentType: 'CNPJ' } as const;
  const documents = [
    { type: '7', issueDate: '2026-10-30', deductibleValue: '30.00', value: '30.00', nfseKey },
    { ...document, deductibleValue: '20.00', supplier },
  ];
  const payload = storedSale({ type: 'NFSE', items: [serviceLine], service: { deductions: { documents } } });
  // as a document stores a party
  const named = { supplier: normalizeClient(supplier) };
  if (payload.type === 'NFSE') Object.assign(payload.service?.deductions?.documents?.[1] ?? {}, named);
  const [kept, written] = [keptSale(payload as never), saleValues(noteOf(payload))];
  const sent = (changes: FieldTexts = {}): unknown => {
    const changed = changesOf('NFSE', { ...written, ...changes }, kept);
    return changedSale(kept, checkedBody('FiscalDocumentChanges', changed));
  };
  expect(sent()).toEqual(kept);
  const renamed = { 'service.deductions.documents[1].supplier.name': 'Peças e Partes Ltda' };
  expect(sent(renamed)).toMatchObject({
    service: { deductions: { documents: [{}, { supplier: { name: 'Peças e Partes Ltda', type: 'COMPANY' } }] } },
  });
  const shorter = sent({ 'service.deductions.documents[1].supplier.neighborhood': '' });
  expect(shorter).toMatchObject({
    service: { deductions: { documents: [{}, { supplier: { street: 'Praça da Sé' } }] } },
  });
  expect(shorter).not.toHaveProperty('service.deductions.documents[1].supplier.neighborhood');
  const ofRows = Object.keys(written).filter((name) => name.startsWith('service.deductions.documents'));
  const share = withoutBlankRows({
    ...{ ...serviceLineWritten, 'client.name': 'Ana', 'service.deductions.rate': '12,5' },
    ...Object.fromEntries(ofRows.map((name) => [name, ''])),
  });
  expect(creationOf('NFSE', share)['service']).toEqual({ deductions: { rate: '12.5' } });
  const begun = withoutBlankRows({ 'service.deductions.documents[0].otherNumber': '7' });
  expect(begun).toMatchObject({ 'service.deductions.documents[0].otherNumber': '7' });
  const created = creationOf('NFSE', { ...written, 'service.deductions.documents[0].nfseKey': spaced(nfseKey) });
  expect(created['service']).toMatchObject({
    deductions: { documents: [{ nfseKey }, { municipalNfse: { number: '42' } }] },
  });
});

const serviceLineWritten = {
  ...{ 'items[0].code': 'A', 'items[0].description': 'A', 'items[0].quantity': '1', 'items[0].unitValue': '100' },
};
const spaced = (key: string): string => key.replaceAll(/(\d{4})/g, '$1 ');

test('what is no line, and what lacks its other half, is reported beside its field', () => {
  const written = {
    ...{ ...serviceLineWritten, 'client.name': 'Ana', pesticidePrescriptions: 'R12', taxOfficeRemarks: 'Regime' },
    ...{ 'items[0].vehicle.chassis': '9BW', 'items[0].destinationSt.base': '10', 'items[0].remark.text': 'A1' },
    ...{ 'legalProcesses[0].number': '12', 'transitPermit.number': '12', 'delivery.street': 'Rua A' },
  };
  const told = thrownBy(() => checkedBody('FiscalDocumentCreation', creationOf('NFE', written)));
  const { faults, fault } = faultsIn(told, 'NFE', written);
  expect(Object.keys(faults)).toEqual(
    expect.arrayContaining([
      ...['taxOfficeRemarks', 'legalProcesses[0].origin', 'transitPermit.kind', 'transitPermit.state'],
      ...['delivery.number', 'items[0].vehicle.chassis', 'items[0].vehicle.sale', 'items[0].destinationSt.value'],
      'items[0].remark.field',
    ]),
  );
  expect(fault).toBeNull();
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}
