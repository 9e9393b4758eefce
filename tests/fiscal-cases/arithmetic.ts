import { Decimal } from 'decimal.js';
import { valueOf } from '../domain/taxation/cases/arithmetic.ts';

/** `vICMS = 1000.00 × 18% = 180.00`: an arithmetic with its result at two places, computed without the product. */
export function line(field: string, expression: string): string {
  return `${field} = ${expression} = ${roundedAs('0.00', expression)}`;
}

/** The value of an expression with as many places as `result` has, rounded half up. */
export function roundedAs(result: string, expression: string): string {
  return valueOf(expression).toFixed(result.split('.')[1]?.length ?? 0, Decimal.ROUND_HALF_UP);
}

/** A rate as the layout prints it: four places. */
export function rate(percent: string): string {
  return Number(percent).toFixed(4);
}
