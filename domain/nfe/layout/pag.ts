import type { ComputedCard, ComputedNote, ComputedPayment } from '../../documents/computed-note.ts';
import { paymentMethods } from '../../documents/payload.ts';
import { cardBrandCode } from '../../documents/payment-methods.ts';
import { field, group } from '../../xml/writer.ts';

/** Group YA: how the note is paid. */
export function layoutPag({ payments, change }: ComputedNote): string {
  return group('pag', ...payments.map(layoutPayment), field('vTroco', change)); // YA09
}

function layoutPayment(payment: ComputedPayment): string {
  return group(
    'detPag', // YA01a
    field('indPag', payment.term), // YA01b
    field('tPag', paymentMethods[payment.method]), // YA02
    field('xPag', payment.description), // YA02a
    field('vPag', payment.value), // YA03
    payment.card ? layoutCard(payment.card) : '',
  );
}

function layoutCard({ integration, acquirer, brand, authorization, receiver, terminal }: ComputedCard): string {
  return group(
    'card', // YA04
    field('tpIntegra', integration), // YA04a
    field('CNPJ', acquirer), // YA05
    field('tBand', brand && cardBrandCode(brand)), // YA06
    field('cAut', authorization), // YA07
    field('CNPJReceb', receiver), // YA07a
    field('idTermPag', terminal), // YA07b
  );
}
