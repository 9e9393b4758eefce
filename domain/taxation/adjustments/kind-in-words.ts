import type { AdjustmentKind } from './kinds.ts';

/** In Portuguese, the kind as the caller asks for it: `rtcDebitType 04 (multa e juros)`. */
export function kindInWords({ purpose, type, name }: AdjustmentKind): string {
  return `${typeField(purpose)} ${type} (${name})`;
}

/** The field of a creation that asks for the kind. */
export function typeField(purpose: AdjustmentKind['purpose']): 'rtcCreditType' | 'rtcDebitType' {
  return purpose === 'CREDIT' ? 'rtcCreditType' : 'rtcDebitType';
}
