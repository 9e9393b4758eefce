import { decimal, type Decimal } from '../money.ts';
import type { TaxTrace } from './fields.ts';

/** The resolved text of a field, `''` where no level filled it. */
export function textOf(trace: TaxTrace, name: keyof TaxTrace): string {
  return trace[name]?.value ?? '';
}

/** The resolved number of a field, zero where no level filled it; its form was checked before. */
export function numberOf(trace: TaxTrace, name: keyof TaxTrace): Decimal {
  return decimal(trace[name]?.value);
}
