import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import { keyOf } from './adjustment-cases.ts';

/** A request that is refused: `at` is the field that the fault must name. */
export type Refused = {
  of: string;
  document: AdjustmentSale;
  item?: Partial<ItemInput>;
  items?: Partial<ItemInput>[];
  at: string;
};
export type AdjustmentSale = Partial<GoodsPayload>;

/** A note of the company's own. */
export const key = keyOf();
export const anotherKey = keyOf({ number: 8 });

export const interest: AdjustmentSale = { rtcCreditType: '01', referencedAccessKey: key };
export const transfer: AdjustmentSale = { rtcDebitType: '01' };
export const correction: AdjustmentSale = { rtcDebitType: '02' };
export const presumed: AdjustmentSale = { rtcCreditType: '02' };
export const lost: AdjustmentSale = { rtcDebitType: '07' };
export const goodsBack: AdjustmentSale = { purpose: 'RETURN', operationType: 'IN' };

/** The smallest amounts that can be adjusted. */
export const least = { ibs: '0.01', cbs: '0' };
export const adjusted = { adjustment: { period: '2026-10', ...least } };

export function credit(type: string, period = '2028-12'): Partial<ItemInput> {
  return { zfmPresumedCredit: { period, type, value: '1' } };
}

export function byItem(accessKey: string, number?: number): Partial<ItemInput> {
  return { referencedItem: { accessKey, ...(number === undefined ? {} : { number }) } };
}

/** Fields of goods under no tax but IBS and CBS. */
export function untaxed(): Partial<ItemInput> {
  return { ncm: '61091000', icmsSituation: '41', benefitCode: 'SEM CBENEF', pisSituation: '08', cofinsSituation: '08' };
}
