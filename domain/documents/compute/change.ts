import { decimal, money, sum } from '../../money.ts';
import type { GoodsPayload } from '../payload.ts';

/** What is given back of the payments of an NFC-e of so much (vTroco), two decimals; null where they are exact. */
export function changeOf({ payments }: GoodsPayload, total: string): string | null {
  const excess = sum((payments ?? []).map(({ value }) => decimal(value))).minus(decimal(total));
  return excess.gt(0) ? money(excess) : null;
}
