import { expect, test } from 'vitest';
import { lineDoubts, serviceDoubts } from '../../../../domain/documents/compute/doubts.ts';
import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { TaxFields } from '../../../../domain/taxation/fields.ts';
import { compute, issuerOf, item, personIn, saleOf, taxpayerIn } from '../sale.ts';
import { compute as computeService, served, serviceOf } from '../service.ts';

const sales: TaxFields = {
  ...{
    icmsSituation: '00',
    icmsRate: '18',
    pisSituation: '01',
    pisRate: '1.65',
    cofinsSituation: '01',
    cofinsRate: '7.6',
  },
  ...{ ipiSituation: '50', ipiRate: '10' },
};
const silent: Partial<ItemInput> = { icmsSituation: null, icmsRate: null, pisSituation: null, cofinsSituation: null };

function doubtsOf(fields: Partial<ItemInput>, document: Partial<GoodsPayload> = {}, input = {}) {
  const payload = saleOf([item({ ...silent, ...fields })], document);
  return lineDoubts(compute({ issuer: issuerOf('NORMAL', { taxDefaults: sales }), payload, ...input }));
}
const paths = (...args: Parameters<typeof doubtsOf>) =>
  doubtsOf(...args).map(({ path }) => path.replace('items[0].', ''));

const taxes = ['icmsSituation', 'ipiSituation', 'pisSituation', 'cofinsSituation', 'ibsCbsClassification'];

test.each([
  ['a transfer', '5152', /transferência.*410002/],
  ['a gift', '5910', /bonificação.*410001/],
  ['a sample', '5911', /amostra grátis/],
  ['a demonstration', '5912', /demonstração/],
  ['goods to be worked on', '5901', /industrialização/],
  ['a repair', '5915', /conserto/],
  ['anything else', '5949', /sem venda/],
])('%s (%s) that is taxed as sales are is doubted, tax by tax', (_what, cfop, words) => {
  expect(paths({ cfop })).toEqual(taxes);
  expect(doubtsOf({ cfop }).at(-1)?.message).toMatch(words);
});

test('what the sale itself says of a tax is not doubted', () => {
  const said = {
    cfop: '5911',
    icmsSituation: '00',
    icmsRate: '18',
    pisSituation: '01',
    pisRate: '1.65',
    cofinsSituation: '01',
    cofinsRate: '7.6',
    ipiSituation: '50',
    ipiRate: '10',
  };
  expect(paths({ ...said, ibsCbsClassification: '000001' })).toEqual([]);
  expect(paths({ cfop: '5911', icmsSituation: '41' })).toEqual([
    'ipiSituation',
    'pisSituation',
    'cofinsSituation',
    'ibsCbsClassification',
  ]);
});

test('PIS and COFINS are doubted each by who says it', () => {
  const [pis, cofins] = [{ pisSituation: '06' }, { cofinsSituation: '06' }];
  expect(paths({ cfop: '5911', ...pis })).toContain('cofinsSituation');
  expect(paths({ cfop: '5911', ...cofins })).not.toContain('cofinsSituation');
  expect(paths({ cfop: '5911', ...cofins })).toContain('pisSituation');
});

test('6108 to a contributor and 4 % on national goods are doubted', () => {
  const taxed = { icmsSituation: '00', icmsRate: '12', ibsCbsClassification: '000001' };
  expect(paths({ ...taxed, cfop: '6108' }, {}, { client: taxpayerIn('RJ') })).toContain('cfop');
  expect(paths({ ...taxed, cfop: '6108', icmsRate: null }, {}, { client: personIn('RJ') })).not.toContain('cfop');
  const four = { ...taxed, cfop: '6102', icmsRate: '4' };
  expect(paths({ ...four, icmsOrigin: '0' }, {}, { client: taxpayerIn('RJ') })).toContain('icmsOrigin');
  expect(paths({ ...four, icmsOrigin: '1' }, {}, { client: taxpayerIn('RJ') })).not.toContain('icmsOrigin');
});

test.each(['1101', '1102', '1556'])(
  'a purchase from a private person by CFOP %s that is taxed as sales are is doubted',
  (cfop) => {
    const entry = { operationType: 'IN' } as const;
    const credits = { pisSituation: '50', cofinsSituation: '50' };
    const person = { client: personIn('SP') };
    const doubts = doubtsOf({ cfop }, entry, {
      ...person,
      issuer: issuerOf('NORMAL', { taxDefaults: { ...sales, ...credits } }),
    });
    expect(doubts.map(({ path }) => path.replace('items[0].', ''))).toEqual(taxes);
    expect(new Set(doubts.map(({ doubtCode }) => doubtCode))).toEqual(new Set(['purchase_from_person']));
    const [icms, , pis, , reform] = doubts.map(({ message }) => message);
    expect(icms).toMatch(/LC 87\/1996.*CST 41; informe icmsSituation no item/);
    expect(pis).toMatch(/10\.637\/2002.*CST 70/);
    expect(reform).toMatch(/410017.*410014.*410016/);
    const said = { icmsSituation: '41', ipiSituation: '03', pisSituation: '70', cofinsSituation: '70' };
    expect(paths({ cfop, ...said, ibsCbsClassification: '410017' }, entry, person)).toEqual([]);
    const registered = { client: { ...personIn('SP'), stateRegistration: '110042490114' } };
    expect(paths({ cfop }, entry, registered)).toEqual([]);
    expect(paths({ cfop }, entry, { client: taxpayerIn('SP') })).toEqual([]);
  },
);

test('a sale is not doubted, nor what is mended by a note', () => {
  expect(paths({ cfop: '5102' })).toEqual([]);
  const mended = {
    purpose: 'COMPLEMENTARY',
    referencedDocuments: ['35261111222333000181550010000000011630362748'],
  } as const;
  expect(paths({ cfop: '5949' }, { ...mended, referencedDocuments: [...mended.referencedDocuments] })).toEqual([]);
});

test.each<[string, Partial<ItemInput>, string]>([
  ['PIS of entries', { pisSituation: '50', pisRate: '1.65' }, 'pisSituation'],
  ['COFINS of entries', { cofinsSituation: '98' }, 'cofinsSituation'],
  ['IPI of entries', { ipiSituation: '03' }, 'ipiSituation'],
  ['CST 00 without a rate', { icmsSituation: '00', icmsRate: '0' }, 'icmsRate'],
  ['no price', { unitValue: '0', quantity: '1' }, 'unitValue'],
])('%s on an exit is doubted, whoever says it', (_what, fields, at) => {
  expect(
    paths({ cfop: '5102', icmsSituation: '00', icmsRate: '18', pisSituation: '06', cofinsSituation: '06', ...fields }),
  ).toContain(at);
});

test('contributions withheld by a code that says nothing of CSLL are doubted, with the code that does', () => {
  const own = { pisCofinsCst: '01', pisRate: '0.65', cofinsRate: '3' };
  const doubts = (pisCofinsWithholding: string) =>
    serviceDoubts(computeService({ payload: serviceOf([served({ ...own, pisCofinsWithholding })]) }));
  expect(doubts('1')).toMatchObject([
    { path: 'items[0].pisCofinsWithholding', message: expect.stringContaining('3 com CSLL') },
  ]);
  expect(doubts('2')).toMatchObject([{ message: expect.stringContaining('8 só com CSLL') }]);
  for (const code of ['0', '3', '4', '8']) expect(doubts(code)).toEqual([]);
});
