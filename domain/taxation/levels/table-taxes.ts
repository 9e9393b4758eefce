import { cfopOfPurpose } from '../adjustments.ts';
import { type TaxFields, type TaxTrace, tracedText } from '../fields.ts';
import { hasContributions } from '../ended-taxes.ts';
import { singlePhaseFuel } from '../fuels.ts';
import { cfopOfServices } from '../issqn.ts';
import { internalRate, interstateRate } from '../icms/difal.ts';
import { freeZone } from '../icms/exemption.ts';
import { icmsSituations } from '../icms/situations.ts';
import { interstateWay, type Operation } from '../operation.ts';
import { classOfActivity } from '../simples.ts';

const deferring: ReadonlySet<string> = new Set(['51', '53']);

/**
 * The values of the published tables for fields that no level gives: origin 0; the interstate or internal ICMS rate (also as the rate by which an
 * exempted value is computed); its deduction from the price for the free zone of Manaus; full deferral for CST 51 and 53; PIS and COFINS of Simples,
 * of entries and of returns as other operations; COFINS like PIS; IPI framework 999; full IBS/CBS taxation for the normal regime. A note of credit or
 * debit has the CFOP and the class of its kind, and NCM 00000000 where it is about no goods (docs/decisions/0075). A line under ISSQN has a CFOP of
 * services and NCM 00.
 */
export function tableTaxes(trace: TaxTrace, operation: Operation, anpCode?: string): TaxFields {
  const pisSituation = hasContributions(operation)
    ? tracedText(trace, 'pisSituation') || contributionSituation(operation)
    : null;
  return {
    ncm: operation.isService ? '00' : operation.adjustment?.otherTaxes === 'NONE' ? '00000000' : null,
    cfop: operation.isService ? cfopOfServices(operation) : cfopOfPurpose(operation),
    icmsOrigin: '0',
    icmsRate: tableIcmsRate(trace, operation),
    icmsExemptedRate: tableExemptedRate(trace, operation),
    icmsExemptionDeducted: tracedText(trace, 'icmsExemptionReason') === freeZone ? '1' : null,
    icmsDeferralRate: deferring.has(tracedText(trace, 'icmsSituation')) ? '100' : null,
    pisSituation,
    cofinsSituation: pisSituation,
    cofinsRate: tracedText(trace, 'cofinsSituation') ? null : cofinsRateBeside(tracedText(trace, 'pisRate')),
    ipiFramework: tracedText(trace, 'ipiSituation') ? '999' : null,
    ...tableIbsCbs(trace, operation, anpCode),
    ibsCbsRegularSituation: tracedText(trace, 'ibsCbsRegularClassification').slice(0, 3) || null,
    selectiveTaxSituation: tracedText(trace, 'selectiveTaxClassification').slice(0, 3) || null,
  };
}

function tableIcmsRate(trace: TaxTrace, operation: Operation): string | null {
  const { own } = icmsSituations.get(tracedText(trace, 'icmsSituation')) ?? { own: 'NONE' };
  if (own === 'NONE' || own === 'OPTIONAL') return null;
  return rateOfRoute(trace, operation);
}

/** The rate that an exempt line would have, where the line gives a reason of exemption. */
function tableExemptedRate(trace: TaxTrace, operation: Operation): string | null {
  const { own } = icmsSituations.get(tracedText(trace, 'icmsSituation')) ?? { own: 'NONE' };
  const isExempt = own === 'NONE' || (own === 'OPTIONAL' && !trace.icmsRate);
  return trace.icmsExemptionReason && isExempt ? rateOfRoute(trace, operation) : null;
}

function rateOfRoute(trace: TaxTrace, operation: Operation): string | null {
  const { destination, originState } = operation;
  if (destination === '1') return internalRate(originState, operation);
  const way = interstateWay(operation);
  return way && interstateRate(way.from, way.to, tracedText(trace, 'icmsOrigin') || '0');
}

/**
 * "Other incoming operations" (98) where goods enter, "other outgoing operations" (49) where they are given back; neither charges anything. Simples
 * pays both contributions inside its single collection, and uses 49 for its sales, too.
 */
function contributionSituation({ regime, direction, purpose }: Operation): string | null {
  if (direction === 'IN') return '98';
  return purpose === 'RETURN' || regime !== 'NORMAL' ? '49' : null;
}

/** Rates of PIS and COFINS come in pairs: 1.65 with 7.6 (Leis 10.637/2002 and 10.833/2003), 0.65 with 3 (Lei 9.718/1998). */
function cofinsRateBeside(pisRate: string): string | null {
  if (Number(pisRate) === 1.65) return '7.6';
  if (Number(pisRate) === 0.65) return '3';
  return null;
}

/**
 * Situation and class of IBS/CBS from the tables. Fuels under single-phase ICMS get none: their IBS and CBS are single-phase, too (LC 214/2025 art.
 * 172), and no law has set the rates yet.
 */
function tableIbsCbs(trace: TaxTrace, operation: Operation, anpCode: string | undefined): TaxFields {
  const { regime, adjustment } = operation;
  const situation = tracedText(trace, 'ibsCbsSituation');
  const classification =
    tracedText(trace, 'ibsCbsClassification') ||
    adjustment?.classification ||
    (situation ? null : classOfActivity(trace, operation));
  if (classification) return { ibsCbsSituation: classification.slice(0, 3), ibsCbsClassification: classification };
  const isTaxed =
    (regime === 'NORMAL' && !singlePhaseFuel(anpCode ?? '')) || (adjustment && adjustment.otherTaxes !== 'AS_SOLD');
  if (situation === '000' || (!situation && isTaxed)) {
    return { ibsCbsSituation: '000', ibsCbsClassification: '000001' };
  }
  return {};
}
