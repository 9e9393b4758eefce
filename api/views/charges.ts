import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { decimal, money } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

type Charges = Pick<ComputedNote, 'payments' | 'invoice'>;

/** The payments as the note has them, or as asked for before it was computed; a document without goods has none. */
export function paymentViews(payload: GoodsPayload | null, computed: Charges | null): Schema<'DocumentPayment'>[] {
  return (computed?.payments ?? payload?.payments ?? []).map(({ method, value, description }) => ({
    method,
    value: money(decimal(value)),
    description: description ?? null,
  }));
}

/** The installments likewise, numbered where the caller gave no number. */
export function duplicateViews(payload: GoodsPayload | null, computed: Charges | null): Schema<'Installment'>[] {
  return (computed?.invoice?.installments ?? payload?.duplicates ?? []).map(({ number, dueDate, value }, index) => ({
    number: number ?? String(index + 1).padStart(3, '0'),
    dueDate,
    value: money(decimal(value)),
  }));
}
