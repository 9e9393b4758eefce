import { decimal, percent } from '../../money.ts';
import { checkBenefitForms } from '../benefits/check.ts';
import { withCapitals } from '../benefits/codes.ts';
import { checkRates } from '../check-rates.ts';
import {
  rateFieldNames,
  type TaxFault,
  type TaxFieldName,
  taxFieldNames,
  type TaxFields,
  type TaxTrace,
} from '../fields.ts';
import { checkIbsCbsPair } from '../ibs-cbs/check.ts';
import { checkIcmsParameters, checkIcmsSituation, checkOrigin, checkSubstitutionMode } from '../icms/check.ts';
import { checkExemptionReasons } from '../icms/exemption.ts';
import { icmsSituations } from '../icms/situations.ts';
import { checkIpi, checkIpiFramework } from '../ipi/ipi.ts';
import type { TaxRegime } from '../operation.ts';
import { checkContribution, cofins, pis } from '../pis-cofins.ts';
import { checkSelectiveTaxPair } from '../selective-tax.ts';
import { checkActivityCode, checkNotTaxed } from '../simples.ts';
import { keepOnly, resolveTaxes, unusedFields } from './resolve.ts';

/** The company that a level belongs to: its regime, null where many companies share the level, and its defaults, which complete the level. */
export type LevelContext = { regime: TaxRegime | null; defaults: TaxFields };

/** The context of a company's own levels; a company without fiscal settings has no regime yet. */
export function levelContext(
  settings: { taxRegime: TaxRegime; taxDefaults: TaxFields } | null | undefined,
): LevelContext {
  return { regime: settings?.taxRegime ?? null, defaults: settings?.taxDefaults ?? {} };
}

/** A level in normal form, with its faults under the names of `TaxFields`. */
export type NormalizedLevel = { fields: TaxFields; faults: TaxFault[] };

/**
 * Brings one level of the resolution (sub-rule, product, template) into the form in which it is kept: filled fields only, rates with four decimals,
 * nothing that its own codes do not use. `faults` has every reason for which it would be refused at emission. A level
 * without a situation keeps a tax's parameters, since they may complete another level's. NCM, CEST and CFOP are passed on as they come.
 */
export function normalizeLevel(given: TaxFields, { regime, defaults }: LevelContext): NormalizedLevel {
  const filled = filledFields(given);
  const malformed = checkRates(resolveTaxes([{ source: 'ITEM', fields: filled }]));
  const sound = normalRates(withZeros(filled, malformed));
  const unused = unusedFields(sound);
  const fields = pick(sound, (name) => !unused.has(name));
  return { fields, faults: [...malformed, ...checkLevel(fields, { regime, defaults: filledFields(defaults) })] };
}

function filledFields(given: TaxFields): TaxFields {
  const fields: TaxFields = {};
  for (const name of taxFieldNames) {
    const text = given[name]?.trim();
    if (text) fields[name] = text;
  }
  return withCapitals(fields);
}

/** Puts zero in place of rates that cannot be read, so that these are not reported as missing, too. */
function withZeros(fields: TaxFields, malformed: TaxFault[]): TaxFields {
  return malformed.reduce<TaxFields>((sofar, { field }) => ({ ...sofar, [field]: '0' }), fields);
}

function normalRates(fields: TaxFields): TaxFields {
  return rateFieldNames.reduce<TaxFields>((sofar, name) => {
    const rate = fields[name];
    return rate ? { ...sofar, [name]: percent(decimal(rate)) } : sofar;
  }, fields);
}

function pick(fields: TaxFields, isKept: (name: TaxFieldName) => boolean): TaxFields {
  const kept: TaxFields = {};
  for (const name of taxFieldNames) {
    const text = fields[name];
    if (text && isKept(name)) kept[name] = text;
  }
  return kept;
}

const ratesOfCompany = new Set<TaxFieldName>(['icmsSnCreditRate', 'pisRate', 'cofinsRate', 'ipiRate']);

/**
 * Why one level, by itself, would be refused at emission. Each tax is checked by the level's own codes. What only another level could complete counts
 * as missing, except for the rates of the company's `defaults`, which are behind every line.
 */
function checkLevel(
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
    ...checkSelectiveTaxPair(trace),
    ...checkActivityCode(trace),
    ...checkNotTaxed(trace),
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

/** Adds the table's framework where the level gives none, as the resolution of a line does. */
function withFramework(trace: TaxTrace): TaxTrace {
  return { ipiFramework: { value: '999', source: 'TABLE' }, ...trace };
}

/**
 * The tax fields of a level, all of them, under their names on products and templates (`productFieldNames`); null where the level does not give one.
 * NCM, CEST and CFOP are not among them: each resource has names of its own for these.
 */
export function writtenTaxes(fields: TaxFields) {
  return {
    benefitCode: fields.benefitCode ?? null,
    icmsOrigin: fields.icmsOrigin ?? null,
    icmsCst: fields.icmsSituation ?? null,
    icmsRate: fields.icmsRate ?? null,
    icmsRedBc: fields.icmsRedBc ?? null,
    icmsDeferralRate: fields.icmsDeferralRate ?? null,
    icmsExemptedRate: fields.icmsExemptedRate ?? null,
    icmsExemptionReason: fields.icmsExemptionReason ?? null,
    icmsExemptionDeducted: fields.icmsExemptionDeducted ?? null,
    icmsRedBcBenefitCode: fields.icmsRedBcBenefitCode ?? null,
    presumedCreditCode: fields.presumedCreditCode ?? null,
    presumedCreditRate: fields.presumedCreditRate ?? null,
    icmsStModBc: fields.icmsStModBc ?? null,
    icmsStMva: fields.icmsStMva ?? null,
    icmsStRate: fields.icmsStRate ?? null,
    icmsStRedBc: fields.icmsStRedBc ?? null,
    icmsStExemptionReason: fields.icmsStExemptionReason ?? null,
    icmsMonoRate: fields.icmsMonoRate ?? null,
    icmsMonoRetainedRate: fields.icmsMonoRetainedRate ?? null,
    icmsMonoReductionRate: fields.icmsMonoReductionRate ?? null,
    icmsMonoReductionReason: fields.icmsMonoReductionReason ?? null,
    icmsSnCreditRate: fields.icmsSnCreditRate ?? null,
    fcpRate: fields.fcpRate ?? null,
    fcpStRate: fields.fcpStRate ?? null,
    difalInternalRate: fields.difalInternalRate ?? null,
    pisCst: fields.pisSituation ?? null,
    pisRate: fields.pisRate ?? null,
    cofinsCst: fields.cofinsSituation ?? null,
    cofinsRate: fields.cofinsRate ?? null,
    ipiSituation: fields.ipiSituation ?? null,
    ipiRate: fields.ipiRate ?? null,
    ipiFramework: fields.ipiFramework ?? null,
    ibsCbsSituation: fields.ibsCbsSituation ?? null,
    ibsCbsClassification: fields.ibsCbsClassification ?? null,
    ibsCbsRegularSituation: fields.ibsCbsRegularSituation ?? null,
    ibsCbsRegularClassification: fields.ibsCbsRegularClassification ?? null,
    selectiveTaxSituation: fields.selectiveTaxSituation ?? null,
    selectiveTaxClassification: fields.selectiveTaxClassification ?? null,
    selectiveTaxRate: fields.selectiveTaxRate ?? null,
    selectiveTaxUnitRate: fields.selectiveTaxUnitRate ?? null,
    simplesActivity: fields.simplesActivity ?? null,
  };
}
