import { decimal, money } from '../../money.ts';
import type { DeclaredIbsCbs } from '../computed-note.ts';
import type { Adjustment, ItemInput } from '../payload.ts';

/** What a line declares of IBS and CBS, its amounts with two decimals. The payload was checked. */
export function declaredIbsCbs({ adjustment, creditReversal, zfmPresumedCredit }: ItemInput): DeclaredIbsCbs {
  return {
    ...(adjustment ? { adjustment: { ...periodOf(adjustment), ...pair(adjustment) } } : {}),
    ...(creditReversal ? { creditReversal: pair(creditReversal) } : {}),
    ...(zfmPresumedCredit ? { zfmPresumedCredit: presumed(zfmPresumedCredit) } : {}),
  };
}

function periodOf({ period }: Adjustment): { period?: string } {
  return period ? { period } : {};
}

function pair({ ibs, cbs }: { ibs: string; cbs: string }) {
  return { ibs: money(decimal(ibs)), cbs: money(decimal(cbs)) };
}

function presumed({ period, type, value }: { period: string; type: string; value: string }) {
  return { period, type, value: money(decimal(value)) };
}
