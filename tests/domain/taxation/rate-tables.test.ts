import { expect, test } from '@jest/globals';
import { rateTables, shippedRates } from '../../../domain/taxation/rate-tables.ts';
import { compute, item, personIn, saleOf } from '../documents/sale.ts';

const sale = { client: personIn('BA'), payload: saleOf([item({ icmsSituation: '00', fcpRate: '2' })]) };

test('an operator’s table takes the place of the shipped one, and the others stay', () => {
  const given = rateTables({ icmsInternal: internalOf({ BA: '22' }) });
  expect(given.icmsInternal.periods[0]?.rates.get('BA')).toBe('22');
  expect(given.ibsCbs).toBe(shippedRates.ibsCbs);
  expect(rateTables({})).toEqual(shippedRates);
});

test('the destination’s share follows the table in force on the day, and the trace says so', () => {
  const [shipped] = compute(sale).items;
  expect(shipped?.taxation.difalInternalRate).toEqual({ value: '20.5000', source: 'TABLE' });
  const rates = rateTables({
    icmsInternal: {
      source: 'Lei 1/2026',
      periods: [
        { from: '2026-01-01', rates: ratesWith({ BA: '21' }) },
        { from: '2026-11-21', rates: ratesWith({ BA: '22' }) },
        { from: '2026-11-22', rates: ratesWith({ BA: '23' }) },
      ],
    },
  });
  expect(compute({ ...sale, rates }).items[0]?.difal).toMatchObject({
    internalRate: '22.0000',
    destinationValue: '150.00',
  });
});

test('who owes nothing to the destination sees no rate of it', () => {
  const exempt = compute({ ...sale, payload: saleOf([item({ icmsSituation: '40' })]) });
  expect(exempt.items[0]?.taxation.difalInternalRate).toBeUndefined();
  expect(compute({ ...sale, client: personIn('SP') }).items[0]?.taxation.difalInternalRate).toBeUndefined();
});

test('a state that wants its tax inside the base gets it there', () => {
  const rates = rateTables({
    difal: { source: 'Lei da Bahia', periods: [{ from: '2026-01-01', insideBase: ['BA'] }] },
  });
  // Own ICMS 7 % of 1000.00 is 70.00; (1000.00 − 70.00) ÷ (1 − 20.5 % − 2 %) = 1200.00.
  expect(compute({ ...sale, rates }).items[0]?.difal).toMatchObject({
    base: '1200.00',
    destinationValue: '162.00',
    fcpBase: '1200.00',
    fcpValue: '24.00',
  });
});

test('rates of IBS and CBS that the law sets later can be given, and then add to the note’s total', () => {
  const rates = rateTables({
    ibsCbs: {
      source: 'Resolução do Senado 1/2026',
      periods: [
        { from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7', addsToTotal: true },
      ],
    },
  });
  const [line] = compute({ ...sale, rates }).items;
  expect(line?.ibsCbs?.amounts).toMatchObject({ municipalRate: '0.0500', cbsRate: '8.7000' });
  expect(Number(line?.ibsCbs?.itemTotal)).toBeGreaterThan(1000);
});

test.each([
  { of: 'a table that does not exist', given: { icms: {} }, names: 'icms' },
  { of: 'a state left out', given: { icmsInternal: internalOf({ BA: undefined }) }, names: 'BA' },
  { of: 'a state that does not exist', given: { icmsInternal: internalOf({ XX: '18' }) }, names: 'XX' },
  { of: 'a rate with a comma', given: { icmsInternal: internalOf({ BA: '20,5' }) }, names: 'BA' },
  { of: 'a rate that is a number', given: { icmsInternal: internalOf({ BA: 20.5 }) }, names: 'BA' },
  { of: 'a day that does not exist', given: { icmsInternal: internalOf({}, '2026-02-30') }, names: 'from' },
  { of: 'no period', given: { difal: { source: 'x', periods: [] } }, names: 'periods' },
  {
    of: 'periods out of order',
    given: {
      difal: {
        source: 'x',
        periods: ['2026-01-01', '2025-01-01'].map((from) => ({ from, insideBase: [] })),
      },
    },
    names: 'ordem',
  },
  { of: 'no source', given: { difal: { periods: [{ from: '2026-01-01', insideBase: [] }] } }, names: 'source' },
  { of: 'a text', given: 'rates', names: 'inválidas' },
])('$of is refused by its name', ({ given, names }) => {
  expect(() => rateTables(given)).toThrow(names);
});

function internalOf(changes: Record<string, unknown>, from = '2026-01-01') {
  return { source: 'Lei 1/2026', periods: [{ from, rates: ratesWith(changes) }] };
}

function ratesWith(changes: Record<string, unknown>): Record<string, unknown> {
  return { ...Object.fromEntries(shippedRates.icmsInternal.periods[0]?.rates ?? []), ...changes };
}
