import type { ClientSnapshot } from '../../clients/client-input.ts';
import { type Fault, refusal } from '../../faults.ts';
import { type Decimal, decimal, money, sum } from '../../money.ts';
import { consumerOf } from '../compute/operation.ts';
import type { GoodsPayload } from '../payload.ts';
import { unpaidMethods } from '../payment-methods.ts';
import { checkInstallmentsOn, checkMethodsOn } from './payments.ts';

/** What is known of a sale besides what was asked for. */
type SaleFacts = {
  recipient: ClientSnapshot;
  /** Two decimals. */
  total: string;
  /** Whether the total is the note's; before its taxes are known nothing has to add up to it. */
  isExact: boolean;
  /** Day of issue by the issuer's clock, as `2026-11-21`; null while nobody has asked for the emission. */
  date: string | null;
};

/** Faults of a sale of so much, to that recipient, on that day: creation, preview and emission ask the same. Its form was checked. */
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

/** From this total on the consumer must be identified; a state may require it earlier (rule W16-40, 750). */
const anonymousBelow = '10000.00';
/** What an NFC-e may amount to; more needs an NF-e (rule W16-30, 780: the manual's default, which a state may lower). */
const consumerAtMost = '200000.00';

/** Checks what a note for the counter with that total (two decimals) says about its consumer; of an NF-e in a coupon 750 and 788 are not asked (NT 2026.002). */
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

/** Whether installments and payments add up to the document's total, two decimals (spec 1-core §4.2 rule 3; decisions.md, "Payments"). */
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

/** An NFC-e may be paid with more than it costs, as long as the change can come out of cash. */
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
