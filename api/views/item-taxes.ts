import type { ComputedItem } from '../../domain/documents/computed-note.ts';
import type { ItemInput } from '../../domain/documents/payload.ts';
import { decimal, money, percent } from '../../domain/money.ts';
import type { IcmsAmounts } from '../../domain/taxation/amounts.ts';
import type { Schema } from '../operations.ts';
import { computedIssqnView } from './issqn.ts';

/** Fields of a line's taxes in which a caller may send amounts, and which a computed line shows. */
export type OwnAmountField =
  | 'icmsExemptedValue'
  | 'icmsStExemptedValue'
  | 'presumedCredit'
  | 'icmsStBase'
  | 'retainedSt'
  | 'effectiveIcms';

/** These fields on the line of a service: all null. */
export const noOwnAmountFields: Record<OwnAmountField, null> = {
  icmsExemptedValue: null,
  icmsStExemptedValue: null,
  presumedCredit: null,
  icmsStBase: null,
  retainedSt: null,
  effectiveIcms: null,
};

/** The fields as the caller sent them, before anything is computed. */
export function requestedTaxesView(item: ItemInput): Pick<Schema<'DocumentItem'>, OwnAmountField> {
  const { retainedSt, effectiveIcms } = item;
  return {
    icmsExemptedValue: amount(item.icmsExemptedValue),
    icmsStExemptedValue: amount(item.icmsStExemptedValue),
    presumedCredit: null,
    icmsStBase: amount(item.icmsStBase),
    retainedSt: retainedSt
      ? {
          base: money(decimal(retainedSt.base)),
          rate: percent(decimal(retainedSt.rate)),
          ownValue: amount(retainedSt.ownValue),
          value: money(decimal(retainedSt.value)),
          fcpBase: amount(retainedSt.fcpBase),
          fcpRate: retainedSt.fcpRate ? percent(decimal(retainedSt.fcpRate)) : null,
          fcpValue: amount(retainedSt.fcpValue),
        }
      : null,
    effectiveIcms: effectiveIcms
      ? {
          baseReduction: percent(decimal(effectiveIcms.baseReduction)),
          base: null,
          rate: percent(decimal(effectiveIcms.rate)),
          value: null,
        }
      : null,
  };
}

/** The taxes as the line was computed. `retainedSt` is left out: it stays as the caller sent it. */
export function computedTaxesView(line: ComputedItem): Partial<Schema<'DocumentItem'>> {
  const { benefitCode, icms, difal, ipi, pis, cofins, presumedCredit, furtherPresumedCredits, selectiveTax } = line;
  const { pisSt, cofinsSt } = line;
  return {
    icms: icms && icmsView(icms),
    ...{ difal, ipi, pis, cofins },
    ...(pisSt ? { pisSt } : {}),
    ...(cofinsSt ? { cofinsSt } : {}),
    ...(line.issqn ? { issqn: computedIssqnView(line.issqn) } : {}),
    ...(selectiveTax ? { selectiveTax } : {}),
    benefitCode: benefitCode ?? null,
    icmsExemptedValue: icms?.exemptedValue ?? null,
    icmsStExemptedValue: icms?.stExemptedValue ?? null,
    presumedCredit: presumedCredit ?? null,
    ...(furtherPresumedCredits ? { furtherPresumedCredits } : {}),
    icmsStBase: icms?.stBase ?? null,
    effectiveIcms: icms && effectiveView(icms),
    ...(line.additionalInfo ? { additionalInfo: line.additionalInfo } : {}),
    ...simplesView(line),
  };
}

/** The part that is paid within Simples Nacional; nothing where there is none. */
export function simplesView({ simples }: Pick<ComputedItem, 'simples'>): { simples?: Schema<'ItemSimples'> } {
  if (!simples) return {};
  const { activity, revenue, ibs, cbs } = simples;
  return { simples: { activity, revenue, ibs, cbs } };
}

/** The ICMS of a line, with origin and situation first. */
export function icmsView({ origin, situation, ...amounts }: IcmsAmounts): Schema<'ItemIcms'> {
  return { origin, situation, ...amounts };
}

function effectiveView({ effectiveReduction, effectiveBase, effectiveRate, effectiveValue }: IcmsAmounts) {
  if (!effectiveRate || !effectiveReduction) return null;
  return {
    baseReduction: effectiveReduction,
    base: effectiveBase ?? null,
    rate: effectiveRate,
    value: effectiveValue ?? null,
  };
}

function amount(text: string | null | undefined): string | null {
  return text ? money(decimal(text)) : null;
}
