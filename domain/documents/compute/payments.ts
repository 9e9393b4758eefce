import { decimal, money, sum, zero } from '../../money.ts';
import type { ComputedNote, ComputedPayment } from '../computed-note.ts';
import type { GoodsPayload, PaymentInput, PaymentMethod } from '../payload.ts';

const cards: ReadonlySet<PaymentMethod> = new Set(['CREDIT_CARD', 'DEBIT_CARD']);
const cardsOfConsumers: ReadonlySet<PaymentMethod> = new Set([...cards, 'PIX']);

/**
 * The payments of a note with that total (reais, two decimals). Where none is sent: one by term if there are installments, else "no payment".
 * With installments every payment is by term (indPag 1).
 */
export function paymentsOf({ type, payments, duplicates }: GoodsPayload, total: string): ComputedPayment[] {
  const isByTerm = (duplicates ?? []).length > 0;
  if (payments && payments.length > 0) return payments.map((payment) => paymentOf(payment, { type, isByTerm }));
  if (!isByTerm) return [noPayment];
  return [{ method: 'OTHERS', term: '1', description: 'Pagamento a prazo', value: total, card: null }];
}

const noPayment: ComputedPayment = {
  method: 'NO_PAYMENT',
  term: null,
  description: null,
  value: money(zero),
  card: null,
};

function paymentOf(
  payment: PaymentInput,
  { type, isByTerm }: { type: GoodsPayload['type']; isByTerm: boolean },
): ComputedPayment {
  const { method, value, description } = payment;
  if (method === 'NO_PAYMENT') return noPayment;
  return {
    method,
    term: method === 'PAY_LATER' || isByTerm ? '1' : '0',
    description: method === 'OTHERS' ? (description ?? null) : null,
    value: money(decimal(value)),
    card: cardOf(payment, type === 'NFCE' ? cardsOfConsumers : cards),
  };
}

/**
 * A payment by card, and on an NFC-e by PIX, always has the group `card` (rule 391, NT 2023.004), as not integrated with the issuing system unless
 * the caller says otherwise.
 */
function cardOf({ method, card }: PaymentInput, always: ReadonlySet<PaymentMethod>): ComputedPayment['card'] {
  if (!card && !always.has(method)) return null;
  return {
    integration: card?.integration === 'INTEGRATED' ? '1' : '2',
    acquirer: card?.acquirer ?? null,
    brand: card?.brand ?? null,
    authorization: card?.authorization ?? null,
    ...(card?.receiver ? { receiver: card.receiver } : {}),
    ...(card?.terminal ? { terminal: card.terminal } : {}),
  };
}

/** The change of an NFC-e with that total (vTroco), in reais with two decimals; null where the payments are exact. */
export function changeGivenBack({ payments }: GoodsPayload, total: string): string | null {
  const excess = sum((payments ?? []).map(({ value }) => decimal(value))).minus(decimal(total));
  return excess.gt(0) ? money(excess) : null;
}

/** The invoice with its installments (group Y), numbered 001, 002... where the caller gives no number; null without installments. */
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

/** nDup of the installment with that index, which begins at 0: `001` for the first (Y08; rule 852). */
export function installmentNumber(index: number): string {
  return String(index + 1).padStart(3, '0');
}
