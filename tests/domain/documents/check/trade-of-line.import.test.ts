import { expect, test } from 'vitest';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import type { ImportDeclaration } from '../../../../domain/documents/trade.ts';
import { compute, item, refusalOf, saleOf } from '../sale.ts';
import { keyOf } from './adjustment-cases.ts';
import { declaration, foreigner, imported, importOf } from './trade-sales.ts';

const run = (fields: Partial<ItemInput> = {}) => compute({ client: foreigner, payload: importOf([imported(fields)]) });
const paths = (fields: Partial<ItemInput>) => refusalOf(() => run(fields)).paths;
const declared = (changes: Partial<ImportDeclaration>) => ({ importDeclarations: [{ ...declaration, ...changes }] });

test('taxes of an import are computed on what customs computed them on, and II is part of the note', () => {
  const note = run();
  const [line] = note.items;
  expect(line?.importTax).toEqual({ base: '1000.00', customsExpenses: '60.00', value: '140.00', iof: '0.00' });
  expect(line?.ipi).toMatchObject({ base: '1140.00', value: '114.00' }); // customs value and II
  expect(line?.pis).toMatchObject({ base: '1000.00', value: '21.00' }); // customs value alone
  expect(line?.cofins).toMatchObject({ base: '1000.00', value: '96.50' });
  expect(line?.icms).toMatchObject({ base: '1750.00', value: '315.00' }); // as declared
  expect(note.totals).toMatchObject({ importTax: '140.00', ipi: '114.00', icmsBase: '1750.00' });
  expect(note.totals.note).toBe('1254.00'); // 1000 + 140 + 114
});

test('IBS and CBS of an import are computed on customs value, duty and customs expenses', () => {
  const [line] = run({ ibsCbsSituation: '000', ibsCbsClassification: '000001' }).items;
  expect(line?.ibsCbs?.amounts).toMatchObject({ base: '1200.00', ibsValue: '1.20', cbsValue: '10.80' });
  expect(line?.ibsCbs?.itemTotal).toBe('1254.00');
});

test('a reduction is taken from the declared base; without ICMS by rate none is asked for', () => {
  expect(run({ icmsSituation: '20', icmsRedBc: '50' }).items[0]?.icms).toMatchObject({
    base: '875.00',
    value: '157.50',
  });
  const importTax = { base: '1000.00', value: '140.00' };
  expect(run({ icmsSituation: '41', importTax }).items[0]?.icms?.base).toBeNull();
  expect(paths({ importTax })).toEqual(['items[0].importTax.icmsBase']);
});

test('a CFOP of import wants declaration, II and IPI (525, 597, 599); goods that come back do not', () => {
  expect(paths({ importDeclarations: null, importTax: null, ipiSituation: null, ipiRate: null })).toEqual([
    'items[0].importDeclarations',
    'items[0].importTax',
    'items[0].ipiSituation',
  ]);
  const back = item({ cfop: '3202', icmsSituation: '41', referencedItem: { accessKey: keyOf(), number: 1 } });
  expect(compute({ client: foreigner, payload: importOf([back], { purpose: 'RETURN' }) }).items[0]?.cfop).toBe('3202');
});

test.each<[string, Partial<ImportDeclaration>, string]>([
  ['no AFRMM by sea (330)', { afrmm: null }, 'afrmm'],
  ['nobody named on whose behalf (331)', { intermediation: 'ON_BEHALF', thirdPartyState: 'SP' }, 'thirdPartyTaxId'],
  [
    'no state of that party (333)',
    { intermediation: 'TO_ORDER', thirdPartyTaxId: '11444777000161' },
    'thirdPartyState',
  ],
  ['a CNPJ with wrong digits (332)', { thirdPartyTaxId: '11444777000162' }, 'thirdPartyTaxId'],
  ['a clearance in the future (376)', { clearanceDate: '2026-11-22' }, 'clearanceDate'],
  ['a clearance of more than five years ago (376)', { clearanceDate: '2021-11-20' }, 'clearanceDate'],
  ['no such day', { date: '2026-02-30' }, 'date'],
  ['no state of clearance', { clearanceState: 'EX' }, 'clearanceState'],
  ['no addition', { additions: [] }, 'additions'],
])('%s is refused before the authority does', (_of, changes, field) => {
  expect(paths(declared(changes))).toEqual([`items[0].importDeclarations[0].${field}`]);
});

test('goods that enter under drawback name the act in each addition (334)', () => {
  expect(paths({ cfop: '3127' })).toEqual(['items[0].importDeclarations[0].additions[0].drawback']);
  const additions = [{ sequence: 1, manufacturerCode: 'FAB1', drawback: '20260001234' }];
  expect(run({ cfop: '3127', ...declared({ additions }) }).items[0]?.cfop).toBe('3127');
});

test('what is of an import stands on no other note', () => {
  const sale = saleOf([
    item({ icmsSituation: '40', importDeclarations: [declaration], importTax: { base: '1', value: '0' } }),
  ]);
  expect(refusalOf(() => compute({ payload: sale })).paths).toEqual([
    'items[0].importDeclarations',
    'items[0].importTax',
  ]);
});
