import { decimal, type Decimal, rounded, sum, zero } from '../../money.ts';

/** The public buyer's entity: tpEnteGov (BB02, NT 2025.002 v1.40). */
export const governmentEntities = {
  UNION: '1',
  STATE: '2',
  FEDERAL_DISTRICT: '3',
  MUNICIPALITY: '4',
  PUBLIC_CONSORTIUM: '5',
  IBS_COMMITTEE: '6',
} as const;
export type GovernmentEntity = keyof typeof governmentEntities;

/** Whether a note is about the supply or its payment, and which of them comes first: tpOperGov (BB04, NT 2025.002 v1.40). */
export const governmentOperations = {
  SUPPLY_TO_BE_PAID: '1',
  PAYMENT_OF_SUPPLY: '2',
  SUPPLY_ALREADY_PAID: '3',
  PAYMENT_BEFORE_SUPPLY: '4',
} as const;
export type GovernmentOperation = keyof typeof governmentOperations;

/** A public buyer, as far as the taxes of a line depend on it; `rateReduction` is pRedutor, in percent. */
export type GovernmentBuyer = {
  entity: GovernmentEntity;
  operation: GovernmentOperation;
  rateReduction: string;
};

/** The three rates of IBS and CBS, in percent. */
export type ThreeRates = { state: Decimal; municipal: Decimal; cbs: Decimal };

/** The year from which on the buyer gets the whole tax (LC 214/2025 arts. 372 and 473; Receita's calculator, V0023 of 2026-01-08). */
const redistributedSince = '2027';

/**
 * pRedutor of the year of a day: zero in 2026, as Receita's calculator has it (REDUTOR_COMPRA_GOVERNAMENTAL, V0023 of 2026-01-08); null for later
 * years, which are not published.
 */
export function reductionOfYear(date: string): string | null {
  return date < redistributedSince ? '0' : null;
}

/** pAliqEfet before any redistribution, with four decimals: the rate reduced by the class and for a public buyer (UB28-10, UB47-10, UB66-10). */
export function reducedRate(rate: Decimal, ofClass: Decimal, buyer: GovernmentBuyer | undefined): Decimal {
  return rounded(kept(kept(rate, ofClass), decimal(buyer?.rateReduction)), 4);
}

/**
 * The rates that each entity gets: until the end of 2026 its own; after that the buyer's entity gets those of the others, too (LC 214/2025 art. 473 §
 * 1º). No part of the CBS goes to states and municipalities before 2029 (art. 372), whose rates no table has yet. No text says how a consortium and
 * the committee count; Receita's calculator counts them among municipalities (decision 105).
 */
export function redistributed(rates: ThreeRates, { entity }: GovernmentBuyer, date: string): ThreeRates {
  if (date < redistributedSince) return rates;
  const { state, municipal, cbs } = rates;
  if (entity === 'UNION') return { state: zero, municipal: zero, cbs: sum([state, municipal, cbs]) };
  const ibs = state.plus(municipal);
  const isState = entity === 'STATE' || entity === 'FEDERAL_DISTRICT';
  return isState ? { state: ibs, municipal: zero, cbs } : { state: zero, municipal: ibs, cbs };
}

/** Whether a note is only about a public buyer's payment. The supply has a note of its own, with all other taxes (rule B25-80, 1001). */
export function isPaymentAlone(buyer: GovernmentBuyer | undefined): boolean {
  return buyer?.operation === 'PAYMENT_OF_SUPPLY';
}

function kept(rate: Decimal, reduction: Decimal): Decimal {
  return rate.minus(rate.times(reduction).div(100));
}
