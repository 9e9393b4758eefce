import { DateTime } from 'luxon';
import { decimal, type Decimal, money } from '../money.ts';
import type { DocumentPayload, GoodsPayload, ServicePayload } from '../documents/payload.ts';

/** The moment of issue on a day: noon in Brasília, when it is the same day in all of Brazil. */
export function momentOn(day: string): Date {
  return new Date(`${day}T15:00:00Z`);
}

/**
 * A sale as if it were made on another day: due dates move along with it, and a competence that a service names becomes that day. An NFS-e that
 * replaces another one replaces none, because that one is replaced already.
 */
export function saleOnDay(payload: DocumentPayload, { from, to }: { from: string; to: string }): DocumentPayload {
  if (payload.type === 'NFSE') return serviceOn(to, payload);
  const { duplicates } = payload;
  if (!duplicates) return payload;
  const days = dayOf(to).diff(dayOf(from), 'days').days;
  const later = (day: string): string => dayOf(day).plus({ days }).toFormat('yyyy-MM-dd');
  return { ...payload, duplicates: duplicates.map((each) => ({ ...each, dueDate: later(each.dueDate) })) };
}

function serviceOn(day: string, { replaces: _replaces, service, ...sale }: ServicePayload): ServicePayload {
  if (!service) return sale;
  return { ...sale, service: service.competence ? { ...service, competence: day } : service };
}

function dayOf(day: string): DateTime {
  return DateTime.fromISO(day, { zone: 'utc' });
}

type Paid = Pick<GoodsPayload, 'payments' | 'duplicates'>;

/** A sale with payments that no total can exceed: an NFC-e with a very large amount of cash, an NF-e without payments. */
export function withUnlimitedPayment(payload: GoodsPayload): GoodsPayload {
  const payments = payload.type === 'NFCE' ? [{ method: 'CASH' as const, value: moreThanAny }] : null;
  return { ...payload, payments, duplicates: null };
}

const moreThanAny = '999999999.00';

/**
 * A sale with its own payments, adjusted from the total `from` to the total `to`: the largest payment and the last installment take the difference.
 */
export function paidInFull<Sale extends Paid>(sale: Sale, { from, to }: { from: string; to: string }): Sale {
  const { payments, duplicates } = sale;
  const change = decimal(to).minus(decimal(from));
  const largest = payments?.reduce(
    (at, { value }, index) => (decimal(value).gt(decimal(payments[at]?.value)) ? index : at),
    0,
  );
  return {
    ...sale,
    ...(payments ? { payments: raisedAt(payments, largest ?? 0, change) } : {}),
    ...(duplicates ? { duplicates: raisedAt(duplicates, duplicates.length - 1, change) } : {}),
  };
}

function raisedAt<Part extends { value: string }>(parts: readonly Part[], at: number, change: Decimal): Part[] {
  return parts.map((part, index) =>
    index === at ? { ...part, value: money(decimal(part.value).plus(change)) } : part,
  );
}
