import type { Decimal } from '../money.ts';

/** Substitution that was collected before, as the note by which the goods came says it (vBCSTRet to vFCPSTRet). Two decimals; rates four. */
export type RetainedSt = {
  base: string;
  /** pST: what the consumer bears, the fund included, in percent. */
  rate: string;
  /** vICMSSubstituto: the own ICMS of who collected it. */
  ownValue?: string | null;
  value: string;
  fcpBase?: string | null;
  fcpRate?: string | null;
  fcpValue?: string | null;
};

/** What the ICMS of goods whose substitution was collected before would be without it (pRedBCEfet, pICMSEfet), in percent. */
export type EffectiveIcms = { baseReduction?: string | null; rate: string };

/** What a line says of its taxes in place of what would be computed, or because nothing else could know it. */
export type SaidAmounts = {
  icmsExempted: Decimal | null;
  icmsStExempted: Decimal | null;
  presumedCredit: Decimal | null;
  /** Base of the substitution by list or fixed price, before its reduction. */
  icmsStBase: Decimal | null;
  retainedSt: RetainedSt | null;
  effectiveIcms: EffectiveIcms | null;
};

export const nothingSaid: SaidAmounts = {
  icmsExempted: null,
  icmsStExempted: null,
  presumedCredit: null,
  icmsStBase: null,
  retainedSt: null,
  effectiveIcms: null,
};
