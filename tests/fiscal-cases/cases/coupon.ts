import type { Body, Buyer, ItemBody } from '../fiscal-case.ts';

export const manual = 'MOC 7.0 Anexo I, model 65';
export const nobody: Buyer = { name: 'Consumidor' };
export const charged: Partial<ItemBody> = { icmsSituation: '00' };
export const cash = (value: string): NonNullable<Body['payments']> => [{ method: 'CASH', value }];
export const coupon = (document: Partial<Body> = {}): Partial<Body> => ({
  type: 'NFCE',
  payments: cash('1000.00'),
  ...document,
});
export const simplified = 'NT 2026.002 v1.11, 4 (DANFE Simplificado Tipo 2)';
/** An NF-e in a coupon, at the counter. */
export const nfeCoupon = (document: Partial<Body> = {}): Partial<Body> => ({
  printedAs: 'COUPON',
  payments: cash('1000.00'),
  ...document,
});
export const margin = { cest: '2800100', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18' } as const;
