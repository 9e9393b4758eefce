import type { ItemInput } from '../../domain/documents/payload.ts';
import type { Schema } from '../operations.ts';
import { decimalText, given } from './decimal-text.ts';

type Declared = Pick<ItemInput, 'adjustment' | 'creditReversal' | 'zfmPresumedCredit' | 'referencedItem'>;

/** What a line of a creation declares beside its taxes, its amounts as decimal strings; nothing of what was not sent. */
export function declaredInput(item: Schema<'ItemInput'>): Declared {
  const { adjustment, creditReversal, zfmPresumedCredit, referencedItem } = item;
  return {
    ...(adjustment ? { adjustment: { ...given(adjustment, ['period']), ...amounts(adjustment) } } : {}),
    ...(creditReversal ? { creditReversal: amounts(creditReversal) } : {}),
    ...(zfmPresumedCredit
      ? { zfmPresumedCredit: { ...zfmPresumedCredit, value: decimalText(zfmPresumedCredit.value) } }
      : {}),
    ...(referencedItem ? { referencedItem: referenceOf(referencedItem) } : {}),
  };
}

function amounts({ ibs, cbs }: { ibs: number | string; cbs: number | string }) {
  return { ibs: decimalText(ibs), cbs: decimalText(cbs) };
}

function referenceOf({ accessKey, number }: { accessKey: string; number?: number | null }) {
  return { accessKey, ...(typeof number === 'number' ? { number } : {}) };
}
