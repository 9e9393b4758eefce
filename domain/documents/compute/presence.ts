import type { Operation } from '../../taxation/operation.ts';
import type { GoodsPayload } from '../payload.ts';

/** indPres; where none is given: 1 (at the counter) for an NFC-e, 9 (away from it) for other sales and returns, 0 (none) for the rest. */
export function presenceOf({ presence }: GoodsPayload, { model, purpose }: Operation): string {
  if (presence) return presence;
  if (model === '65') return '1';
  return purpose === 'NORMAL' || purpose === 'RETURN' ? '9' : '0';
}
