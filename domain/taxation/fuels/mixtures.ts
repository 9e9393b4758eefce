import { decimal, type Decimal } from '../../money.ts';

/** A fuel that has its biofuel in it already, as it is sold at the pump: gasoline C, and diesel B (all of 820101 but pure B100). */
export function isMixture(anpCode: string): boolean {
  return anpCode.startsWith('320102') || (anpCode.startsWith('820101') && anpCode !== '820101001');
}

/** A fuel that a distributor still mixes with biofuel: gasoline A, and diesel A and C. */
export function isToBeMixed(anpCode: string): boolean {
  return anpCode.startsWith('320101') || /^4201/.test(anpCode);
}

/** Diesel, A, C or B, and what is mixed with it: only a third of the retained ICMS is the refinery's (rule N41-20). */
const thirdRetained: ReadonlySet<string> = new Set([
  ...['420102004', '420102005', '420105001', '820101003', '820101011', '820101012', '820101013', '820101026'],
  ...['820101027', '820101032', '820101033', '820101034'],
]);

/**
 * The part of the biofuel's ICMS that the refinery retains: all of it, but of diesel a third, as the producer of B100 pays the rest
 * (Convênio ICMS 199/2022, clause 2, VI, c; rules N41-10 and N41-20 of NT 2023.001 v1.60).
 */
export function retainedPart(anpCode: string): Decimal {
  return decimal(thirdRetained.has(anpCode) ? '0.3333' : '1');
}

/**
 * The biofuel in a quantity of the fuel, or that is to be mixed into it, by its percentage in the mixture; null where the code alone does
 * not tell which of the two it is.
 */
export function biofuelOf(anpCode: string, quantity: Decimal, percentage: Decimal): Decimal | null {
  if (isMixture(anpCode)) return quantity.times(percentage).div(100);
  if (!isToBeMixed(anpCode) || percentage.gte(100)) return null;
  return quantity.times(percentage).div(decimal('100').minus(percentage));
}
