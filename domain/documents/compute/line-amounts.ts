import { decimal, type Decimal, round2, zero } from '../../money.ts';
import { adjustmentKindOf } from '../../taxation/adjustments/kinds.ts';
import type { ImportedLine } from '../../taxation/imports.ts';
import type { LineAmounts } from '../../taxation/line.ts';
import type { ImportTax } from '../foreign-trade.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { extras, saidByItems } from './extras.ts';

/**
 * The values of each line. What only the document as a whole says is shared by the lines' values less their own discounts. The payload's
 * numbers are already checked.
 */
export function linesOf(payload: GoodsPayload): LineAmounts[] {
  const own = payload.items.map((item) => ({ ...ownAmounts(item), ...repeatedRates(item, payload) }));
  const worth = own.map(({ total, discount }) => total.minus(discount));
  const shared = extras
    .filter((extra) => saidByItems(payload.items, extra).isZero())
    .map(({ name, whole }) => ({ name, parts: share(decimal(whole(payload)), worth) }));
  return own.map((line, index) =>
    shared.reduce((sofar, { name, parts }) => ({ ...sofar, [name]: parts[index] ?? zero }), line),
  );
}

function ownAmounts(item: ItemInput): LineAmounts {
  const { quantity, unitValue, freight, insurance, discount, otherCosts, importTax } = item;
  return {
    total: round2(decimal(quantity).times(decimal(unitValue))),
    freight: decimal(freight),
    insurance: decimal(insurance),
    discount: decimal(discount),
    otherCosts: decimal(otherCosts),
    ...(importTax ? { imported: importedOf(importTax) } : {}),
  };
}

function importedOf({ base, customsExpenses, value, icmsBase }: ImportTax): ImportedLine {
  return {
    customsValue: decimal(base),
    duty: decimal(value),
    customsExpenses: decimal(customsExpenses),
    icmsBase: icmsBase ? decimal(icmsBase) : null,
  };
}

/** Returns, and notes of credit about goods that were sold, have the rates of the sale: those of the month in its access key. */
function repeatedRates({ referencedItem }: ItemInput, payload: GoodsPayload): Pick<LineAmounts, 'ratesOn'> {
  const repeats = payload.purpose === 'RETURN' || adjustmentKindOf(payload)?.repeatsRates;
  const key = referencedItem?.accessKey ?? payload.referencedAccessKey;
  if (!repeats || !key) return {};
  return { ratesOn: `20${key.slice(2, 4)}-${key.slice(4, 6)}-01` };
}

/**
 * Divides an amount over weights, all of two places, without losing a cent: each share is rounded down, and the cents left go to the
 * largest remainders, earlier lines first. Weights that are all zero get equal shares. A share never exceeds its weight while the amount
 * does not exceed their sum.
 */
export function share(amount: Decimal, weights: Decimal[]): Decimal[] {
  if (amount.isZero()) return weights.map(() => zero);
  const given = weights.map(centsOf);
  const parts = given.some((cents) => cents > 0n) ? given : given.map(() => 1n);
  const whole = parts.reduce((total, part) => total + part, 0n);
  const cents = centsOf(amount);
  const floors = parts.map((part) => (cents * part) / whole);
  const left = Number(cents - floors.reduce((total, floor) => total + floor, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (cents * part) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder) || a.index - b.index);
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return floors.map((floor, index) => decimal(String(floor + (lucky.has(index) ? 1n : 0n))).times('0.01'));
}

function centsOf(value: Decimal): bigint {
  return BigInt(value.times(100).toFixed(0));
}
