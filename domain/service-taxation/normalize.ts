import { decimal, percent } from '../money.ts';
import {
  type ServiceFault,
  type ServiceFieldName,
  serviceFieldNames,
  type ServiceFields,
  serviceRates,
} from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import {
  checkServiceContribution,
  checkServiceIbsCbs,
  checkTotalTaxes,
  hasNoContribution,
  ibsCbsNeeds,
} from './check-contributions.ts';
import { checkForms } from './check-form.ts';
import { checkIss } from './check-iss.ts';
import { isAnyWithheld, saysCsll, withheldBy } from './regime.ts';

/**
 * What a service is checked against. `regime`: the company's, null where many companies share the fields. `serviceCodes`: the services that the
 * fields are for, where `serviceCode` does not tell.
 */
export type ServiceContext = { regime: TaxRegime | null; serviceCodes?: string[] };

/** The fields of a service in normal form, with their faults. */
export type NormalizedService = { fields: ServiceFields; faults: ServiceFault[] };

/**
 * Brings the fields that a rule or template of model NFSE gives into the form in which they are kept: filled fields only, codes without punctuation,
 * rates with four decimals, nothing that their own codes do not use. `faults` has every reason for which the DPS would be refused (layout 1.01, Anexo
 * I).
 */
export function normalizeService(
  given: ServiceFields,
  { regime, serviceCodes = [] }: ServiceContext,
): NormalizedService {
  const filled = plainServiceFields(given);
  const malformed = checkForms(filled);
  const bad = new Set(malformed.map(({ field }) => field));
  const sound = without(filled, (name) => bad.has(name));
  const unused = unusedServiceFields(sound, regime);
  const fields = normalRates(without(sound, (name) => unused.has(name)));
  const codes = fields.serviceCode ? [fields.serviceCode] : serviceCodes;
  const faults = [
    ...checkIss(fields, { regime, serviceCodes: codes }),
    ...checkServiceContribution(fields),
    ...checkTotalTaxes(fields, regime),
    ...checkServiceIbsCbs(fields),
  ].filter(({ field }) => !bad.has(field));
  return { fields, faults: [...malformed, ...faults] };
}

const punctuated = new Set<string>(['serviceCode', 'nbsCode', 'issSuspensionProcess', 'issBenefitCode']);

/** The filled fields, with codes without punctuation. */
export function plainServiceFields(given: ServiceFields): ServiceFields {
  const fields: ServiceFields = {};
  for (const name of serviceFieldNames) {
    const text = given[name]?.trim();
    if (!text) continue;
    fields[name] = punctuated.has(name) ? text.replaceAll(/[.\-/\s]/g, '') : text;
  }
  if (fields.issResultCountry) fields.issResultCountry = fields.issResultCountry.toUpperCase();
  return fields;
}

function normalRates(fields: ServiceFields): ServiceFields {
  return serviceRates.reduce<ServiceFields>((sofar, { field }) => {
    const rate = fields[field];
    return rate ? { ...sofar, [field]: percent(decimal(rate)) } : sofar;
  }, fields);
}

function without(fields: ServiceFields, isLeft: (name: (typeof serviceFieldNames)[number]) => boolean): ServiceFields {
  const kept: ServiceFields = {};
  for (const name of serviceFieldNames) {
    const text = fields[name];
    if (text && !isLeft(name)) kept[name] = text;
  }
  return kept;
}

/** The fields of a service that its own codes do not use, by the layout's rules (E0602, E0625, E0676 and others). */
export function unusedServiceFields(fields: ServiceFields, regime: TaxRegime | null): Set<ServiceFieldName> {
  return new Set([...unusedIss(fields, regime), ...unusedFederal(fields, regime), ...unusedIbsCbs(fields)]);
}

function unusedIss({ issTaxation, issWithholding }: ServiceFields, regime: TaxRegime | null): ServiceFieldName[] {
  const unused: ServiceFieldName[] = [];
  if (issTaxation && issTaxation !== '1') unused.push('issRate', 'issSuspensionType', 'issSuspensionProcess');
  if (issTaxation && issTaxation !== '1') unused.push('issBenefitCode', 'issBenefitReduction');
  if (issTaxation && issTaxation !== '2') unused.push('issImmunityType');
  if (issTaxation && issTaxation !== '3') unused.push('issResultCountry');
  if (regime === 'SIMPLES' && issWithholding === '1') unused.push('issRate');
  return unused;
}

const federal: ServiceFieldName[] = ['pisCofinsCst', 'pisCofinsWithholding', 'inssRate', 'irrfRate', 'csllRate'];

/** A MEI declares no federal taxes (E0676). */
function unusedFederal(fields: ServiceFields, regime: TaxRegime | null): ServiceFieldName[] {
  return regime === 'MEI' ? [...federal, 'pisRate', 'cofinsRate'] : unusedContribution(fields);
}

/** A service without contributions of its own still declares which of them are withheld, if any are (NT SE/CGNFS-e 007/2026). */
function unusedContribution({ pisCofinsCst, pisCofinsWithholding, csllRate }: ServiceFields): ServiceFieldName[] {
  const unused: ServiceFieldName[] = [];
  if (pisCofinsCst && hasNoContribution(pisCofinsCst)) {
    unused.push('pisRate', 'cofinsRate');
    if (!isAnyWithheld(withheldBy(pisCofinsWithholding, csllRate))) unused.push('pisCofinsWithholding');
  }
  if (saysCsll(pisCofinsWithholding) === false) unused.push('csllRate');
  return unused;
}

function unusedIbsCbs({ ibsCbsClassification }: ServiceFields): ServiceFieldName[] {
  const needs = ibsCbsClassification ? ibsCbsNeeds(ibsCbsClassification) : null;
  if (!needs) return [];
  const unused: ServiceFieldName[] = [];
  if (!needs.regularTaxation) unused.push('ibsCbsRegularSituation', 'ibsCbsRegularClassification');
  if (!needs.deferral) unused.push('ibsStateDeferralRate', 'ibsMunicipalDeferralRate', 'cbsDeferralRate');
  return unused;
}
