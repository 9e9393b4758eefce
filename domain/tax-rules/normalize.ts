import type { CompanySettings } from '../companies/settings.ts';
import { type Fault, refuseAny } from '../faults.ts';
import { isMunicipalityCode } from '../municipality-code.ts';
import { normalizeService } from '../service-taxation/normalize.ts';
import { isServiceCode } from '../service-taxation/service-code.ts';
import { isOutgoing, unknownCfopOfGoods } from '../taxation/cfop.ts';
import { ruleFieldNames } from '../taxation/fields.ts';
import type { NfeSubRule, NfseSubRule } from '../taxation/levels/choose-sub-rule.ts';
import { type LevelContext, levelContext, normalizeLevel } from '../taxation/levels/normalize-level.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import type { TaxRuleModel } from './tax-rule.entity.ts';

/** The lists of sub-rules that a caller sent; a list that was not sent is undefined, and stays as it is. */
export type SubRuleLists = { nfeTaxRules?: NfeSubRule[] | undefined; nfseTaxRules?: NfseSubRule[] | undefined };

/**
 * Brings a rule's sub-rules into the form in which they are kept, and checks them for the company. A company without fiscal settings has no regime
 * yet: its codes are not checked against a table.
 *
 * @throws DomainError `invalid_taxation` for what would be refused at emission, `validation_error` for sub-rules of the other model
 */
export function normalizeSubRules(
  model: TaxRuleModel,
  { nfeTaxRules, nfseTaxRules }: SubRuleLists,
  settings: CompanySettings | null,
): SubRuleLists {
  const context = levelContext(settings);
  const nfe = nfeTaxRules && normalizeNfeSubRules(nfeTaxRules, context);
  const nfse = nfseTaxRules && normalizeNfseSubRules(nfseTaxRules, context);
  refuseAny([...otherModel(model, { nfeTaxRules, nfseTaxRules }), ...(nfe?.faults ?? []), ...(nfse?.faults ?? [])]);
  return { nfeTaxRules: nfe?.subRules, nfseTaxRules: nfse?.subRules };
}

function otherModel(model: TaxRuleModel, { nfeTaxRules, nfseTaxRules }: SubRuleLists): Fault[] {
  const [own, other, subRules] =
    model === 'NFE' ? ['nfeTaxRules', 'nfseTaxRules', nfseTaxRules] : ['nfseTaxRules', 'nfeTaxRules', nfeTaxRules];
  if (!subRules || subRules.length === 0) return [];
  const message = `Esta regra é do modelo ${model}: envie as sub-regras em ${own} e retire ${other}.`;
  return [{ code: 'validation_error', path: other, message }];
}

const listOfGoods = 'nfeTaxRules';

/** Sub-rules of model NFE in normal form, with every reason for which they would be refused. */
function normalizeNfeSubRules(given: NfeSubRule[], context: LevelContext): { subRules: NfeSubRule[]; faults: Fault[] } {
  const settled = given.map((subRule, index) => normalizeGoodsRule(subRule, `${listOfGoods}[${index}]`, context));
  const subRules = settled.map(({ subRule }) => subRule);
  const faults = settled.flatMap((each) => each.faults);
  return { subRules, faults: [...faults, ...checkRepeated(listOfGoods, subRules.map(matchOfSubRule))] };
}

function normalizeGoodsRule(
  given: NfeSubRule,
  path: string,
  context: LevelContext,
): { subRule: NfeSubRule; faults: Fault[] } {
  const written = given.cfops.map((cfop) => cfop.replaceAll(/[.\s]/g, ''));
  const level = normalizeLevel(given.fields, context);
  const subRule: NfeSubRule = {
    states: [...new Set(given.states)],
    clientTypes: [...new Set(given.clientTypes)],
    cfops: [...new Set(written)],
    fields: level.fields,
  };
  const ofCfops = written.flatMap((cfop, at) => {
    const message = unknownCfopOfGoods(cfop);
    return message === null ? [] : [invalidTaxation(`${path}.cfops[${at}]`, message)];
  });
  const ofTaxes = level.faults.map(({ field, message }) => {
    return invalidTaxation(`${path}.${ruleFieldNames[field]}`, message);
  });
  return { subRule, faults: [...ofCfops, ...ofTaxes] };
}

