import { decimal, money, zero } from '../../money.ts';
import type { ComputedNote } from '../computed-note.ts';
import type { GoodsPayload } from '../payload.ts';

/** The invoice and its installments (group Y), numbered 001, 002... where the caller gave no number; null without installments. */
export function invoiceOf({ duplicates }: GoodsPayload, total: string): ComputedNote['invoice'] {
  if (!duplicates || duplicates.length === 0) return null;
  return {
    original: total,
    discount: money(zero),
    net: total,
    installments: duplicates.map(({ number, dueDate, value }, index) => ({
      number: number ?? installmentNumber(index),
      dueDate,
      value: money(decimal(value)),
    })),
  };
}

/** nDup of the installment at that place, counted from 0: `001` for the first (Y08; rule 852). */
export function installmentNumber(index: number): string {
  return String(index + 1).padStart(3, '0');
}
