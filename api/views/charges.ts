import type { ComputedNote } from '../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../domain/documents/payload.ts';
import { decimal, money } from '../../domain/money.ts';
import type { Schema } from '../operations.ts';

type Charges = Pick<ComputedNote, 'payments' | 'invoice'>;

/** The payments as the note has them; before it is computed, as they were sent. A document of services has none. */
export function paymentViews(payload: GoodsPayload | null, computed: Charges | null): Schema<'DocumentPayment'>[] {
  if (computed) {
    return computed.payments.map(({ term, card, ...payment }) => ({
      ...paymentView(payment),
      term: term && terms[term],
      card: card && cardView({ ...card, integration: integrations[card.integration] }),
    }));
  }
  return (payload?.payments ?? []).map(({ card, ...payment }) => ({
    ...paymentView(payment),
    term: null,
    card: card ? cardView({ ...card, integration: card.integration ?? 'STANDALONE' }) : null,
  }));
}

/** The API's words for indPag and tpIntegra. */
const terms = { '0': 'AT_SIGHT', '1': 'BY_TERM' } as const;
const integrations = { '1': 'INTEGRATED', '2': 'STANDALONE' } as const;

type Payment = Pick<Schema<'DocumentPayment'>, 'method' | 'value'> & { description?: string | null };

function paymentView({ method, value, description = null }: Payment) {
  return { method, value: money(decimal(value)), description };
}

type Card = Schema<'PaymentCard'>;
type PartialCard = Pick<Card, 'integration'> & { [Field in keyof Card]?: Card[Field] };

function cardView({ integration, brand = null, acquirer = null, authorization = null, ...card }: PartialCard): Card {
  const { receiver = null, terminal = null } = card;
  return { integration, brand, acquirer, authorization, receiver, terminal };
}

/** The installments, likewise. One that was sent without a number has its place in the list as its number. */
export function duplicateViews(payload: GoodsPayload | null, computed: Charges | null): Schema<'Installment'>[] {
  return (computed?.invoice?.installments ?? payload?.duplicates ?? []).map(({ number, dueDate, value }, index) => ({
    number: number ?? String(index + 1).padStart(3, '0'),
    dueDate,
    value: money(decimal(value)),
  }));
}
