import { type Decimal, decimal, money, notBelowZero, percentOf, round2, zero } from '../../money.ts';
import type { IcmsAmounts } from '../amounts.ts';
import { isCheckedBy } from '../benefits/check.ts';
import { benefitsOf } from '../benefits/codes.ts';
import { numberOf, type TaxFault, type TaxTrace, tracedText } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { type IcmsSituation, substitutionExemptionReasons } from './situations.ts';

/** What exempted ICMS is computed from: the line's whole base, and the ICMS and the fund that it charges. */
export type ExemptionBases = { whole: Decimal; icms: Decimal; fund: Decimal };

/**
 * ICMS that a benefit leaves uncharged (vICMSDeson), where the line gives a reason: the value that the line declares, else the ICMS of the whole base
 * at the rate without the benefit, less what is charged. Some states count the exempted ICMS as part of the price that would hold without the
 * benefit: they divide by 1 − rate, their fund included in the rate. `deducted` is taken off the note's value.
 */
export function exemptionOf(
  trace: TaxTrace,
  bases: ExemptionBases,
  said: Decimal | null,
  operation: Operation,
): { printed: Partial<IcmsAmounts>; deducted: Decimal } {
  const reason = tracedText(trace, 'icmsExemptionReason');
  const value = reason ? (said ?? exemptedOf(trace, bases, operation)) : zero;
  // Goods that are worth nothing have no exempted ICMS, and a value of zero is refused (rule 627).
  if (value.isZero()) return { printed: {}, deducted: zero };
  const deducted = tracedText(trace, 'icmsExemptionDeducted') || null;
  return {
    printed: { exemptedValue: money(value), exemptionReason: reason, exemptionDeducted: deducted },
    deducted: deducted === '1' ? value : zero,
  };
}

/**
 * The part of the substitution that is exempted (vICMSSTDeson): the value that the line declares, else what the reduction of the base leaves
 * uncharged.
 */
export function substitutionExemptionOf(
  trace: TaxTrace,
  { unreduced, charged }: { unreduced: Decimal; charged: Decimal },
  said: Decimal | null,
): Partial<IcmsAmounts> {
  const reason = tracedText(trace, 'icmsStExemptionReason');
  const value = reason ? (said ?? notBelowZero(unreduced.minus(charged))) : zero;
  return value.isZero() ? {} : { stExemptedValue: money(value), stExemptionReason: reason };
}

function exemptedOf(trace: TaxTrace, { whole, icms, fund }: ExemptionBases, operation: Operation): Decimal {
  const rate = rateWithoutBenefit(trace);
  if (benefitsOf(operation)?.exemptedValue !== 'INSIDE') return notBelowZero(percentOf(whole, rate).minus(icms));
  const withFund = fund.isZero() ? rate : rate.plus(numberOf(trace, 'fcpRate'));
  if (withFund.gte(100)) return zero;
  const uncharged = whole.times(withFund).div(100).minus(icms).minus(fund);
  return notBelowZero(round2(uncharged.div(decimal('100').minus(withFund)).times(100)));
}

/** The rate that would hold without the benefit: `icmsExemptedRate` where the benefit lowers the rate, too, else the line's own rate. */
export function rateWithoutBenefit(trace: TaxTrace): Decimal {
  return numberOf(trace, trace.icmsExemptedRate ? 'icmsExemptedRate' : 'icmsRate');
}

type CodedSituation = { code: string; situation: IcmsSituation };

/** Reasons of exemption that the situation's group does not allow (PL_010f). */
export function checkExemptionReasons(trace: TaxTrace, { code, situation }: CodedSituation): TaxFault[] {
  const reason = tracedText(trace, 'icmsExemptionReason');
  const ofSubstitution = tracedText(trace, 'icmsStExemptionReason');
  const faults: TaxFault[] = [];
  if (reason && !situation.exemptionReasons.includes(reason)) {
    const message = `O motivo da desoneração do CST ${code} é ${listed(situation.exemptionReasons)}; veio ${reason}.`;
    faults.push({ field: 'icmsExemptionReason', message });
  }
  if (ofSubstitution && !substitutionExemptionReasons.includes(ofSubstitution)) {
    const message = `O motivo da desoneração do ICMS-ST é ${listed(substitutionExemptionReasons)}; veio ${ofSubstitution}.`;
    faults.push({ field: 'icmsStExemptionReason', message });
  }
  const deducted = tracedText(trace, 'icmsExemptionDeducted');
  if (deducted && !/^[01]$/.test(deducted)) {
    faults.push({ field: 'icmsExemptionDeducted', message: `Informe 1 (deduz do total) ou 0; veio ${deducted}.` });
  }
  if (reason === freeZone && deducted === '0') {
    const message = 'O ICMS desonerado pelo motivo 7 (SUFRAMA) é deduzido do total da nota (rejeição 652): use 1.';
    faults.push({ field: 'icmsExemptionDeducted', message });
  }
  return faults;
}

/** What the state requires of a line that is exempt or reduced, and is missing (rule N12-90, 934). */
export function checkExemption(trace: TaxTrace, checked: CodedSituation, operation: Operation): TaxFault[] {
  const { code, situation } = checked;
  const isMissing = situation.exemptionReasons.length > 0 && !trace.icmsExemptionReason;
  if (!isMissing || !isCheckedBy('934', operation) || isUnreduced(trace, code, operation)) {
    return checkExemptionReasons(trace, checked);
  }
  const reasons = listed(situation.exemptionReasons);
  const message = `${operation.issuerState} exige o ICMS desonerado com o CST ${code} (rejeição 934): informe icmsExemptionReason, ${reasons}.`;
  return [{ field: 'icmsExemptionReason', message }];
}

/** motDesICMS of sales to the Zona Franca de Manaus: the exempted ICMS is taken off the price (rule N28-12). */
export const freeZone = '7';

function isUnreduced(trace: TaxTrace, code: string, { destination }: Operation): boolean {
  const isReduced = !numberOf(trace, 'icmsRedBc').isZero() || !numberOf(trace, 'icmsStRedBc').isZero();
  return code === '90' && !isReduced && destination === '1';
}

function listed(codes: readonly string[]): string {
  return codes.length === 1 ? codes.join('') : `${codes.slice(0, -1).join(', ')} ou ${codes.at(-1) ?? ''}`;
}
