import {
  type Fields,
  type TaxFieldName,
  taxFieldNames,
  type TaxFields,
  type TaxSource,
  type TaxTrace,
  tracedText,
  type Trace,
} from '../fields.ts';
import { ibsCbsClass } from '../ibs-cbs/class.ts';
import { icmsFieldsOf, icmsSituationOf, icmsSituations } from '../icms/situations.ts';
import { isIpiCharged } from '../ipi/ipi.ts';
import type { Operation } from '../operation.ts';
import { isContributionCharged } from '../pis-cofins.ts';
import { mayBeTaxed } from '../selective-tax.ts';

/** The fields that one level of the resolution gives. */
export type Level<Name extends string> = { source: TaxSource; fields: Fields<Name> };

export type TaxLevel = Level<TaxFieldName>;

/** The functions of the resolution for one set of field names, whose order the results keep. */
export function resolutionOf<Name extends string>(names: readonly Name[]) {
  return {
    /** Field by field, the first level that fills the field wins (docs/taxation.md); null and empty text do not fill a field. */
    resolve: (levels: Level<Name>[]): Trace<Name> => {
      const trace: Trace<Name> = {};
      for (const name of names) {
        const resolved = resolveField(levels, name);
        if (resolved) trace[name] = resolved;
      }
      return trace;
    },

    /** The trace, completed with the table's values for fields that no level filled. */
    withTable: (trace: Trace<Name>, fields: Fields<Name>): Trace<Name> => {
      const completed: Trace<Name> = { ...trace };
      for (const name of names) {
        const value = fields[name];
        if (!completed[name] && isFilled(value)) completed[name] = { value, source: 'TABLE' };
      }
      return completed;
    },

    /** The trace with the fields `kept` alone. */
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

/** One field, from the first level that fills it; undefined where none does. */
export function resolveField<Name extends string>(levels: Level<Name>[], name: Name): Trace<Name>[Name] {
  for (const { fields, source } of levels) {
    const value = fields[name];
    if (isFilled(value)) return { value, source };
  }
  return undefined;
}

/** Whether a value fills its field. */
export function isFilled(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value.trim() !== '';
}

/** Parameters of ICMS, which only some situations use; origin and situation are always used. */
const icmsParametersUsed: ReadonlySet<TaxFieldName> = new Set(
  taxFieldNames.filter((name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation'),
);
const parametersOf: ReadonlyMap<string, ReadonlySet<TaxFieldName>> = new Map(
  [...icmsSituations].map(([code, situation]) => [code, new Set(icmsFieldsOf(situation))]),
);

/** The trace without the fields that the chosen codes do not use, whichever level gave them. */
export function keepUsed(trace: TaxTrace, operation: Pick<Operation, 'partition'>): TaxTrace {
  const icms = icmsParametersOf(tracedText(trace, 'icmsSituation'), operation);
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

/** Whether the line's class asks for its regular taxation. */
function needsRegularTaxation(trace: TaxTrace): boolean {
  return ibsCbsClass(tracedText(trace, 'ibsCbsClassification'))?.needsRegularTaxation ?? false;
}

function isUsed(name: TaxFieldName, trace: TaxTrace): boolean {
  switch (name) {
    case 'icmsStMva':
      return !trace.icmsStModBc || trace.icmsStModBc.value === '4';
    case 'icmsExemptedRate':
    case 'icmsExemptionDeducted':
      return trace.icmsExemptionReason !== undefined;
    case 'pisRate':
      return isContributionCharged(tracedText(trace, 'pisSituation'));
    case 'cofinsRate':
      return isContributionCharged(tracedText(trace, 'cofinsSituation'));
    case 'ipiRate':
      return !trace.ipiSituation || isIpiCharged(trace.ipiSituation.value);
    case 'ipiFramework':
      return trace.ipiSituation !== undefined;
    case 'ibsCbsRegularSituation':
    case 'ibsCbsRegularClassification':
      // What the item itself gives stays, and is refused where its class does not have it.
      return trace[name]?.source === 'ITEM' || needsRegularTaxation(trace);
    case 'selectiveTaxRate':
    case 'selectiveTaxUnitRate':
      return mayBeTaxed({
        selectiveTaxSituation: tracedText(trace, 'selectiveTaxSituation'),
        selectiveTaxClassification: tracedText(trace, 'selectiveTaxClassification'),
      });
    default:
      return true;
  }
}

const icmsParameters = taxFieldNames.filter(
  (name) => /^(icms|fcp)/.test(name) && name !== 'icmsOrigin' && name !== 'icmsSituation',
);

/**
 * The fields of a level that its own codes do not use. Without a code of its own all parameters stay, because they may serve another level's code.
 */
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
