import { expect, test } from 'vitest';
import { buildAccessKey } from '../../../../domain/access-key.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import { compute, issuerOf, item, refusalOf, saleOf, taxpayerIn } from '../sale.ts';
import { exported, exportOf, foreigner } from './trade-sales.ts';

const refused = (payload: GoodsPayload, client = foreigner) => refusalOf(() => compute({ client, payload }));
const line = (fields: Partial<ItemInput>, units?: object) => {
  const noCfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const product = { id: 'p1', name: 'Café', taxation: { cfops: noCfops, fields: {} } };
  const records = units ? { items: [{ taxRule: null, product: { ...product, ...units } }], template: null } : undefined;
  const payload = exportOf([exported(fields)]);
  return compute({ client: foreigner, payload, ...(records ? { records } : {}) }).items[0];
};

test('an export says where the goods leave the country, and no other note does (355, 356)', () => {
  expect(compute({ client: foreigner, payload: exportOf([exported()]) })).toMatchObject({
    destination: '3',
    export: { exitState: 'SP', exitPlace: 'Porto de Santos' },
  });
  expect(refused(saleOf([exported()])).paths).toEqual(['export']);
  expect(refused(saleOf([exported()])).message).toContain('355');
  const inside = exportOf([item({ icmsSituation: '40' })]);
  expect(refused(inside, taxpayerIn('SP'))).toMatchObject({ code: 'validation_error', paths: ['export'] });
  const referencedItem = { accessKey: '35261111222333000181550010000000011630362748', number: 1 };
  const back = exportOf([exported({ cfop: '3202', referencedItem })], { operationType: 'IN', purpose: 'RETURN' });
  expect(refused(back).paths).toEqual(['export']);
});

test.each([
  { regime: 'NORMAL', right: '41', wrong: '40' },
  { regime: 'SIMPLES', right: '300', wrong: '102' },
] as const)('an export of $regime has situation $right (527), but for a return', ({ regime, right, wrong }) => {
  const issuer = issuerOf(regime);
  const run = (icmsSituation: string, cfop = '7102', fields: Partial<GoodsPayload> = {}) =>
    compute({ issuer, client: foreigner, payload: exportOf([exported({ icmsSituation, cfop })], fields) });
  expect(run(right).items[0]?.icms?.situation).toBe(right);
  const refusal = refusalOf(() => run(wrong));
  expect(refusal).toMatchObject({ code: 'invalid_taxation', paths: ['items[0].icmsSituation'] });
  expect(refusal.message).toContain(right);
});

test('the taxable unit of an export is that of its NCM, found where the units or the product tell (817)', () => {
  expect(line({ unit: 'KG' })?.taxable).toBeUndefined();
  expect(line({ unit: 'kg' })?.taxable).toMatchObject({ unit: 'KG', quantity: '10.0000' });
  expect(line({ unit: 'TON', quantity: '0.5', unitValue: '2000' })?.taxable).toEqual({
    ...{ unit: 'KG', quantity: '500.0000', unitValue: '2.0000000000' },
  });
  expect(line({ unit: 'PCT', taxUnit: 'kg', taxQuantity: '5' })?.taxable).toEqual({
    ...{ unit: 'KG', quantity: '5.0000', unitValue: '200.0000000000' },
  });
  const units = { units: { commercial: 'PCT', tax: 'UN', taxFactor: null, export: 'G', exportFactor: '250' } };
  expect(line({ unit: 'PCT' }, units)?.taxable).toMatchObject({ unit: 'KG', quantity: '2.5000' });
});

test('a unit that nobody can count is refused with the unit that is wanted and where to say it', () => {
  const unknown = refused(exportOf([exported({ unit: 'PCT' })]));
  expect(unknown).toMatchObject({ code: 'validation_error', paths: ['items[0].taxUnit'] });
  expect(unknown.message).toMatch(/09012100.*KG \(Quilograma\).*817.*taxQuantity.*taxUnitExportFactor/);
  const wrong = refused(exportOf([exported({ unit: 'PCT', taxUnit: 'UN', taxQuantity: '10' })]));
  expect(wrong.message).toMatch(/KG.*não em UN/);
  expect(refused(exportOf([exported({ taxQuantity: '3' })])).paths).toEqual(['items[0].taxUnit']);
  const uncounted = exportOf([exported({ unit: 'PCT', taxUnit: 'KG' })]);
  expect(refused(uncounted).paths).toEqual(['items[0].taxQuantity']);
});

