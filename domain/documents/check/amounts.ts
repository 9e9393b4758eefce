import type { Fault } from '../../faults.ts';
import { decimal, type Decimal, money, sum } from '../../money.ts';
import type { GoodsPayload } from '../payload.ts';
import { unpaidMethods } from '../payment-methods.ts';

/** Whether installments and payments add up to the document's total, two decimals (spec 1-core §4.2 rule 3; decisions.md, "Payments"). */
export function checkAmounts(payload: GoodsPayload, total: string): Fault[] {
  return [...checkDuplicates(payload.duplicates ?? [], total), ...checkPayments(payload, total)];
}

function checkDuplicates(duplicates: { value: string }[], total: string): Fault[] {
  if (duplicates.length === 0) return [];
  const difference = sum(duplicates.map(({ value }) => decimal(value))).minus(decimal(total));
  if (difference.isZero()) return [];
  const message = `As parcelas somam ${outcome(difference)} o total do documento, ${inReais(decimal(total))}. Acerte os valores das parcelas.`;
  return [{ code: 'invalid_duplicates', path: 'duplicates', message }];
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
    return [{ code: 'invalid_payments', path: 'payments', message: `${tooMuch} Acerte os valores.` }];
  }
  if (givesChange && paid(charged.filter(({ method }) => method === 'CASH')).gte(difference)) return [];
  const mend = givesChange ? 'Só há troco do que é pago em dinheiro (CASH): acerte os valores.' : 'Acerte os valores.';
  const message = `Os pagamentos somam ${outcome(difference)} o total do documento, ${inReais(decimal(total))}. ${mend}`;
  return [{ code: 'invalid_payments', path: 'payments', message }];
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
