import { decimal, type Decimal, rounded, sum, zero } from '../../money.ts';

/** Who buys: tpEnteGov (BB02, NT 2025.002 v1.40). */
export const governmentEntities = {
  UNION: '1',
  STATE: '2',
  FEDERAL_DISTRICT: '3',
  MUNICIPALITY: '4',
  PUBLIC_CONSORTIUM: '5',
  IBS_COMMITTEE: '6',
} as const;
export type GovernmentEntity = keyof typeof governmentEntities;

/** Which half of the purchase a note is: tpOperGov (BB04, NT 2025.002 v1.40). */
export const governmentOperations = {
  SUPPLY_TO_BE_PAID: '1',
  PAYMENT_OF_SUPPLY: '2',
  SUPPLY_ALREADY_PAID: '3',
  PAYMENT_BEFORE_SUPPLY: '4',
} as const;
export type GovernmentOperation = keyof typeof governmentOperations;

/** What a public buyer changes in the taxes of a line; `rateReduction` is pRedutor, in percent. */
export type GovernmentBuyer = {
  entity: GovernmentEntity;
  operation: GovernmentOperation;
  rateReduction: string;
};

/** The three rates of IBS and CBS, in percent. */
export type ThreeRates = { state: Decimal; municipal: Decimal; cbs: Decimal };

/** Year from which on the buyer gets the whole tax (LC 214/2025 arts. 372 and 473; Receita's calculator, V0023 of 2026-01-08). */
const redistributedSince = '2027';

/** pRedutor of 2026: Receita's calculator (REDUTOR_COMPRA_GOVERNAMENTAL, V0023 of 2026-01-08) has zero. Those of later years are not published. */
export function reductionOfYear(date: string): string | null {
  return date < redistributedSince ? '0' : null;
}

/** pAliqEfet before any redistribution: reduced by class and by public buyer, four decimals (UB28-10, UB47-10, UB66-10). */
export function reducedRate(rate: Decimal, ofClass: Decimal, buyer: GovernmentBuyer | undefined): Decimal {
  return rounded(kept(kept(rate, ofClass), decimal(buyer?.rateReduction)), 4);
}

/**
 * The rates as each entity gets them: until the end of 2026 its own; from then on the buyer's has what was the others'
 * (LC 214/2025 art. 473 § 1º). No part of the CBS goes to states and municipalities before 2029 (art. 372), whose rates no table has yet.
 * Which side a consortium and the committee stand on no text says; Receita's calculator counts them among municipalities (decision 105).
 */
export function redistributed(rates: ThreeRates, { entity }: GovernmentBuyer, date: string): ThreeRates {
  if (date < redistributedSince) return rates;
  const { state, municipal, cbs } = rates;
  if (entity === 'UNION') return { state: zero, municipal: zero, cbs: sum([state, municipal, cbs]) };
  const ibs = state.plus(municipal);
  const isState = entity === 'STATE' || entity === 'FEDERAL_DISTRICT';
  return isState ? { state: ibs, municipal: zero, cbs } : { state: zero, municipal: ibs, cbs };
}

/** Whether a note is about a payment alone, whose supply had a note of its own with all other taxes (rule B25-80, 1001). */
export function isPaymentAlone(buyer: GovernmentBuyer | undefined): boolean {
  return buyer?.operation === 'PAYMENT_OF_SUPPLY';
}

function kept(rate: Decimal, reduction: Decimal): Decimal {
  return rate.minus(rate.times(reduction).div(100));
}
