import { type TaxFieldName, taxFieldNames, type TaxTrace, textOf } from '../fields.ts';
import { ibsCbsClass } from '../ibs-cbs/class.ts';
import { icmsFieldsOf, icmsSituations } from '../icms/situations.ts';
import { isIpiCharged } from '../ipi/ipi.ts';
import { isContributionCharged } from '../pis-cofins.ts';

/** Parameters of ICMS, which only some situations use; origin and situation are always printed. */
const icmsParameters: ReadonlySet<TaxFieldName> = new Set(
  taxFieldNames.filter((name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation'),
);
const parametersOf: ReadonlyMap<string, ReadonlySet<TaxFieldName>> = new Map(
  [...icmsSituations].map(([code, situation]) => [code, new Set(icmsFieldsOf(situation))]),
);

/** The trace without the fields that the chosen codes have no use for, whichever level said them. */
export function keepUsed(trace: TaxTrace): TaxTrace {
  const icms = parametersOf.get(textOf(trace, 'icmsSituation'));
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) {
    const resolved = trace[name];
    if (resolved && (icmsParameters.has(name) ? icms?.has(name) : true) && isUsed(name, trace)) kept[name] = resolved;
  }
  return kept;
}

/** What an item itself says is never dropped: it is refused with words where its class does not have it. */
function needsRegularTaxation(trace: TaxTrace): boolean {
  return ibsCbsClass(textOf(trace, 'ibsCbsClassification'))?.needsRegularTaxation ?? false;
}

function isUsed(name: TaxFieldName, trace: TaxTrace): boolean {
  switch (name) {
    case 'icmsStMva':
      return !trace.icmsStModBc || trace.icmsStModBc.value === '4';
    case 'icmsExemptedRate':
    case 'icmsExemptionDeducted':
      return trace.icmsExemptionReason !== undefined;
    case 'pisRate':
      return isContributionCharged(textOf(trace, 'pisSituation'));
    case 'cofinsRate':
      return isContributionCharged(textOf(trace, 'cofinsSituation'));
    case 'ipiRate':
      return !trace.ipiSituation || isIpiCharged(trace.ipiSituation.value);
    case 'ipiFramework':
      return trace.ipiSituation !== undefined;
    case 'ibsCbsRegularSituation':
    case 'ibsCbsRegularClassification':
      return trace[name]?.source === 'ITEM' || needsRegularTaxation(trace);
    default:
      return true;
  }
}
