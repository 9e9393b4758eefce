import { type Decimal, notBelowZero } from '../money.ts';

/** The values of one line that taxes are computed on, each at two places. */
export type LineAmounts = {
  /** vProd */
  total: Decimal;
  freight: Decimal;
  insurance: Decimal;
  discount: Decimal;
  otherCosts: Decimal;
};

/** vProd + vFrete + vSeg + vOutro − vDesc, never below zero: what the operation is worth before taxes that are added to it. */
export function operationValue({ total, freight, insurance, otherCosts, discount }: LineAmounts): Decimal {
  return notBelowZero(total.plus(freight).plus(insurance).plus(otherCosts).minus(discount));
}
