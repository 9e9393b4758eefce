import { expect, test } from 'vitest';
import type { OriginNote } from '../../../../domain/documents/check/returns.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import { layoutNfe } from '../../../../domain/nfe/layout/inf-nfe.ts';
import type { TaxFields } from '../../../../domain/taxation/fields.ts';
import type { TaxRegime } from '../../../../domain/taxation/operation.ts';
import { child, readXml, textOf } from '../../../../domain/xml/reader.ts';
import { identity } from '../../../support/samples/notes.ts';
import { compute, issuerOf, item, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const sold = '35261111222333000181550010000000011630362748';
const entry = { purpose: 'RETURN', operationType: 'IN' } as const;
const silent = { pisSituation: null, cofinsSituation: null };

/** Ten pieces of 100.00 that come back, of a sale of São Paulo at 18 %. */
const returned = (fields: Partial<ItemInput> = {}) =>
  item({
    icmsSituation: '00',
    icmsRate: '18',
    cfop: '1202',
    referencedItem: { accessKey: sold, number: 1 },
    ...fields,
  });

type Back = { fields?: Partial<ItemInput>; document?: Partial<GoodsPayload>; origins?: OriginNote[] };
const back = ({ fields, document = entry, origins }: Back = {}) =>
  compute({ payload: saleOf([returned(fields)], document), origins });

test('IPI given back is printed with the item and added to the note, and to no base', () => {
  const note = back({
    fields: { returnedIpi: { percentage: '50', value: '12.5' }, additionalInfo: 'Veio com defeito' },
  });
  expect(note.totals).toMatchObject({ returnedIpi: '12.50', ipi: '0.00', note: '1012.50', icmsBase: '1000.00' });
  expect(note.items[0]).toMatchObject({ returnedIpi: { percentage: '50.00', value: '12.50' } });
  expect(note.totals.ibsCbs?.noteTotal).toBe('1012.50');
  const xml = readXml(layoutNfe(note, identity).infNFe);
  const det = child(xml, 'det');
  expect(det && [textOf(det, 'impostoDevol', 'pDevol'), textOf(det, 'impostoDevol', 'IPI', 'vIPIDevol')]).toEqual([
    '50.00',
    '12.50',
  ]);
  expect(det?.children.map(({ name }) => name)).toEqual([
    'prod',
    'imposto',
    'impostoDevol',
    'infAdProd',
    'vItem',
    'DFeReferenciado',
  ]);
  expect(textOf(xml, 'total', 'ICMSTot', 'vIPIDevol')).toBe('12.50');
});

const ipi = { percentage: '100', value: '12.50' };
const reason = { additionalInfo: 'Veio com defeito' };

test.each<[string, Back, string[]]>([
  [
    'outside a return',
    { fields: { cfop: '5102', returnedIpi: ipi, referencedItem: null, ...reason }, document: {} },
    ['items[0].returnedIpi'],
  ],
  ['without its reason', { fields: { returnedIpi: ipi } }, ['items[0].additionalInfo']],
  [
    'of more than the whole',
    { fields: { returnedIpi: { ...ipi, percentage: '100.01' }, ...reason } },
    ['items[0].returnedIpi.percentage'],
  ],
  [
    'of nothing',
    { fields: { returnedIpi: { ...ipi, percentage: '0' }, ...reason } },
    ['items[0].returnedIpi.percentage'],
  ],
  [
    'beside IPI of the item',
    { fields: { returnedIpi: ipi, ipiSituation: '00', ipiRate: '5', ...reason } },
    ['items[0].returnedIpi'],
  ],
])('IPI given back %s is refused', (_of, of, paths) => {
  expect(refusalOf(() => back(of)).paths).toEqual(paths);
});

const ofSale: OriginNote = {
  note: '1000.00',
  icms: '180.00',
  fcp: '0.00',
  icmsDestination: null,
  fcpDestination: null,
};

test.each<[string, OriginNote[] | undefined, RegExp | null]>([
  ['as much', [ofSale], null],
  [
    'a real more, of several notes',
    [
      { ...ofSale, note: '499.50', icms: '90.00' },
      { ...ofSale, note: '499.50', icms: '90.00' },
    ],
    null,
  ],
  ['more than a real more', [{ ...ofSale, note: '998.99' }], /545/],
  ['more ICMS', [{ ...ofSale, icms: '178.99' }], /546/],
  ['more than a received note, whose taxes are not known', [{ note: '900.00' }], /545/],
  ['more of what is not known whole', undefined, null],
])('a return of %s', (_of, origins, words) => {
  const run = () => back({ origins: origins ?? [], ...(origins ? { origins } : {}) });
  if (words === null) expect(run().totals.note).toBe('1000.00');
  else expect(refusalOf(run)).toMatchObject({ paths: ['items'], message: expect.stringMatching(words) });
});

test('what comes back from abroad may be worth more, and other notes are compared with nothing', () => {
  const abroad = {
    ...taxpayerIn('SP'),
    taxpayerType: 'NAO_CONTRIBUINTE',
    documentType: 'FOREIGN',
    country: 'US',
  } as const;
  const payload = saleOf([returned({ cfop: '3202' })], entry);
  const origins = [{ note: '1.00' }];
  expect(compute({ client: abroad, payload, origins }).destination).toBe('3');
  expect(compute({ payload: saleOf([item({ icmsSituation: '41' })]), origins }).totals.note).toBe('1000.00');
});

const ofCompany = { pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' };

/** PIS and COFINS of a line whose only taxes are the company's defaults. */
function contributions(
  regime: TaxRegime,
  document: Partial<GoodsPayload>,
  fields: TaxFields = {},
  defaults: TaxFields = ofCompany,
) {
  const icmsSituation = regime === 'SIMPLES' ? '900' : '41';
  const cfop = document.operationType === 'IN' ? '1949' : document.purpose === 'RETURN' ? '5202' : '5102';
  const reference = document.purpose === 'RETURN' ? { accessKey: issued(document), number: 1 } : null;
  const line = item({ ...silent, icmsSituation, cfop, referencedItem: reference, ...fields });
  const { items } = compute({ issuer: issuerOf(regime, { taxDefaults: defaults }), payload: saleOf([line], document) });
  return [items[0]?.pis, items[0]?.cofins].map((tax) => `${tax?.situation} ${tax?.value}`);
}

/**
 * Key of the returned note. Goods go back to the seller (rule 1194), who is the client of these tests, or come back from a sale of the
 * company's own.
 */
function issued({ operationType }: Partial<GoodsPayload>): string {
  return operationType === 'IN' ? sold : '35261111444777000161550010000000011234567896';
}

test('what enters is no sale: by default its PIS and COFINS are 98, whatever the company sells by', () => {
  for (const regime of ['NORMAL', 'SIMPLES', 'SIMPLES_EXCESS'] as const) {
    expect(contributions(regime, { operationType: 'IN' })).toEqual(['98 0.00', '98 0.00']);
    expect(contributions(regime, entry)).toEqual(['98 0.00', '98 0.00']);
  }
  expect(contributions('NORMAL', {})).toEqual(['01 16.50', '01 76.00']);
});

test('what the item or a level says of entries holds', () => {
  expect(contributions('NORMAL', entry, { pisSituation: '50', pisRate: '1.65' })[0]).toBe('50 16.50');
  const ofEntries = { pisSituation: '70', cofinsSituation: '70' };
  expect(contributions('NORMAL', entry, {}, ofEntries)).toEqual(['70 0.00', '70 0.00']);
});
