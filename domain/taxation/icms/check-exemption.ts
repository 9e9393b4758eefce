import { isJudgedBy } from '../benefits/rules.ts';
import { numberOf, type TaxFault, type TaxTrace, textOf } from '../fields.ts';
import type { Operation } from '../operation.ts';
import { type IcmsSituation, substitutionExemptionReasons } from './situations.ts';

type Judged = { code: string; situation: IcmsSituation };

/** Reasons of exemption that the situation's group does not have (PL_010f), where they are given. */
export function checkExemptionReasons(trace: TaxTrace, { code, situation }: Judged): TaxFault[] {
  const reason = textOf(trace, 'icmsExemptionReason');
  const ofSubstitution = textOf(trace, 'icmsStExemptionReason');
  const faults: TaxFault[] = [];
  if (reason && !situation.exemptionReasons.includes(reason)) {
    const message = `O motivo da desoneração do CST ${code} é ${listed(situation.exemptionReasons)}; veio ${reason}.`;
    faults.push({ field: 'icmsExemptionReason', message });
  }
  if (ofSubstitution && !substitutionExemptionReasons.includes(ofSubstitution)) {
    const message = `O motivo da desoneração do ICMS-ST é ${listed(substitutionExemptionReasons)}; veio ${ofSubstitution}.`;
    faults.push({ field: 'icmsStExemptionReason', message });
  }
  const deducted = textOf(trace, 'icmsExemptionDeducted');
  if (deducted && !/^[01]$/.test(deducted)) {
    faults.push({ field: 'icmsExemptionDeducted', message: `Informe 1 (deduz do total) ou 0; veio ${deducted}.` });
  }
  if (reason === freeZone && deducted === '0') {
    const message = 'O ICMS desonerado pelo motivo 7 (SUFRAMA) é deduzido do total da nota (rejeição 652): use 1.';
    faults.push({ field: 'icmsExemptionDeducted', message });
  }
  return faults;
}

/** What the state wants of a line that is exempt or reduced (rule N12-90, 934). */
export function checkExemption(trace: TaxTrace, judged: Judged, operation: Operation): TaxFault[] {
  const { code, situation } = judged;
  const isMissing = situation.exemptionReasons.length > 0 && !trace.icmsExemptionReason;
  if (!isMissing || !isJudgedBy('934', operation) || isUnreduced(trace, code, operation)) {
    return checkExemptionReasons(trace, judged);
  }
  const reasons = listed(situation.exemptionReasons);
  const message = `${operation.issuerState} exige o ICMS desonerado com o CST ${code} (rejeição 934): informe icmsExemptionReason, ${reasons}.`;
  return [{ field: 'icmsExemptionReason', message }];
}

/** motDesICMS of sales to the Zona Franca de Manaus: what is exempt is taken off the price (rule N28-12). */
export const freeZone = '7';

function isUnreduced(trace: TaxTrace, code: string, { destination }: Operation): boolean {
  const isReduced = !numberOf(trace, 'icmsRedBc').isZero() || !numberOf(trace, 'icmsStRedBc').isZero();
  return code === '90' && !isReduced && destination === '1';
}

function listed(codes: readonly string[]): string {
  return codes.length === 1 ? codes.join('') : `${codes.slice(0, -1).join(', ')} ou ${codes.at(-1) ?? ''}`;
}
