import type { SugarCane } from '../../domain/documents/sugar-cane.ts';
import type { Schema } from '../schema.ts';
import { decimalText } from './decimal-text.ts';

/** The cane of a body, with numbers as decimal strings. */
export function sugarCaneRequest(sent: Schema<'SugarCaneInput'>): SugarCane {
  const { harvest, month, deliveries, previousKilograms, deductions, value } = sent;
  return {
    ...{ harvest, month, previousKilograms: decimalText(previousKilograms), value: decimalText(value) },
    deliveries: deliveries.map(({ day, kilograms }) => ({ day, kilograms: decimalText(kilograms) })),
    ...(deductions
      ? { deductions: deductions.map((one) => ({ description: one.description, value: decimalText(one.value) })) }
      : {}),
  };
}
