import table from '../../../tables/c-class-trib.json' with { type: 'json' };
import { decimal, money, percent, percentOf } from '../../money.ts';
import type { IbsCbsAmounts } from '../amounts.ts';

/**
 * A tax's share of a presumed credit; the rate is in percent. `isConditional`: the share counts only once its condition is fulfilled
 * (vCredPresCondSus).
 */
export type CreditRate = { rate: string; isConditional?: boolean | null };

/** A presumed credit that the issuer takes in the note itself (gCredPresOper), as a caller asks for it. */
export type OperationCredit = {
  /** cCredPres, two digits. */
  creditCode: string;
  /** vBCCredPres, two decimals. */
  base: string;
  ibs?: CreditRate | null;
  cbs?: CreditRate | null;
};

export type ComputedCreditShare = { rate: string; value: string; isConditional: boolean };

/** The same credit with its values: base times rate. */
export type ComputedOperationCredit = {
  creditCode: string;
  base: string;
  ibs?: ComputedCreditShare;
  cbs?: ComputedCreditShare;
};

/** A presumed credit as the authority publishes it (cCredPres). */
export type PublishedCredit = {
  /** Whether the credit is taken in the note itself, and not by a later event (211110). */
  isTakenInNote: boolean;
  /** Whether it lowers the IBS of its item (rule UB54a-10, 1150). */
  lowersIbs: boolean;
  /** The first day on which the IBS gives the credit, which has no last day; null if it never does. */
  ibsFrom: string | null;
  cbsFrom: string | null;
};

const credits: ReadonlyMap<string, PublishedCredit> = new Map(
  table.cCredPres.map((row) => [
    row.cCredPres.padStart(2, '0'),
    {
      isTakenInNote: row['Apropria via NF?'] === '1',
      lowersIbs: row.ind_DeduzCredPres === '1',
      ibsFrom: row.ind_gIBSCredPres === '1' ? row.dIniVigIBS : null,
      cbsFrom: row.ind_gCBSCredPres === '1' ? row.dIniVigCBS : null,
    },
  ]),
);

/** Classes that may not have the group (ind_gCredPresOper 0; rule UB120-20, 1175). Classes whose mark was not read are not among them. */
const withoutCredit: ReadonlySet<string> = new Set(
  table.cClassTrib.flatMap((row) => (row.ind_gCredPresOper === '0' ? [row.cClassTrib] : [])),
);

/** The credit of a code; undefined where the table has none (rule 1055). */
export function publishedCredit(code: string): PublishedCredit | undefined {
  return credits.get(code);
}

export function mayHaveCredit(classification: string): boolean {
  return !withoutCredit.has(classification);
}

/** Credit for movable goods that are bought from persons and sold again (LC 214/2025 art. 171). */
export const creditOfUsedGoods = '04';

export function operationCreditOf({ creditCode, base, ibs, cbs }: OperationCredit): ComputedOperationCredit {
  const share = ({ rate, isConditional }: CreditRate): ComputedCreditShare => ({
    rate: percent(decimal(rate)),
    value: money(percentOf(decimal(base), decimal(rate))),
    isConditional: isConditional === true,
  });
  return {
    creditCode,
    base: money(decimal(base)),
    ...(ibs ? { ibs: share(ibs) } : {}),
    ...(cbs ? { cbs: share(cbs) } : {}),
  };
}

/** By how much a credit lowers the IBS of an item; zero where it lowers nothing, or counts only later. */
export function loweredBy(credit: ComputedOperationCredit | undefined): string {
  if (!credit?.ibs || credit.ibs.isConditional || !publishedCredit(credit.creditCode)?.lowersIbs) return '0.00';
  return credit.ibs.value;
}

/** The amounts of an item after its credit: the IBS of state and municipality stay, and only their sum is lowered (UB54a). */
export function lessCredit(amounts: IbsCbsAmounts, credit: ComputedOperationCredit | undefined): IbsCbsAmounts {
  if (!amounts.amounts || !credit) return amounts;
  const ibsValue = money(decimal(amounts.amounts.ibsValue).minus(loweredBy(credit)));
  return { ...amounts, amounts: { ...amounts.amounts, ibsValue } };
}
