import { expect, test } from 'vitest';
import { noteWarnings, serviceWarnings } from '../../../../domain/documents/compute/warnings.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { TaxFields } from '../../../../domain/taxation/fields.ts';
import { lawTables } from '../../../../domain/taxation/law-tables.ts';
import { compute, issuerOf, item, saleOf } from '../sale.ts';
import { compute as computeService, served, serviceOf } from '../service.ts';

const rates = lawTables({
  ibsCbs: {
    source: 'a rate that the Senate might set',
    periods: [
      { from: '2025-01-01', until: '2026-12-31', state: '0.1', municipal: '0', cbs: '0.9' },
      { from: '2027-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' },
    ],
  },
});
const lastDay = new Date('2027-01-01T02:59:59Z');
const firstDay = new Date('2027-01-01T03:00:00Z');
const defaults = { pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' };
const silent = { pisSituation: null, cofinsSituation: null, icmsSituation: '00', icmsRate: '18' };

type Case = { on: Date; company?: TaxFields; fields?: Partial<ItemInput>; document?: Partial<GoodsPayload> };
function noteOf({ on, company = defaults, fields = {}, document }: Case) {
  const payload = saleOf([item({ ...silent, ...fields })], document);
  const note = compute({ issuer: issuerOf('NORMAL', { taxDefaults: company }), payload, on, rates });
  return { note, warnings: noteWarnings(note, payload, { on, rates }).map(({ path }) => path) };
}

test('PIS and COFINS of the company end with 2026, with a warning and without an edit', () => {
  const before = noteOf({ on: lastDay });
  expect(before.note.items[0]).toMatchObject({ pis: { value: '13.53' }, cofins: { value: '62.32' } });
  expect(before.warnings).not.toContain('items[0].pisSituation');
  const after = noteOf({ on: firstDay });
  expect(after.note.items[0]).toMatchObject({ pis: null, cofins: null });
  expect(after.note.items[0]?.taxation.pisSituation).toBeUndefined();
  expect(after.note.totals).toMatchObject({ pis: '0.00', cofins: '0.00' });
  expect(after.warnings).toContain('items[0].pisSituation');
});

test('a company that says nothing of PIS and COFINS issues in 2027, without a warning', () => {
  expect(() => noteOf({ on: lastDay, company: {} })).toThrow(/CST do PIS/);
  const { note, warnings } = noteOf({ on: firstDay, company: {} });
  expect(note.items[0]?.pis).toBeNull();
  expect(warnings).not.toContain('items[0].pisSituation');
});

test('what is said of PIS and COFINS of a service of 2027 is ignored with one warning, and CSLL stays', () => {
  const own = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3', pisCofinsWithholding: '3' };
  const service = (on: Date, fields: Parameters<typeof served>[0]) =>
    computeService({ payload: serviceOf([served(fields), served(fields)]), on, rates });
  expect(serviceWarnings(service(lastDay, own))).toEqual([]);
  const first = service(firstDay, own);
  expect(first.fields).toMatchObject({ csllRate: '1.0000' });
  expect(first.fields).not.toHaveProperty('pisCofinsCst');
  expect(serviceWarnings(first)).toMatchObject([
    { path: 'items[0].pisCofinsCst', message: expect.stringContaining('o que o item diz deles foi ignorado') },
  ]);
  expect(serviceWarnings(service(firstDay, {}))).toEqual([]);
});

const soldIn2026 = '35261111222333000181550010000000011630362748';
const entry = { purpose: 'RETURN', operationType: 'IN' } as const;

test('what comes back in 2027 from a sale of 2026 has PIS and COFINS as it would have had', () => {
  const fields = { cfop: '1202', referencedItem: { accessKey: soldIn2026, number: 1 } };
  const { note, warnings } = noteOf({ on: firstDay, fields, document: entry });
  expect(note.items[0]).toMatchObject({ pis: { situation: '98' }, cofins: { situation: '98' } });
  expect(warnings).not.toContain('items[0].pisSituation');
});

const ipi = { ipiSituation: '50', ipiRate: '10' };

test.each<[string, Case, object]>([
  [
    'of the company, on its last day',
    { on: lastDay, company: { ...defaults, ...ipi } },
    { situation: '50', value: '100.00' },
  ],
  [
    'of the company, at zero in 2027',
    { on: firstDay, company: { ...defaults, ...ipi } },
    { situation: '51', value: null },
  ],
  [
    'of another operation, without its rate',
    { on: firstDay, company: { ...ipi, ipiSituation: '99' } },
    { situation: '99', value: '0.00' },
  ],
  ['that the item itself charges', { on: firstDay, fields: ipi }, { situation: '50', value: '100.00' }],
  ['that charges nothing', { on: firstDay, company: { ipiSituation: '53' } }, { situation: '53', value: null }],
])('IPI %s', (_of, of, expected) => {
  expect(noteOf(of).note.items[0]?.ipi).toMatchObject(expected);
});

test('IPI that is set to zero, or that an item charges, is reported; what charged nothing is not', () => {
  const told = (of: Omit<Case, 'on'>) => noteOf({ on: firstDay, ...of }).warnings.includes('items[0].ipiSituation');
  expect([told({ company: ipi }), told({ fields: ipi }), told({ company: { ipiSituation: '53' } })]).toEqual([
    ...[true, true, false],
  ]);
});
