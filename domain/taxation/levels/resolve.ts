import {
  type Fields,
  type TaxFieldName,
  taxFieldNames,
  type TaxFields,
  type TaxSource,
  type TaxTrace,
  textOf,
  type Trace,
} from '../fields.ts';
import { ibsCbsClass } from '../ibs-cbs/class.ts';
import { icmsFieldsOf, icmsSituationOf, icmsSituations } from '../icms/situations.ts';
import { isIpiCharged } from '../ipi/ipi.ts';
import type { Operation } from '../operation.ts';
import { isContributionCharged } from '../pis-cofins.ts';
import { mayBeTaxed } from '../selective-tax.ts';

/** What one level of the resolution has to say. */
export type Level<Name extends string> = { source: TaxSource; fields: Fields<Name> };

export type TaxLevel = Level<TaxFieldName>;

/** The resolution of one vocabulary, whose fields it takes in the order of `names`. */
export function resolutionOf<Name extends string>(names: readonly Name[]) {
  return {
    /** Field by field, the first of the levels that has the field filled wins (spec 1-core §2.5); null and empty text are not filled. */
    resolve: (levels: Level<Name>[]): Trace<Name> => {
      const trace: Trace<Name> = {};
      for (const name of names) {
        const resolved = resolveField(levels, name);
        if (resolved) trace[name] = resolved;
      }
      return trace;
    },

    /** The trace with the table's values for the fields that no level filled. */
    withTable: (trace: Trace<Name>, fields: Fields<Name>): Trace<Name> => {
      const completed: Trace<Name> = { ...trace };
      for (const name of names) {
        const value = fields[name];
        if (!completed[name] && isFilled(value)) completed[name] = { value, source: 'TABLE' };
      }
      return completed;
    },

    /** The trace without the fields that the chosen codes have no use for. */
    keepOnly: (trace: Trace<Name>, kept: Set<Name>): Trace<Name> => {
      const left: Trace<Name> = {};
      for (const name of names) {
        const resolved = trace[name];
        if (resolved && kept.has(name)) left[name] = resolved;
      }
      return left;
    },
  };
}

export const { resolve: resolveTaxes, withTable, keepOnly } = resolutionOf(taxFieldNames);

/** One field from the first level that fills it; undefined where none does. */
export function resolveField<Name extends string>(levels: Level<Name>[], name: Name): Trace<Name>[Name] {
  for (const { fields, source } of levels) {
    const value = fields[name];
    if (isFilled(value)) return { value, source };
  }
  return undefined;
}

/** Whether a level fills a field. */
export function isFilled(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value.trim() !== '';
}

/** Parameters of ICMS, which only some situations use; origin and situation are always printed. */
const icmsParametersUsed: ReadonlySet<TaxFieldName> = new Set(
  taxFieldNames.filter((name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation'),
);
const parametersOf: ReadonlyMap<string, ReadonlySet<TaxFieldName>> = new Map(
  [...icmsSituations].map(([code, situation]) => [code, new Set(icmsFieldsOf(situation))]),
);

/** The trace without the fields that the chosen codes have no use for, whichever level said them. */
export function keepUsed(trace: TaxTrace, operation: Pick<Operation, 'partition'>): TaxTrace {
  const icms = icmsParametersOf(textOf(trace, 'icmsSituation'), operation);
  const kept: TaxTrace = {};
  for (const name of taxFieldNames) {
    const resolved = trace[name];
    if (resolved && (icmsParametersUsed.has(name) ? icms?.has(name) : true) && isUsed(name, trace))
      kept[name] = resolved;
  }
  return kept;
}

function icmsParametersOf(code: string, operation: Pick<Operation, 'partition'>) {
  const parted = operation.partition && icmsSituationOf(code, operation);
  return parted ? new Set(icmsFieldsOf(parted)) : parametersOf.get(code);
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
    case 'selectiveTaxRate':
    case 'selectiveTaxUnitRate':
      return mayBeTaxed({
        selectiveTaxSituation: textOf(trace, 'selectiveTaxSituation'),
        selectiveTaxClassification: textOf(trace, 'selectiveTaxClassification'),
      });
    default:
      return true;
  }
}

const icmsParameters = taxFieldNames.filter(
  (name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation',
);

/** The fields of a level that its own codes have no use for; without a code of its own, its parameters may serve another level's. */
export function unusedFields(fields: TaxFields): Set<TaxFieldName> {
  const { pisSituation, cofinsSituation, ipiSituation } = fields;
  const unused = new Set<TaxFieldName>(unusedIcms(fields));
  if (fields.icmsStModBc && fields.icmsStModBc !== '4') unused.add('icmsStMva');
  if (pisSituation && !isContributionCharged(pisSituation)) unused.add('pisRate');
  if (cofinsSituation && !isContributionCharged(cofinsSituation)) unused.add('cofinsRate');
  if (ipiSituation && !isIpiCharged(ipiSituation)) unused.add('ipiRate');
  if (ibsCbsClass(fields.ibsCbsClassification ?? '')?.needsRegularTaxation === false) {
    unused.add('ibsCbsRegularSituation');
    unused.add('ibsCbsRegularClassification');
  }
  if (!mayBeTaxed(fields)) {
    unused.add('selectiveTaxRate');
    unused.add('selectiveTaxUnitRate');
  }
  return unused;
}

function unusedIcms({ icmsSituation }: TaxFields): TaxFieldName[] {
  const situation = icmsSituations.get(icmsSituation ?? '');
  if (!situation) return [];
  const used = new Set(icmsFieldsOf(situation));
  return icmsParameters.filter((name) => !used.has(name));
}
