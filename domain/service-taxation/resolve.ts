import { inForce, type LawCalendar } from '../law-calendar.ts';
import type { TaxSource } from '../taxation/fields.ts';
import { otherOperations, without, withoutOtherClass, withoutOtherParameters } from '../taxation/levels/leftovers.ts';
import { isFilled, resolutionOf } from '../taxation/levels/resolve.ts';
import {
  type ServiceFault,
  type ServiceFieldName,
  serviceFieldNames,
  type ServiceFields,
  type ServiceTrace,
} from '../taxation/levels/service-fields.ts';
import type { ServiceLevel } from './levels.ts';
import { normalizeService } from './normalize.ts';
import { saysCsll, withheldRates } from './regime.ts';
import { type TableCircumstances, tableService } from './table-service.ts';

const { resolve, withTable } = resolutionOf(serviceFieldNames);

/** What the resolution of a service depends on beside its levels. */
export type ServiceCircumstances = TableCircumstances & {
  /** The day on which the service began, as `2026-11-21`. */
  competence: string;
};

/**
 * A resolved service in normal form, and every fault of its own codes. `endedContributions` is the level that still gives PIS and COFINS after these
 * have ended; null where none does.
 */
export type ResolvedService = { trace: ServiceTrace; faults: ServiceFault[]; endedContributions: TaxSource | null };

/** Resolves every field of a service, without fields that the chosen codes do not use. */
export function resolveService(
  levels: ServiceLevel[],
  { competence, ...around }: ServiceCircumstances,
): ResolvedService {
  const { issRegime } = around;
  const given = resolve(withoutLeftovers(levels));
  const haveEnded = contributionsHaveEnded(competence, around.rates?.calendar);
  const said = haveEnded ? withoutEndedContributions(given) : given;
  const trace = withTable(said, tableService(said, around));
  const { fields, faults } = normalizeService(withoutIdleIbsCbs(resolvedValues(trace), competence), {
    regime: issRegime,
  });
  return { trace: keptOf(trace, fields), faults, endedContributions: haveEnded ? sourceOfContributions(given) : null };
}

/** Whether services of a day have no PIS and COFINS any more, due or withheld (LC 214/2025 art. 542; NT SE/CGNFS-e 009). */
function contributionsHaveEnded(competence: string, calendar?: LawCalendar): boolean {
  return inForce('END_OF_PIS_COFINS', { environment: 'PRODUCTION', date: competence }, calendar);
}

/** The level that gives PIS and COFINS, due or withheld; null where none does. */
function sourceOfContributions({
  pisCofinsCst,
  pisRate,
  cofinsRate,
  pisCofinsWithholding,
}: ServiceTrace): TaxSource | null {
  return (pisCofinsCst ?? pisRate ?? cofinsRate ?? pisCofinsWithholding)?.source ?? null;
}

/** The trace without contributions that have ended. CSLL that is withheld stays; only its rate tells so. */
function withoutEndedContributions(trace: ServiceTrace): ServiceTrace {
  const { pisCofinsWithholding, csllRate } = trace;
  const others = { ...trace };
  for (const name of ['pisCofinsCst', 'pisRate', 'cofinsRate', 'pisCofinsWithholding', 'csllRate'] as const)
    delete others[name];
  const withholds = saysCsll(pisCofinsWithholding?.value);
  if (withholds === false) return others;
  if (csllRate) return { ...others, csllRate };
  return withholds ? { ...others, csllRate: { value: withheldRates.csll, source: 'TABLE' } } : others;
}

/** The group IBSCBS needs a situation, and exists since January 2026 (rule E0850). */
function withoutIdleIbsCbs(fields: ServiceFields, competence: string): ServiceFields {
  if (fields.ibsCbsSituation && competence >= '2026') return fields;
  const kept = { ...fields };
  for (const name of [...ofClass, 'ibsCbsOperationIndicator'] as const) delete kept[name];
  return kept;
}

/** The resolved values, without their sources. */
export function resolvedValues(trace: ServiceTrace): ServiceFields {
  const fields: ServiceFields = {};
  for (const name of serviceFieldNames) if (trace[name]) fields[name] = trace[name].value;
  return fields;
}

function keptOf(trace: ServiceTrace, fields: ServiceFields): ServiceTrace {
  const kept: ServiceTrace = {};
  for (const name of serviceFieldNames) {
    const [resolved, value] = [trace[name], fields[name]];
    if (resolved && value) kept[name] = { value, source: resolved.source };
  }
  return kept;
}

const byTreasury: ServiceFieldName[] = ['totalFederalRate', 'totalStateRate', 'totalMunicipalRate'];
const ofClass = serviceFieldNames.filter((name) => /^(ibsCbs(?!Operation)|ibs(State|Municipal)|cbs)/.test(name));

/**
 * Drops what a lower level gives for another choice than the one that wins: parameters of codes for "other" operations, IBS/CBS, and the form of the
 * total of taxes.
 */
function withoutLeftovers(levels: ServiceLevel[]): ServiceLevel[] {
  const parametrized = withoutOtherParameters<ServiceFieldName>(levels, [
    { situation: 'pisCofinsCst', codes: otherOperations, parameters: ['pisRate', 'cofinsRate'] },
  ]);
  return withoutOtherTotal(withoutOtherClass(parametrized, ofClass));
}

/** The total of taxes has the form that the first level with a total gives it. */
function withoutOtherTotal(levels: ServiceLevel[]): ServiceLevel[] {
  const says = ({ fields }: ServiceLevel, names: ServiceFieldName[]) => names.some((name) => isFilled(fields[name]));
  const first = levels.find((level) => says(level, ['totalSimplesRate', ...byTreasury]));
  if (!first) return levels;
  const isSimples = says(first, ['totalSimplesRate']);
  if (isSimples && says(first, byTreasury)) return levels;
  return without(levels, isSimples ? byTreasury : ['totalSimplesRate'], () => true);
}