/** What a sub-rule matches, as a key. CFOPs count by direction and last three digits. */
function matchOfSubRule({ states, clientTypes, cfops }: NfeSubRule): string {
  return matchOf(
    states,
    clientTypes,
    cfops.map((cfop) => `${isOutgoing(cfop) ? 'OUT' : 'IN'}${cfop.slice(1)}`),
  );
}

const listOfServices = 'nfseTaxRules';

/** Sub-rules of model NFSE in normal form, with every reason for which the DPS would be refused. */
function normalizeNfseSubRules(
  given: NfseSubRule[],
  { regime }: { regime: TaxRegime | null },
): { subRules: NfseSubRule[]; faults: Fault[] } {
  const settled = given.map((subRule, index) => normalizeServiceRule(subRule, `${listOfServices}[${index}]`, regime));
  const subRules = settled.map(({ subRule }) => subRule);
  const matches = subRules.map(({ municipalityCodes, takerTypes, serviceCodes }) =>
    matchOf(municipalityCodes, takerTypes, serviceCodes),
  );
  return { subRules, faults: [...settled.flatMap(({ faults }) => faults), ...checkRepeated(listOfServices, matches)] };
}

function normalizeServiceRule(
  given: NfseSubRule,
  path: string,
  regime: TaxRegime | null,
): { subRule: NfseSubRule; faults: Fault[] } {
  const municipalityCodes = given.municipalityCodes.map((code) => code.trim());
  const serviceCodes = given.serviceCodes.map((code) => code.replaceAll(/[.\s]/g, ''));
  const service = normalizeService(given.fields, { regime, serviceCodes });
  return {
    subRule: {
      municipalityCodes: [...new Set(municipalityCodes)],
      takerTypes: [...new Set(given.takerTypes)],
      serviceCodes: [...new Set(serviceCodes)],
      fields: service.fields,
    },
    faults: [
      ...municipalityCodes.flatMap((code, at) =>
        isMunicipalityCode(code)
          ? []
          : [invalidTaxation(`${path}.municipalityCodes[${at}]`, `${code} não é um código de município do IBGE.`)],
      ),
      ...serviceCodes.flatMap((code, at) =>
        isServiceCode(code) ? [] : [invalidTaxation(`${path}.serviceCodes[${at}]`, serviceCodeMessage(code))],
      ),
      ...service.faults.map(({ field, message }) => invalidTaxation(`${path}.${field}`, message)),
    ],
  };
}

function serviceCodeMessage(code: string): string {
  return `${code} não é um código de tributação nacional (cTribNac) da lista da LC 116/2003: são 6 dígitos, por exemplo 010701.`;
}

/** A key of what a sub-rule matches, the same whatever the order of its lists. */
function matchOf(...lists: string[][]): string {
  return lists.map((list) => [...new Set(list)].sort().join()).join('|');
}

/** Faults of sub-rules that match exactly what an earlier one matches, and so would never be chosen. `matches` has the sub-rules' keys, in order. */
function checkRepeated(list: string, matches: string[]): Fault[] {
  const first = new Map<string, number>();
  return matches.flatMap((match, index) => {
    const earlier = first.get(match);
    if (earlier === undefined) first.set(match, index);
    if (earlier === undefined) return [];
    const message = `Vale exatamente para o mesmo que ${list}[${earlier}] e nunca seria escolhida: junte as duas ou mude para quem valem.`;
    return [invalidTaxation(`${list}[${index}]`, message)];
  });
}

/** A fault of a sub-rule's taxes, under the path that the caller used. */
function invalidTaxation(path: string, message: string): Fault {
  return { code: 'invalid_taxation', path, message };
}
