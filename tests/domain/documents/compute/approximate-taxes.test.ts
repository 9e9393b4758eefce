import { expect, test } from 'vitest';
import { lawTables } from '../../../../domain/taxation/law-tables.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf, taxpayerIn } from '../sale.ts';

const table = {
  source: 'Tabela de teste 26.2',
  from: '2026-11-01',
  until: '2026-11-30',
  goods: {
    '61': { national: '1', imported: '1' },
    '6109': { national: '13.45', imported: '18.20', state: { SP: '18', RJ: '20' }, municipal: '0.5' },
  },
};
const rates = lawTables({ approximateTaxes: table });
const shirt = item({ icmsSituation: '00' });
const toConsumer = { client: personIn('SP'), rates };

test('a consumer is told what the goods bear by the table, by treasury and with its source', () => {
  const { items, totals, additionalInfo } = compute({ ...toConsumer, payload: saleOf([shirt, shirt]) });
  // Of 1000.00: 13.45 % federal, 18 % state, 0.5 % municipal.
  expect(items[0]?.approximateTaxes).toEqual({
    value: '319.50',
    byTreasury: { federal: '134.50', state: '180.00', municipal: '5.00' },
    source: 'Tabela de teste 26.2',
  });
  expect(totals.approximateTaxes).toBe('639.00');
  expect(additionalInfo).toBe(
    'Valor aproximado dos tributos (Lei 12.741/2012): R$ 639,00, sendo federais R$ 269,00, estaduais R$ 360,00 e ' +
      'municipais R$ 10,00. Fonte: Tabela de teste 26.2.',
  );
});

test('the longest beginning of the NCM counts, foreign goods bear more, and a discount bears nothing', () => {
  const told = (fields: Parameters<typeof item>[0]) =>
    compute({ ...toConsumer, payload: saleOf([item({ icmsSituation: '00', ...fields })]) }).items[0]?.approximateTaxes
      ?.value;
  expect(told({ ncm: '61101100' })).toBe('10.00');
  expect(told({ ncm: '62014000' })).toBeUndefined();
  // 18.20 % + 18 % + 0.5 % of 1000.00
  expect(told({ icmsOrigin: '1' })).toBe('367.00');
  expect(told({ icmsOrigin: '3' })).toBe('319.50');
  expect(told({ discount: '500' })).toBe('159.75');
});

test('the item’s own amount wins over the table, also without one, and zero leaves it out', () => {
  const own = (approximateTaxes: string) => ({ ...shirt, approximateTaxes });
  const said = compute({ client: taxpayerIn('SP'), payload: saleOf([own('12.3')]) });
  expect(said.items[0]?.approximateTaxes).toEqual({ value: '12.30', byTreasury: null, source: null });
  expect(said.additionalInfo).toBe('Valor aproximado dos tributos (Lei 12.741/2012): R$ 12,30.');
  const mixed = compute({ ...toConsumer, payload: saleOf([own('12.30'), shirt, own('0')]) });
  expect([mixed.totals.approximateTaxes, mixed.items[2]?.approximateTaxes]).toEqual(['331.80', undefined]);
  expect(mixed.additionalInfo).toContain('R$ 331,80. Fonte: Tabela de teste 26.2.');
  expect(refusalOf(() => compute({ payload: saleOf([own('12.345')]) })).paths).toEqual(['items[0].approximateTaxes']);
});

test.each([
  { why: 'a reseller buys', input: { client: taxpayerIn('SP'), rates } },
  { why: 'the table is over', input: { ...toConsumer, on: new Date('2026-12-01T15:00:00Z') } },
  { why: 'the table does not know the state', input: { client: personIn('BA'), rates, issuer: inBahia() } },
  { why: 'there is no table', input: { client: personIn('SP') } },
])('nothing is stated where $why', ({ input }) => {
  const note = compute({ ...input, payload: saleOf([shirt]) });
  expect(note.items[0]?.approximateTaxes).toBeUndefined();
  expect('approximateTaxes' in note.totals).toBe(false);
});

function inBahia() {
  const { address } = issuerOf('NORMAL').settings;
  return issuerOf('NORMAL', { address: { ...address, state: 'BA', municipalityCode: '2927408' } });
}
