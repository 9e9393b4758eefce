import type { Fault } from '../faults.ts';
import { unknownCfop } from '../taxation/cfop/known.ts';
import { isOutgoing } from '../taxation/cfop/route.ts';
import { ruleFieldNames } from '../taxation/field-names.ts';
import type { NfeSubRule } from '../taxation/levels/nfe-sub-rule.ts';
import { type LevelContext, normalizeLevel } from '../taxation/levels/normalize-level.ts';
import { checkRepeated, invalidTaxation, matchOf } from './sub-rule-faults.ts';

const list = 'nfeTaxRules';

/** Sub-rules of model NFE in normal form, with every reason for which they would be refused (spec 2-extended §2.2). */
export function normalizeNfeSubRules(
  given: NfeSubRule[],
  context: LevelContext,
): { subRules: NfeSubRule[]; faults: Fault[] } {
  const settled = given.map((subRule, index) => normalize(subRule, `${list}[${index}]`, context));
  const subRules = settled.map(({ subRule }) => subRule);
  const faults = settled.flatMap((each) => each.faults);
  return { subRules, faults: [...faults, ...checkRepeated(list, subRules.map(matchOfSubRule))] };
}

function normalize(given: NfeSubRule, path: string, context: LevelContext): { subRule: NfeSubRule; faults: Fault[] } {
  const written = given.cfops.map((cfop) => cfop.replaceAll(/[.\s]/g, ''));
  const level = normalizeLevel(given.fields, context);
  const subRule: NfeSubRule = {
    states: [...new Set(given.states)],
    clientTypes: [...new Set(given.clientTypes)],
    cfops: [...new Set(written)],
    fields: level.fields,
  };
  const ofCfops = written.flatMap((cfop, at) => {
    const message = unknownCfop(cfop);
    return message === null ? [] : [invalidTaxation(`${path}.cfops[${at}]`, message)];
  });
  const ofTaxes = level.faults.map(({ field, message }) => {
    return invalidTaxation(`${path}.${ruleFieldNames[field]}`, message);
  });
  return { subRule, faults: [...ofCfops, ...ofTaxes] };
}

/** CFOPs are compared by what they match: direction and last three digits. */
function matchOfSubRule({ states, clientTypes, cfops }: NfeSubRule): string {
  return matchOf(
    states,
    clientTypes,
    cfops.map((cfop) => `${isOutgoing(cfop) ? 'OUT' : 'IN'}${cfop.slice(1)}`),
  );
}
