import { Decimal } from 'decimal.js';
import { valueOf } from '../domain/taxation/cases/arithmetic.ts';

/** `vICMS = 1000.00 × 18% = 180.00`: the result of an arithmetic that was worked out apart from the product, at two places. */
export function line(field: string, expression: string): string {
  return `${field} = ${expression} = ${roundedAs('0.00', expression)}`;
}

/** The value of an expression with as many places as `result` has; half a cent goes up. */
export function roundedAs(result: string, expression: string): string {
  return valueOf(expression).toFixed(result.split('.')[1]?.length ?? 0, Decimal.ROUND_HALF_UP);
}

/** A rate as the layout prints it: four places. */
export function rate(percent: string): string {
  return Number(percent).toFixed(4);
}
