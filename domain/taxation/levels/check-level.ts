import type { TaxFault, TaxFieldName, TaxFields, TaxTrace } from '../fields.ts';
import { checkBenefitForms } from '../benefits/check.ts';
import { checkIbsCbsPair } from '../ibs-cbs/check.ts';
import { checkExemptionReasons } from '../icms/check-exemption.ts';
import { checkIcmsParameters, checkOrigin, checkSubstitutionMode } from '../icms/check-parameters.ts';
import { checkIcmsSituation } from '../icms/check-situation.ts';
import { icmsSituations } from '../icms/situations.ts';
import { checkIpi, checkIpiFramework } from '../ipi/ipi.ts';
import type { TaxRegime } from '../parties.ts';
import { checkContribution, cofins, pis } from '../pis-cofins.ts';
import { keepOnly, resolveTaxes } from './resolve.ts';

const ratesOfCompany = new Set<TaxFieldName>(['icmsSnCreditRate', 'pisRate', 'cofinsRate', 'ipiRate']);

/**
 * Why one level, alone, would be refused at emission. Each tax is checked by the level's own codes; what only another level could complete
 * counts as missing, except the rates that the company's `defaults` fill on every line.
 */
export function checkLevel(
  fields: TaxFields,
  { regime, defaults }: { regime: TaxRegime | null; defaults: TaxFields },
): TaxFault[] {
  const completing = keepOnly(resolveTaxes([{ source: 'COMPANY', fields: defaults }]), ratesOfCompany);
  const trace: TaxTrace = { ...completing, ...resolveTaxes([{ source: 'ITEM', fields }]) };
  return [
    ...checkOrigin(trace),
    ...checkLevelIcms(trace, regime),
    ...checkBenefitForms(trace),
    ...(fields.ipiSituation ? checkIpi(withFramework(trace)) : checkIpiFramework(trace)),
    ...(fields.pisSituation ? checkContribution(trace, pis) : []),
    ...(fields.cofinsSituation ? checkContribution(trace, cofins) : []),
    ...checkIbsCbsPair(trace),
  ];
}

function checkLevelIcms(trace: TaxTrace, regime: TaxRegime | null): TaxFault[] {
  const code = trace.icmsSituation?.value;
  if (!code) return checkSubstitutionMode(trace);
  const ofCode = checkIcmsSituation(code, regime);
  const situation = icmsSituations.get(code);
  if (!situation || ofCode.length > 0) return ofCode;
  return [
    ...checkIcmsParameters(trace, { code, situation, charges: { substitution: saysSubstitution(trace) } }),
    ...checkExemptionReasons(trace, { code, situation }),
  ];
}

function saysSubstitution({ icmsStModBc, icmsStMva, icmsStRate, icmsStRedBc, fcpStRate }: TaxTrace): boolean {
  return [icmsStModBc, icmsStMva, icmsStRate, icmsStRedBc, fcpStRate].some((parameter) => parameter);
}

/** The table's framework where the level says none, as on the line. */
function withFramework(trace: TaxTrace): TaxTrace {
  return { ipiFramework: { value: '999', source: 'TABLE' }, ...trace };
}
