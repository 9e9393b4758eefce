import type { ComputedCard, ComputedNote, ComputedPayment } from '../../documents/computed-note.ts';
import { paymentMethods } from '../../documents/payload.ts';
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

const codes = new Map([
  ['VISA', '01'],
  ['MASTERCARD', '02'],
  ['AMERICANEXPRESS', '03'],
  ['AMEX', '03'],
  ['SOROCRED', '04'],
  ['DINERS', '05'],
  ['DINERSCLUB', '05'],
  ['ELO', '06'],
  ['HIPERCARD', '07'],
  ['AURA', '08'],
  ['CABAL', '09'],
]);

/** tBand of a card brand by its name or by its own two digits; 99, others, for names the layout does not list (MOC 7.0, YA06). */
function cardBrandCode(brand: string): string {
  if (/^[0-9]{2}$/.test(brand)) return brand;
  return codes.get(brand.toUpperCase().replace(/[^A-Z]/g, '')) ?? '99';
}
