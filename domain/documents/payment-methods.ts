import table from '../../tables/t-pag.json' with { type: 'json' };
import { type PaymentMethod, paymentMethods } from './payload.ts';

const published = new Map(Object.entries(table.tPag));

/** First day on which the authority accepts a payment method, as `2025-11-03`. */
export function methodKnownSince(method: PaymentMethod): string {
  return published.get(paymentMethods[method])?.from ?? '';
}

/** Methods by which nothing is paid with the note: their value is zero (rule 904). */
export const unpaidMethods: ReadonlySet<PaymentMethod> = new Set(['NO_PAYMENT', 'PAY_LATER']);

/** Methods that have details of a card or electronic payment (rule 963, NT 2025.001). */
export const electronicMethods: ReadonlySet<PaymentMethod> = new Set([
  ...(['CREDIT_CARD', 'DEBIT_CARD', 'FOOD_VOUCHER', 'MEAL_VOUCHER', 'GIFT_VOUCHER', 'FUEL_VOUCHER'] as const),
  ...(['BANK_SLIP', 'PIX', 'BANK_TRANSFER'] as const),
]);

const brands = new Map([
  ...Object.entries(table.tBand).map(([code, name]): [string, string] => [plain(name), code]),
  ['AMEX', '03'],
  ['DINERS', '05'],
]);

/** tBand of a card brand, given by its name or by its two digits; 99 (others) for a name that is not published, null for digits that are not. */
export function cardBrandCode(brand: string): string | null {
  if (/^\d+$/.test(brand)) return brand in table.tBand ? brand : null;
  return brands.get(plain(brand)) ?? '99';
}

function plain(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]/g, '');
}
