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
import { type TableCircumstances, tableService } from './table.ts';

const { resolve, withTable } = resolutionOf(serviceFieldNames);

/** What the service's resolution depends on beside its levels. */
export type ServiceCircumstances = TableCircumstances & {
  /** Day on which it began, as `2026-11-21`. */
  competence: string;
};

/** A resolved service in normal form, and every fault of its own codes. */
export type ResolvedService = { trace: ServiceTrace; faults: ServiceFault[] };

/** Every field of a service with the level it came from, without what the chosen codes do not use. */
export function resolveService(
  levels: ServiceLevel[],
  { competence, ...around }: ServiceCircumstances,
): ResolvedService {
  const { issRegime } = around;
  const said = resolve(withoutLeftovers(levels));
  const trace = withTable(said, tableService(said, around));
  const { fields, faults } = normalizeService(withoutIdleIbsCbs(valuesOf(trace), competence), { regime: issRegime });
  return { trace: keptOf(trace, fields), faults };
}

/** The group IBSCBS stands only with a situation, and since January 2026 (rule E0850). */
function withoutIdleIbsCbs(fields: ServiceFields, competence: string): ServiceFields {
  if (fields.ibsCbsSituation && competence >= '2026') return fields;
  const kept = { ...fields };
  for (const name of [...ofClass, 'ibsCbsOperationIndicator'] as const) delete kept[name];
  return kept;
}

/** The resolved values, without their sources. */
export function valuesOf(trace: ServiceTrace): ServiceFields {
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

/** What a lower level says for another choice than the one that won: codes for "other" operations, IBS/CBS, and the form of the total. */
function withoutLeftovers(levels: ServiceLevel[]): ServiceLevel[] {
  const parametrized = withoutOtherParameters<ServiceFieldName>(levels, [
    { situation: 'pisCofinsCst', codes: otherOperations, parameters: ['pisRate', 'cofinsRate'] },
  ]);
  return withoutOtherTotal(withoutOtherClass(parametrized, ofClass));
}

/** The total of taxes has one form: that of the first level which says one. */
function withoutOtherTotal(levels: ServiceLevel[]): ServiceLevel[] {
  const says = ({ fields }: ServiceLevel, names: ServiceFieldName[]) => names.some((name) => isFilled(fields[name]));
  const first = levels.find((level) => says(level, ['totalSimplesRate', ...byTreasury]));
  if (!first) return levels;
  const isSimples = says(first, ['totalSimplesRate']);
  if (isSimples && says(first, byTreasury)) return levels;
  return without(levels, isSimples ? byTreasury : ['totalSimplesRate'], () => true);
}
