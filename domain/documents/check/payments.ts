import { DateTime } from 'luxon';
import { moneyForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { isCnpj } from '../../tax-id.ts';
import { cleanText } from '../../xml/clean-text.ts';
import { installmentNumber } from '../compute/payments.ts';
import type { GoodsPayload, PaymentInput } from '../payload.ts';
import { cardBrandCode, electronicMethods, methodKnownSince, unpaidMethods } from '../payment-methods.ts';
import { checkDecimal } from './forms.ts';

/** Faults of payments and installments that do not depend on the total (groups Y and YA). */
export function checkPaymentForms(payload: GoodsPayload): Fault[] {
  const payments = payload.payments ?? [];
  return [
    ...payments.flatMap((payment, index) => checkPayment(payment, `payments[${index}]`)),
    ...payments.flatMap((payment, index) => checkCard(payment, `payments[${index}].card`)),
    ...checkMix(payload),
    ...checkInstallments(payload),
  ];
}

function checkPayment({ method, value, description }: PaymentInput, path: string): Fault[] {
  const faults = checkDecimal(value, moneyForm, `${path}.value`);
  if (method === 'OTHERS' && cleanText(description ?? '').length < 2) {
    const message = 'Com method OTHERS, informe description: o meio de pagamento em palavras, de 2 a 60 caracteres.';
    faults.push(refusal(`${path}.description`, message));
  }
  if (unpaidMethods.has(method) && faults.length === 0 && !decimal(value).isZero()) {
    const message = `${method} não tem valor (rejeição 904): envie 0 ou escolha outro meio de pagamento.`;
    faults.push(refusal(`${path}.value`, message, 'invalid_payments'));
  }
  return faults;
}

/** Rules 392, 437 and 963, and the published card brands. */
function checkCard({ method, card }: PaymentInput, path: string): Fault[] {
  if (!card) return [];
  const faults: Fault[] = [];
  const refuse = (field: string, message: string) => faults.push(refusal(`${path}${field}`, message));
  if (!electronicMethods.has(method)) {
    refuse('', `O meio ${method} não tem dados de cartão (rejeição 963): não envie card.`);
  }
  if (card.acquirer && !isCnpj(card.acquirer)) {
    const message = `${card.acquirer} não é o CNPJ de uma credenciadora: confira os dígitos, ou não envie este campo.`;
    refuse('.acquirer', message);
  }
  if (card.brand && cardBrandCode(card.brand) === null) {
    refuse(
      '.brand',
      `${card.brand} não é um código de bandeira (tBand): informe o nome, como VISA, ou o código publicado.`,
    );
  }
  if (card.integration === 'INTEGRATED') {
    for (const field of ['acquirer', 'authorization'] as const) {
      if (!card[field])
        refuse(`.${field}`, 'Com integration INTEGRATED, informe acquirer e authorization (rejeição 392).');
    }
  }
  if (card.receiver && !isCnpj(card.receiver)) {
    refuse('.receiver', `${card.receiver} não é um CNPJ: confira os dígitos (rejeição 796), ou não envie este campo.`);
  }
  return faults;
}

/** Faults of means of payment that are not in force on the day of issue (rule 436). */
export function checkMethodsOn(date: string, { payments }: GoodsPayload): Fault[] {
  return (payments ?? []).flatMap(({ method }, index) => {
    const since = methodKnownSince(method);
    if (since <= date) return [];
    const message = `O meio ${method} existe desde ${since}, e a nota é de ${date}: escolha outro.`;
    return [refusal(`payments[${index}].method`, message)];
  });
}

const uncharged = 'Nota de devolução, de ajuste, de crédito ou de débito não tem cobrança';

/** Returns, adjustments, and notes of credit and debit have no payment (rule 871). */
function isUncharged({ purpose, rtcCreditType, rtcDebitType }: GoodsPayload): boolean {
  return purpose === 'RETURN' || purpose === 'ADJUSTMENT' || Boolean(rtcCreditType || rtcDebitType);
}

function checkMix(payload: GoodsPayload): Fault[] {
  const { payments, duplicates } = payload;
  const methods = (payments ?? []).map(({ method }) => method);
  const refuse = (message: string): Fault[] => [refusal('payments', message, 'invalid_payments')];
  if (isUncharged(payload) && methods.some((method) => method !== 'NO_PAYMENT')) {
    return refuse(`${uncharged}: não envie payments.`);
  }
  if (payload.type === 'NFCE' && methods.includes('TRADE_NOTE')) {
    return refuse('A NFC-e não é paga com duplicata mercantil (rejeição 857): escolha outro meio.');
  }
  const unpaid = methods.find((method) => unpaidMethods.has(method));
  if (!unpaid) return [];
  if (methods.length > 1)
    return refuse(`${unpaid} não se combina com outros meios de pagamento: envie um ou os outros.`);
  if (unpaid === 'NO_PAYMENT' && duplicates && duplicates.length > 0) {
    return refuse('Há parcelas em duplicates, então a nota tem cobrança: retire NO_PAYMENT de payments.');
  }
  return [];
}

/** Faults of installments: at most 120, each above zero, in the order of their due dates (rules 850, 852 and 904). */
function checkInstallments(payload: GoodsPayload): Fault[] {
  const installments = payload.duplicates ?? [];
  if (installments.length === 0) return [];
  const faults: Fault[] = installments.flatMap(({ value, dueDate }, index) => {
    const path = `duplicates[${index}]`;
    const earlier = installments[index - 1]?.dueDate;
    return [...checkInstallmentValue(value, `${path}.value`), ...checkDueDate(dueDate, earlier, `${path}.dueDate`)];
  });
  if (installments.length > 120) {
    faults.push(refusal('duplicates', 'Uma nota aceita até 120 parcelas.'));
  }
  if (isUncharged(payload)) {
    faults.push(refusal('duplicates', `${uncharged}: não envie duplicates.`));
  }
  return faults;
}

function checkInstallmentValue(value: string, path: string): Fault[] {
  const faults = checkDecimal(value, moneyForm, path);
  if (faults.length > 0 || !decimal(value).isZero()) return faults;
  return [refusal(path, 'O valor da parcela deve ser maior que zero.')];
}

function checkDueDate(dueDate: string, earlier: string | undefined, path: string): Fault[] {
  const refuse = (message: string): Fault[] => [refusal(path, message)];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(dueDate) || !DateTime.fromISO(dueDate).isValid) {
    return refuse(`O vencimento é uma data que existe, como 2026-12-31; veio ${dueDate.slice(0, 40)}.`);
  }
  if (earlier && dueDate < earlier)
    return refuse('Envie as parcelas em ordem de vencimento: esta vence antes da anterior.');
  return [];
}

/**
 * Faults of the installments of a note issued on that day (`2026-11-21`, by the issuer's clock): each has the number of its place (rule 852), and
 * none is due before the day or more than ten years after it (rules 900 and 797). Their form is already checked.
 */
export function checkInstallmentsOn(date: string, { duplicates }: GoodsPayload): Fault[] {
  const latest = DateTime.fromISO(date).plus({ years: 10 }).toISODate() ?? date;
  return (duplicates ?? []).flatMap(({ number, dueDate }, index) => {
    const path = `duplicates[${index}]`;
    const faults: Fault[] = [];
    if (number && number !== installmentNumber(index)) {
      const message =
        `A SEFAZ só aceita as parcelas numeradas 001, 002, 003, na ordem em que vêm (rejeição 852): ` +
        `esta é a ${installmentNumber(index)}. Não envie number, e o Lavra as numera.`;
      faults.push(refusal(`${path}.number`, message));
    }
    if (dueDate < date || dueDate > latest) {
      const message = `O vencimento vai do dia da emissão, ${date}, até dez anos depois; veio ${dueDate}.`;
      faults.push(refusal(`${path}.dueDate`, message));
    }
    return faults;
  });
}