test('what is sold to be exported is counted by its NCM too, and other sales by what the product says', () => {
  const towards = item({ ncm: '09012100', icmsSituation: '41', cfop: '5502', unit: 'PCT' });
  expect(refused(saleOf([towards]), taxpayerIn('SP')).paths).toEqual(['items[0].taxUnit']);
  const sold = compute({ payload: saleOf([item({ ncm: '09012100', icmsSituation: '40', unit: 'PCT' })]) });
  expect(sold.items[0]?.taxable).toBeUndefined();
  const noCfops = { internalCfop: null, interstateContributor: null, interstateNonContributor: null, exportCfop: null };
  const units = { commercial: 'CX', tax: 'UN', taxFactor: '12', export: 'KG', exportFactor: null };
  const product = { id: 'p1', name: 'Café', taxation: { cfops: noCfops, fields: {} }, units };
  const records = { items: [{ taxRule: null, product }], template: null };
  const boxes = saleOf([item({ icmsSituation: '40', unit: 'CX' })]);
  expect(compute({ payload: boxes, records }).items[0]?.taxable).toEqual({
    ...{ unit: 'UN', quantity: '120.0000', unitValue: '8.3333333333' },
  });
  // The factor is about the product's own commercial unit.
  const pieces = saleOf([item({ icmsSituation: '40', unit: 'PC' })]);
  expect(compute({ payload: pieces, records }).items[0]?.taxable).toBeUndefined();
});

test('drawback and indirect exports are demanded by their CFOPs, and only abroad (336, 338, 340)', () => {
  expect(refused(exportOf([exported({ cfop: '7127' })])).paths).toEqual(['items[0].drawbacks']);
  expect(refused(exportOf([exported({ cfop: '7501' })])).paths).toEqual([
    'referencedDocuments',
    'items[0].indirectExport',
  ]);
  const inside = saleOf([item({ icmsSituation: '40', drawbacks: ['12345678901'] })]);
  expect(refused(inside, taxpayerIn('SP')).paths).toEqual(['items[0].drawbacks']);
  expect(refused(exportOf([exported({ drawbacks: ['1234567890'] })])).paths).toEqual(['items[0].drawbacks[0]']);
});

test('an indirect export names notes that are referenced, once each, and the whole quantity (342 to 346)', () => {
  const key = buildAccessKey({
    ...{ stateCode: '35', yearMonth: '2611', taxId: '11444777000161', model: '55', series: 1, number: 7 },
    ...{ emissionType: '1', cNF: '12345678' },
  });
  const of = (quantity: string, accessKey = key) => ({ registration: '000000000123', accessKey, quantity });
  const run = (indirectExport: NonNullable<ItemInput['indirectExport']>, referencedDocuments = [key]) =>
    exportOf([exported({ cfop: '7501', indirectExport })], { referencedDocuments });
  const note = compute({ client: foreigner, payload: run([of('10')]) });
  expect(note.items[0]?.indirectExport).toEqual([of('10')]);
  expect(refused(run([of('9')])).paths).toEqual(['items[0].indirectExport']);
  expect(refused(run([of('5'), of('5')])).paths).toEqual(['items[0].indirectExport[1].accessKey']);
  expect(refused(run([of('10')], [])).paths).toEqual(['items[0].indirectExport[0].accessKey', 'referencedDocuments']);
  const mistyped = `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`;
  const wrong = refused(run([of('10', mistyped)], [mistyped]));
  expect(wrong.paths).toEqual(['referencedDocuments[0]', 'items[0].indirectExport[0].accessKey']);
  expect(refused(run([of('10', mistyped)])).message).toContain('342');
});

test('a recipient abroad has an address and no document of this country (510, 720, 727)', () => {
  const paths = (client: typeof foreigner) => refused(exportOf([exported()]), client).paths;
  expect(paths({ ...foreigner, address: null })).toEqual(['client.street']);
  expect(paths({ ...foreigner, documentType: 'CNPJ', document: '11444777000161' })).toEqual(['client.document']);
});
