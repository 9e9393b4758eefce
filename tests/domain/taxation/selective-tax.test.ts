import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../domain/money.ts';
import { type TaxFields, taxFieldNames } from '../../../domain/taxation/fields.ts';
import { normalizeLevel } from '../../../domain/taxation/levels/normalize-level.ts';
import { withoutLeftovers } from '../../../domain/taxation/levels/leftovers.ts';
import { keepUsed, resolveTaxes } from '../../../domain/taxation/levels/resolve.ts';
import { selectiveTaxOf } from '../../../domain/taxation/selective-tax.ts';

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((count) => decimal(String(count)).div(100));
const rate = fc.integer({ min: 0, max: 999_999 }).map((count) => decimal(String(count)).div(10_000).toFixed(4));

test('base and tax are what is left of the price, to the cent', () => {
  fc.assert(
    fc.property(
      cents(10_000_000),
      rate,
      fc.option(rate),
      fc.integer({ min: 1, max: 1000 }),
      (worth, byValue, byUnit, pieces) => {
        const trace = resolveTaxes([
          {
            source: 'ITEM',
            fields: {
              selectiveTaxSituation: '000',
              selectiveTaxClassification: '000001',
              selectiveTaxRate: byValue,
              selectiveTaxUnitRate: byUnit,
            },
          },
        ]);
        const quantity = decimal(String(pieces));
        const units = decimal(byUnit ?? '0').times(quantity);
        const { amounts } = selectiveTaxOf(trace, worth, { unit: 'UN', quantity })!;
        const together = decimal(amounts!.base).plus(decimal(amounts!.value));
        // If the tax by unit exceeds the value of the goods, no base is left.
        if (units.gt(worth)) expect(amounts!.base).toBe('0.00');
        else expect(together.minus(worth).abs().lte('0.011')).toBe(true);
      },
    ),
  );
});

function resolved(...levels: TaxFields[]): TaxFields {
  const trace = keepUsed(resolveTaxes(withoutLeftovers(levels.map((fields) => ({ source: 'ITEM', fields })))), {});
  return Object.fromEntries(taxFieldNames.flatMap((name) => (trace[name] ? [[name, trace[name].value]] : [])));
}

const product: TaxFields = {
  selectiveTaxSituation: '000',
  selectiveTaxClassification: '000001',
  selectiveTaxRate: '20.0000',
};

test('an item of another situation has neither the situation nor the rates of its product', () => {
  expect(resolved({}, product)).toEqual(product);
  expect(resolved({ selectiveTaxClassification: '200007' }, product)).toEqual({ selectiveTaxClassification: '200007' });
  expect(resolved({ selectiveTaxClassification: '000006' }, product)).toEqual({
    ...product,
    selectiveTaxClassification: '000006',
  });
});

test('a record is kept without rates that its situation does not use, and refused where its codes contradict each other', () => {
  const context = { regime: 'NORMAL', defaults: {} } as const;
  expect(normalizeLevel({ selectiveTaxClassification: '200007', selectiveTaxRate: '20' }, context)).toEqual({
    fields: { selectiveTaxClassification: '200007' },
    faults: [],
  });
  const refused = (fields: TaxFields) => normalizeLevel(fields, context).faults.map(({ field }) => field);
  expect(refused({ selectiveTaxSituation: '200' })).toEqual(['selectiveTaxClassification']);
  expect(refused({ selectiveTaxSituation: '200', selectiveTaxClassification: '000001' })).toEqual([
    'selectiveTaxClassification',
  ]);
  expect(refused({ selectiveTaxClassification: '000011' })).toEqual(['selectiveTaxClassification']);
  expect(refused({ selectiveTaxUnitRate: '1.23456' })).toEqual(['selectiveTaxUnitRate']);
});
