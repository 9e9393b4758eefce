import { expect, test } from 'vitest';
import fc from 'fast-check';
import type { ComputedItem } from '../../../../domain/documents/computed-note.ts';
import type { ItemInput } from '../../../../domain/documents/payload.ts';
import { decimal, type Decimal, money, sum } from '../../../../domain/money.ts';
import { compute, issuerOf, item, personIn, saleOf, taxpayerIn } from '../sale.ts';

const st = { icmsStModBc: '4', icmsStMva: '37.21', icmsStRate: '18', fcpStRate: '2', cest: '2800100' };
const retainedSt = { base: '80', rate: '20', value: '7', fcpBase: '80', fcpRate: '2', fcpValue: '1.6' };
const normal: Partial<ItemInput>[] = [
  { icmsSituation: '00', fcpRate: '2' },
  { icmsSituation: '10', ...st },
  { icmsSituation: '20', icmsRedBc: '33.3333' },
  { icmsSituation: '30', ...st },
  { icmsSituation: '40' },
  { icmsSituation: '51', icmsDeferralRate: '41.67' },
  { icmsSituation: '60', cest: '2800100', retainedSt },
  { icmsSituation: '70', icmsRedBc: '10', ...st },
  { icmsSituation: '90', icmsRate: '4', ...st },
];
const simples: Partial<ItemInput>[] = [
  { icmsSituation: '101', icmsSnCreditRate: '1.86' },
  { icmsSituation: '102' },
  { icmsSituation: '201', icmsSnCreditRate: '2.82', ...st },
  { icmsSituation: '500', cest: '2800100', retainedSt },
  { icmsSituation: '900', icmsRate: '4', icmsSnCreditRate: '1.25', ...st },
];
/** Situations of sales to recipients who pay no ICMS (rules 508 and 600). */
const ofPersons = new Set(['00', '20', '40', '60', '102', '500']);
const others = fc.constantFrom<Partial<ItemInput>>(
  { pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' },
  { pisSituation: '06', cofinsSituation: '06', ipiSituation: '50', ipiRate: '6.5' },
  { pisSituation: '49', cofinsSituation: '49', ibsCbsClassification: '410004' },
  { pisSituation: '01', pisRate: '0.65', cofinsSituation: '01', cofinsRate: '3', ibsCbsClassification: '200034' },
);

const digits = (most: number, places: number) =>
  fc.integer({ min: 1, max: most }).map((value) => decimal(String(value)).div(`1e${places}`).toFixed());

const lines = (situations: Partial<ItemInput>[]) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...situations), others, digits(9_999_999, 4), digits(999_999_999, 6), digits(9_999, 2))
      .map(([icms, rest, quantity, unitValue, otherCosts]) =>
        item({ ...icms, ...rest, quantity, unitValue, otherCosts }),
      ),
    { minLength: 1, maxLength: 12 },
  );

const totalOfItems = (items: ComputedItem[], pick: (item: ComputedItem) => string | null | undefined) =>
  money(sum(items.map((line) => decimal(pick(line)))));

test.each([
  { of: 'the normal regime', regime: 'NORMAL', situations: normal },
  { of: 'Simples', regime: 'SIMPLES', situations: simples },
] as const)('in $of, every total is the sum of what the lines print, to the cent', ({ regime, situations }) => {
  const forPersons = situations.filter(({ icmsSituation }) => ofPersons.has(icmsSituation ?? ''));
  const sales = fc.oneof(
    fc.tuple(fc.constantFrom(taxpayerIn('SP'), taxpayerIn('MG')), lines([...situations])),
    fc.tuple(fc.constantFrom(personIn('SP'), personIn('BA')), lines(forPersons)),
  );
  fc.assert(
    fc.property(sales, fc.integer({ min: 0, max: 100 }), ([client, items], percentage) => {
      const worth = sum(items.map(({ quantity, unitValue }) => roundedProduct(quantity, unitValue)));
      const discount = worth.times(percentage).div(100).toDecimalPlaces(2, 1).toFixed();
      const payload = saleOf(items, { discount, transport: { freightValue: '123.45' } });
      const { totals, items: computed } = compute({ issuer: issuerOf(regime), client, payload });
      expect(totals.products).toBe(money(worth));
      expect(totals.discount).toBe(money(decimal(discount)));
      expect(totals.freight).toBe('123.45');
      expect(totals.icmsBase).toBe(totalOfItems(computed, ({ icms }) => icms?.base));
      expect(totals.icms).toBe(totalOfItems(computed, ({ icms }) => icms?.value));
      expect(totals.st).toBe(totalOfItems(computed, ({ icms }) => icms?.stValue));
      expect(totals.fcpSt).toBe(totalOfItems(computed, ({ icms }) => icms?.fcpStValue));
      expect(totals.ipi).toBe(totalOfItems(computed, ({ ipi }) => ipi?.value));
      expect(totals.pis).toBe(totalOfItems(computed, ({ pis }) => pis?.value));
      expect(totals.cofins).toBe(totalOfItems(computed, ({ cofins }) => cofins?.value));
      expect(totals.note).toBe(noteValue(totals));
      expect(totals.ibsCbs?.ibs ?? '0.00').toBe(totalOfItems(computed, ({ ibsCbs }) => ibsCbs?.amounts?.ibsValue));
      expect(totals.ibsCbs?.cbs ?? '0.00').toBe(totalOfItems(computed, ({ ibsCbs }) => ibsCbs?.amounts?.cbsValue));
      expect(totals.ibsCbs?.noteTotal ?? totals.note).toBe(totals.note);
    }),
    { numRuns: 60 },
  );
});

/** vNF as rule 610 adds it up. */
function noteValue(totals: {
  [Name in 'products' | 'discount' | 'st' | 'fcpSt' | 'freight' | 'insurance' | 'otherCosts' | 'ipi']: string;
}) {
  const added = [
    totals.products,
    totals.st,
    totals.fcpSt,
    totals.freight,
    totals.insurance,
    totals.otherCosts,
    totals.ipi,
  ];
  return money(sum(added.map(decimal)).minus(decimal(totals.discount)));
}

function roundedProduct(quantity: string, unitValue: string): Decimal {
  return decimal(quantity).times(decimal(unitValue)).toDecimalPlaces(2, 4);
}
