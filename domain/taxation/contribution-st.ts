import { type Decimal, money, percent, percentOf, zero } from '../money.ts';
import type { ContributionStAmounts, DeclaredContributionSt, DeclaredContributionsSt } from './amounts.ts';
import { chargedByUnit, unitsCharged } from './per-unit.ts';

/** PISST and COFINSST as they are printed; each is absent where there is none. */
export type ContributionsStOfLine = { pisSt?: ContributionStAmounts; cofinsSt?: ContributionStAmounts };

/** Groups R and T of a line, and what they add to the note's value. `price` is what the buyer pays. */
export function contributionsStOf(
  { pis, cofins }: DeclaredContributionsSt,
  price: Decimal,
  units: { quantity: Decimal } | undefined,
): { printed: ContributionsStOfLine; added: Decimal } {
  const ofPis = pis && contributionStOf(pis, price, units);
  const ofCofins = cofins && contributionStOf(cofins, price, units);
  const addedBy = (one: typeof ofPis) => (one?.printed.addsToTotal ? one.value : zero);
  return {
    printed: { ...(ofPis ? { pisSt: ofPis.printed } : {}), ...(ofCofins ? { cofinsSt: ofCofins.printed } : {}) },
    added: addedBy(ofPis).plus(addedBy(ofCofins)),
  };
}

/**
 * PISST or COFINSST of a line; undefined where there is nothing to charge. The base is what the line declares, as the law has it for cigarettes (Lei
 * 11.196/2005 art. 62), else the price with the IPI, which is what the buyer pays who resells (MP 2.158-35/2001 art. 43; IN SRF 54/2000; STF, RE
 * 605506, Tema 303).
 */
function contributionStOf(
  { base, rate, unitRate, addsToTotal }: DeclaredContributionSt,
  price: Decimal,
  units: { quantity: Decimal } | undefined,
): { printed: ContributionStAmounts; value: Decimal } | undefined {
  const perUnit = unitsCharged(unitRate ?? undefined, units);
  if (perUnit) {
    const { printed, value } = chargedByUnit(perUnit);
    return { printed: { base: null, rate: null, ...printed, addsToTotal }, value };
  }
  const charged = base ?? price;
  if (!rate || charged.isZero()) return undefined;
  const value = percentOf(charged, rate);
  return { printed: { base: money(charged), rate: percent(rate), value: money(value), addsToTotal }, value };
}
