import { decimal, percent } from '../../money.ts';
import { withCapitals } from '../benefits/codes.ts';
import { checkRates } from '../check-rates.ts';
import { rateFieldNames } from '../field-names.ts';
import { type TaxFault, type TaxFieldName, taxFieldNames, type TaxFields } from '../fields.ts';
import type { TaxRegime } from '../parties.ts';
import { checkLevel } from './check-level.ts';
import { resolveTaxes } from './resolve.ts';
import { unusedFields } from './unused-fields.ts';

/** The company of a level: its regime, null where many companies share the level, and its defaults, which come after every level. */
export type LevelContext = { regime: TaxRegime | null; defaults: TaxFields };

/** The context of a company's own levels; a company without fiscal settings has no regime yet. */
export function levelContext(
  settings: { taxRegime: TaxRegime; taxDefaults: TaxFields } | null | undefined,
): LevelContext {
  return { regime: settings?.taxRegime ?? null, defaults: settings?.taxDefaults ?? {} };
}

/** A level in normal form, with what is wrong with it in the names of `TaxFields`. */
export type NormalizedLevel = { fields: TaxFields; faults: TaxFault[] };

/**
 * One level of the resolution (sub-rule, product, template) as it is kept: filled fields only, rates with four decimals, nothing that
 * its own codes do not use (spec 2-extended §2.2, rule 4); and every reason for which it would be refused at emission. Without a
 * situation of its own a level keeps a tax's parameters, since they may complete another level's. NCM, CEST and CFOP are passed on
 * as they came.
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

/** A rate that cannot be read counts as given, so that it is not reported as missing too. */
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
