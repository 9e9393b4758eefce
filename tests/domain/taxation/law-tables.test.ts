import { expect, test } from 'vitest';
import { lawTables, shippedLawTables } from '../../../domain/taxation/law-tables.ts';
import { compute, issuerOf, item, personIn, refusalOf, saleOf } from '../documents/sale.ts';

const goods = { national: '13.45', imported: '18.2' };

const sale = { client: personIn('BA'), payload: saleOf([item({ icmsSituation: '00', fcpRate: '2' })]) };

test('an operator’s table takes the place of the shipped one, and the others stay', () => {
  const given = lawTables({ icmsInternal: internalOf({ BA: '22' }) });
  expect(given.icmsInternal.states.get('BA')).toMatchObject([{ rate: '22', law: 'Lei 1/2026' }]);
  expect(given.ibsCbs).toBe(shippedLawTables.ibsCbs);
  expect(lawTables({})).toEqual(shippedLawTables);
});

test('states of contingency and holidays are replaced whole, and the rates stay', () => {
  const contingency = { source: 'x', refusesOffline: [{ state: 'SP', law: 'Portaria 1/2026' }] };
  const given = lawTables({ contingency });
  expect(given.contingency).toMatchObject({ refusesOffline: [{ state: 'SP' }], withoutEpec: [] });
  expect(given).toMatchObject({ holidays: shippedLawTables.holidays, icmsInternal: shippedLawTables.icmsInternal });
  expect(() => lawTables({ holidays: { source: 'x', national: [{ on: '25/12', name: 'Natal', law: 'x' }] } })).toThrow(
    /holidays\.national/,
  );
});

test('a state that an operator names stands in place of the shipped one, with all of its periods; the others stay', () => {
  const rates = lawTables({
    icmsInternal: { source: 'x', states: { BA: [{ from: '2027-01-01', rate: '22', law: 'Lei 1/2026' }] } },
    fcp: { source: 'x', states: { SC: [{ from: '2026-01-01', accepted: ['2'], law: 'Lei 2/2026' }] } },
  });
  expect(rates.icmsInternal.states.get('BA')).toMatchObject([{ from: '2027-01-01', confidence: 'HIGH' }]);
  expect(rates.icmsInternal.states.get('AL')?.map(({ rate }) => rate)).toEqual(['19', '20.5']);
  expect(rates.fcp.states.get('SC')).toMatchObject([{ accepted: ['2'] }]);
  expect(rates.fcp.states.size).toBe(27);
});

test('each state has its rate and its fund, with law and confidence, on every day since 2025', () => {
  const { icmsInternal, fcp } = shippedLawTables;
  expect([...icmsInternal.states.keys()]).toEqual([...fcp.states.keys()]);
  expect(icmsInternal.states.size).toBe(27);
  for (const table of [icmsInternal, fcp]) {
    for (const periods of table.states.values()) {
      expect(periods.every(({ law, confidence }) => law && confidence)).toBe(true);
    }
  }
  expect([...icmsInternal.states].filter(([, periods]) => (periods[0]?.from ?? '') > '2025-01-01')).toEqual([]);
});

