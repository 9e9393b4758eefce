import { expect, test } from 'vitest';
import type { TechnicalResponsible } from '../../../../domain/companies/settings.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import { compute, issuerOf, item, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const lot = { number: 'L1', quantity: '10', manufacturedOn: '2026-01-01', expiresOn: '2027-12-31' };
const medicine = { anvisaCode: '1234567890123', maxPrice: '30.00' };
const sold = (fields: Partial<ItemInput> = {}, whole: Partial<GoodsPayload> = {}) =>
  saleOf([item({ icmsSituation: '40', ...fields })], whole);
const paths = (payload: GoodsPayload) => refusalOf(() => compute({ payload })).paths;

test('a medicine is sold with its lots (873), but not from afar, on entry or for the future', () => {
  expect(paths(sold({ medicine }))).toEqual(['items[0].lots']);
  expect(compute({ payload: sold({ medicine, lots: [lot] }) }).items[0]).toMatchObject({ medicine, lots: [lot] });
  for (const payload of [sold({ medicine }, { presence: '2' }), sold({ medicine, cfop: '5922' })]) {
    expect(compute({ payload }).items[0]?.medicine).toEqual(medicine);
  }
});

test('a medicine has a registration, or says why not', () => {
  const of = (changes: object) => paths(sold({ medicine: { ...medicine, ...changes }, lots: [lot] }));
  expect(of({ anvisaCode: '123' })).toEqual(['items[0].medicine.anvisaCode']);
  expect(of({ anvisaCode: 'ISENTO' })).toEqual(['items[0].medicine.exemptionReason']);
  expect(of({ exemptionReason: 'RDC 1' })).toEqual(['items[0].medicine.exemptionReason']);
});

test('lots are made before they are sold and expire after they are made (870, 877)', () => {
  expect(paths(sold({ lots: [{ ...lot, manufacturedOn: '2026-11-22' }] }))).toEqual([
    'items[0].lots[0].manufacturedOn',
  ]);
  expect(paths(sold({ lots: [{ ...lot, expiresOn: '2025-12-31' }] }))).toEqual(['items[0].lots[0].expiresOn']);
  expect(paths(sold({ lots: [{ ...lot, quantity: '0' }] }))).toEqual(['items[0].lots[0].quantity']);
});

test('a marketplace is another company, and mediates sales that have a presence (435, 440)', () => {
  const marketplace = { taxId: '11444777000161', sellerId: 'minha-loja' };
  for (const presence of ['1', '2', '3', '9', null]) {
    expect(compute({ payload: sold({}, { marketplace, presence }) }).marketplace).toEqual(marketplace);
  }
  const referencedDocuments = ['35261111222333000181550010000000011630362748'];
  for (const presence of ['0', '5']) {
    expect(paths(sold({}, { marketplace, presence, referencedDocuments }))).toEqual(['marketplace']);
  }
  const adjusted = { marketplace, purpose: 'ADJUSTMENT' } as const;
  expect(paths(sold({}, adjusted))).toEqual(['marketplace']);
  const own = { marketplace: { ...marketplace, taxId: issuerOf('NORMAL').taxId } };
  expect(paths(sold({}, own))).toEqual(['marketplace.taxId']);
  const mistyped = { marketplace: { ...marketplace, taxId: '11444777000162' } };
  expect(paths(sold({}, mistyped))).toEqual(['marketplace.taxId']);
});

test('who may download the XML is named once, and the recipient never (324, 326)', () => {
  const issuer = issuerOf('NORMAL', { autXml: ['52998224725', '11444777000161'] });
  const payload = sold({}, { authorizedTaxIds: ['52998224725', '11222333000181'] });
  const note = compute({ issuer, client: taxpayerIn('SP'), payload });
  expect(note.authorizedTaxIds).toEqual(['52998224725', '11222333000181']);
  expect(paths(sold({}, { authorizedTaxIds: ['123'] }))).toEqual(['authorizedTaxIds[0]']);
});

test('orders are reported as far as the layout has room', () => {
  const purchaseOrder = { number: 'PO-1', commitment: '2026NE000123', contract: 'CT-9' };
  const note = compute({ payload: sold({ purchaseOrder: { number: 'PO-1', item: 3 } }, { purchaseOrder }) });
  expect([note.purchaseOrder, note.items[0]?.purchaseOrder]).toEqual([purchaseOrder, { number: 'PO-1', item: 3 }]);
  expect(paths(sold({ purchaseOrder: { number: 'X'.repeat(16) } }))).toEqual(['items[0].purchaseOrder.number']);
  expect(paths(sold({}, { purchaseOrder: { commitment: 'X'.repeat(23) } }))).toEqual(['purchaseOrder.commitment']);
});

test('states that ask who made the software, and Paraná for his code, are told of it before (972, 975)', () => {
  const { address } = issuerOf('NORMAL').settings;
  const responsible = { cnpj: '11222333000181', contact: 'Ana', email: 'ana@example.com', phone: '1130000000' };
  const sealed = { version: 1, masterKeyId: 'k', wrappedKey: 'w', data: 'd' } as const;
  const inState = (state: string, technicalResponsible: TechnicalResponsible | null, on = '2026-11-21T15:00:00Z') => {
    const issuer = issuerOf('NORMAL', { address: { ...address, state } });
    const settings = { ...issuer.settings, ...{ technicalResponsible } };
    return () =>
      compute({ issuer: { ...issuer, settings }, client: taxpayerIn('SP'), payload: interstate, on: new Date(on) });
  };
  const interstate = sold({ cfop: '6102' });
  expect(refusalOf(inState('SC', null)).paths).toEqual(['company.technicalResponsible']);
  expect(inState('SC', responsible)().items).toHaveLength(1);
  expect(refusalOf(inState('PR', responsible)).paths).toEqual(['company.technicalResponsible.csrt']);
  expect(inState('PR', responsible, '2026-01-18T15:00:00Z')().items).toHaveLength(1);
  const csrt = { HOMOLOGATION: { id: '01', sealed } };
  expect(inState('PR', { ...responsible, csrt })().items).toHaveLength(1);
});
