import type { ClientSnapshot } from '../../clients/client-input.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type Decimal, decimal, money, sum } from '../../money.ts';
import { consumerOf } from '../compute/operation.ts';
import type { GoodsPayload } from '../payload.ts';
import { unpaidMethods } from '../payment-methods.ts';
import { checkInstallmentsOn, checkMethodsOn } from './payments.ts';

/** What is known of a sale beside its payload. */
type SaleFacts = {
  recipient: ClientSnapshot;
  /** In reais, two decimals. */
  total: string;
  /** Whether `total` is the note's final one; before taxes are known, payments need not add up to it. */
  isExact: boolean;
  /** Day of issue by the issuer's clock, as `2026-11-21`; null while nobody has asked for the emission. */
  date: string | null;
};

/** Faults of a sale by its total, recipient and day; used by creation, preview and emission alike. The payload's form is already checked. */
export function checkConsumerAndPayments(
  payload: GoodsPayload,
  { recipient, total, isExact, date }: SaleFacts,
): Fault[] {
  return [
    ...checkConsumer(payload, recipient, total),
    ...(isExact ? checkAmounts(payload, total) : []),
    ...(date === null ? [] : [...checkInstallmentsOn(date, payload), ...checkMethodsOn(date, payload)]),
  ];
}

/** From this total on, in reais, the consumer must be identified; a state may require it earlier (rule W16-40, 750). */
const anonymousBelow = '10000.00';
/** The highest total of an NFC-e, in reais; more needs an NF-e (rule W16-30, 780: the manual's default, which a state may lower). */
const consumerAtMost = '200000.00';

/**
 * Faults of the consumer of an NFC-e, or of an NF-e in a coupon, with that total (two decimals). Rules 750 and 788 do not apply to an NF-e in a
 * coupon (NT 2026.002).
 */
function checkConsumer(payload: GoodsPayload, client: ClientSnapshot, total: string): Fault[] {
  const isCoupon = payload.printedAs === 'COUPON';
  if (payload.type !== 'NFCE' && !isCoupon) return [];
  const consumer = consumerOf(client);
  const isDelivered = payload.presence === '4';
  const faults: Fault[] = [];
  const refuse = (path: string, message: string) => faults.push(refusal(path, message));
  if (consumer.document === '' && isDelivered) {
    refuse(
      'client.document',
      'Na entrega em domicílio (presence 4) informe o CPF ou CNPJ do consumidor (rejeição 787).',
    );
  }
  if (consumer.document === '' && !isDelivered && !isCoupon && decimal(total).gte(anonymousBelow)) {
    refuse('client.document', 'A partir de R$ 10.000,00 informe o CPF ou CNPJ do consumidor (rejeição 750).');
  }
  if (decimal(total).gt(consumerAtMost)) {
    const message = isCoupon
      ? 'A NF-e em cupom vai até R$ 200.000,00 (rejeição 780): emita-a em A4.'
      : 'A NFC-e vai até R$ 200.000,00 (rejeição 780): emita uma NF-e, com type NFE.';
    refuse(isCoupon ? 'printedAs' : 'type', message);
  }
  if (isDelivered && !isCoupon && !consumer.address) {
    const message = 'Na entrega em domicílio (presence 4) informe o endereço completo do consumidor (rejeição 788).';
    refuse('client.street', message);
  }
  return faults;
}

/**
 * Faults of installments and payments that do not add up to the document's total, two decimals.
 */
export function checkAmounts(payload: GoodsPayload, total: string): Fault[] {
  return [...checkDuplicates(payload.duplicates ?? [], total), ...checkPayments(payload, total)];
}

function checkDuplicates(duplicates: { value: string }[], total: string): Fault[] {
  if (duplicates.length === 0) return [];
  const difference = sum(duplicates.map(({ value }) => decimal(value))).minus(decimal(total));
  if (difference.isZero()) return [];
  const message = `As parcelas somam ${outcome(difference)} o total do documento, ${inReais(decimal(total))}. Acerte os valores das parcelas.`;
  return [refusal('duplicates', message, 'invalid_duplicates')];
}

/** Highest change of an NFC-e, in reais (rule YA09-20, 965: NT 2023.004 v1.20). */
const mostChange = '300000.00';

/** An NFC-e may be paid with more than its total, as long as its cash covers the change. */
function checkPayments({ type, payments }: GoodsPayload, total: string): Fault[] {
  const charged = (payments ?? []).filter(({ method }) => !unpaidMethods.has(method));
  if (charged.length === 0) return [];
  const difference = paid(charged).minus(decimal(total));
  if (difference.isZero()) return [];
  const givesChange = type === 'NFCE' && difference.isPositive();
  if (givesChange && difference.gt(mostChange)) {
    const tooMuch = `O troco seria de ${inReais(difference)}, e a SEFAZ aceita até ${inReais(decimal(mostChange))} (rejeição 965).`;
    return [refusal('payments', `${tooMuch} Acerte os valores.`, 'invalid_payments')];
  }
  if (givesChange && paid(charged.filter(({ method }) => method === 'CASH')).gte(difference)) return [];
  const mend = givesChange ? 'Só há troco do que é pago em dinheiro (CASH): acerte os valores.' : 'Acerte os valores.';
  const message = `Os pagamentos somam ${outcome(difference)} o total do documento, ${inReais(decimal(total))}. ${mend}`;
  return [refusal('payments', message, 'invalid_payments')];
}

function paid(payments: { value: string }[]): Decimal {
  return sum(payments.map(({ value }) => decimal(value)));
}

function outcome(difference: Decimal): string {
  return `${inReais(difference.abs())} ${difference.isNegative() ? 'a menos que' : 'a mais que'}`;
}

function inReais(value: Decimal): string {
  const [whole = '', cents = ''] = money(value).split('.');
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents}`;
}