test('the destination’s share follows the table in force on the day, and the trace says so', () => {
  const [shipped] = compute(sale).items;
  expect(shipped?.taxation.difalInternalRate).toEqual({ value: '20.5000', source: 'TABLE' });
  const rates = lawTables({
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

test('a level may say the destination’s rate, which is dropped where nothing is owed to the destination', () => {
  const taxes = { icmsSituation: '00', difalInternalRate: '25' };
  const said = compute({ ...sale, payload: saleOf([item(taxes)]) }).items[0];
  expect(said?.taxation.difalInternalRate).toEqual({ value: '25', source: 'ITEM' });
  // 1000.00 × (25 % − 7 %)
  expect(said?.difal).toMatchObject({ internalRate: '25.0000', destinationValue: '180.00' });
  const inside = compute({ client: personIn('SP'), payload: saleOf([item(taxes)]) }).items[0];
  expect([inside?.taxation.difalInternalRate, inside?.difal]).toEqual([undefined, null]);
  const exempt = compute({ ...sale, payload: saleOf([item({ ...taxes, icmsSituation: '40' })]) }).items[0];
  expect([exempt?.taxation.difalInternalRate, exempt?.difal]).toEqual([undefined, null]);
});

test('who owes nothing to the destination sees no rate of it', () => {
  const exempt = compute({ ...sale, payload: saleOf([item({ icmsSituation: '40' })]) });
  expect(exempt.items[0]?.taxation.difalInternalRate).toBeUndefined();
  expect(compute({ ...sale, client: personIn('SP') }).items[0]?.taxation.difalInternalRate).toBeUndefined();
});

test('a state that wants its tax inside the base gets it there', () => {
  const rates = lawTables({
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

const rates2027 = lawTables({
  ibsCbs: {
    source: 'Resolução do Senado 1/2026',
    periods: [{ from: '2026-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' }],
  },
});

test('from 2027 on the price contains IBS and CBS: the base is what is left of it, and the note is worth the price', () => {
  const plain = saleOf([item({ icmsSituation: '00', icmsRate: '18' })]);
  const lineOn = (on: Date, rates = rates2027) =>
    compute({ client: personIn('SP'), payload: plain, on, rates }).items[0]?.ibsCbs;
  const lastDay = new Date('2027-01-01T02:59:59Z');
  const firstDay = new Date('2027-01-01T03:00:00Z');
  // 1000.00 less 180.00 of ICMS; from 2027 on ÷ 1.088.
  expect(lineOn(lastDay)).toMatchObject({ amounts: { base: '820.00', cbsValue: '71.34' }, itemTotal: '1000.00' });
  expect(lineOn(firstDay)).toMatchObject({
    amounts: { base: '753.68', ibsValue: '0.76', cbsValue: '65.57', municipalRate: '0.0500', cbsRate: '8.7000' },
    itemTotal: '1000.00',
  });
});

test('a day that is put off takes the new taxes out of the price again', () => {
  const law = { law: 'Lei 1/2026', confidence: 'HIGH' };
  const changes = { NEW_TAXES_INSIDE_PRICE: { homologation: null, production: null, ...law } };
  const rates = { ...rates2027, calendar: lawTables({ calendar: { source: 'x', changes } }).calendar };
  const payload = saleOf([item({ icmsSituation: '00', icmsRate: '18' })]);
  const on = new Date('2027-01-01T03:00:00Z');
  expect(compute({ client: personIn('SP'), payload, on, rates }).items[0]?.ibsCbs).toMatchObject({
    amounts: { base: '820.00' },
    itemTotal: '1000.00',
  });
});

test('a file of rates that an earlier version wrote is read, and adds nothing', () => {
  const period = { from: '2027-01-01', until: '2028-12-31', state: '0.05', municipal: '0.05', cbs: '8.7' };
  const given = { source: 'x', periods: [{ ...period, addsToTotal: true }] };
  expect(lawTables({ ibsCbs: given })).toEqual(lawTables({ ibsCbs: { source: 'x', periods: [period] } }));
});

test('the CBS of 2027 is refused in words while nobody has published it, and only where it would be charged', () => {
  const on = new Date('2027-01-01T15:00:00Z');
  const refusal = refusalOf(() => compute({ ...sale, on }));
  expect(refusal.code).toBe('invalid_taxation');
  expect(refusal.issues).toMatchObject([
    {
      path: 'items[0].ibsCbsSituation',
      message: expect.stringMatching(/alíquota da CBS em 2027-01-01.*rates add ibs-cbs/),
    },
  ]);
  const immune = saleOf([item({ icmsSituation: '00', ibsCbsSituation: '410', ibsCbsClassification: '410001' })]);
  expect(compute({ ...sale, payload: immune, on }).items[0]?.ibsCbs?.amounts).toBeNull();
  expect(
    compute({ ...sale, issuer: issuerOf('SIMPLES'), payload: saleOf([item({ icmsSituation: '102' })]), on }).items,
  ).toHaveLength(1);
});

test('the last day of 2026 still has its own rates', () => {
  const [line] = compute({ ...sale, on: new Date('2027-01-01T02:30:00Z') }).items;
  expect(line?.ibsCbs?.amounts).toMatchObject({ stateRate: '0.1000', cbsRate: '0.9000' });
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
  {
    of: 'periods of IBS and CBS that overlap',
    given: {
      ibsCbs: { source: 'x', periods: [yearOf('2026-01-01', '2027-06-30'), yearOf('2027-01-01', '2027-12-31')] },
    },
    names: 'antes de terminar',
  },
  {
    of: 'a fund without what is accepted',
    given: { fcp: { source: 'x', states: { SP: [{ from: '2026-01-01', law: 'x' }] } } },
    names: 'acceptedUpTo',
  },
  {
    of: 'approximate taxes of something that is no code',
    given: { approximateTaxes: { source: 'x', from: '2026-01-01', until: '2026-12-31', goods: { '61.09': goods } } },
    names: 'NCM',
  },
  { of: 'no source', given: { difal: { periods: [{ from: '2026-01-01', insideBase: [] }] } }, names: 'source' },
  { of: 'a text', given: 'rates', names: 'inválidas' },
])('$of is refused by its name', ({ given, names }) => {
  expect(() => lawTables(given)).toThrow(names);
});

function yearOf(from: string, until: string) {
  return { from, until, state: '0.05', municipal: '0.05', cbs: '8.7' };
}

function internalOf(changes: Record<string, unknown>, from = '2026-01-01') {
  return { source: 'Lei 1/2026', periods: [{ from, rates: ratesWith(changes) }] };
}

function ratesWith(changes: Record<string, unknown>): Record<string, unknown> {
  const shipped: Record<string, unknown> = {};
  for (const [state, periods] of shippedLawTables.icmsInternal.states) shipped[state] = periods.at(-1)?.rate;
  return { ...shipped, ...changes };
}
