import type { ChosenSubRule } from '../taxation/levels/records.ts';
import type { NfseSubRule, NfseSubRuleFieldName, TakerType } from '../taxation/levels/nfse-sub-rule.ts';

/** What a sub-rule is chosen by. */
export type ServedCase = {
  /** cTribNac; null where no level says one. */
  serviceCode: string | null;
  /** Null where nobody is named. */
  takerType: TakerType | null;
  /** IBGE's code of the place of the service; null abroad. */
  municipalityCode: string | null;
};

/**
 * The sub-rule for a service; null where the rule has none for it. Those that are not for it are dropped; of the rest those that list its
 * code come before those for every service, then the taker's type before every taker, then the municipality before every one, and only then
 * their order in the rule: what is sold, to whom, where, as of goods. An empty list matches everything.
 */
export function chooseServiceSubRule(
  subRules: NfseSubRule[],
  { serviceCode, takerType, municipalityCode }: ServedCase,
): ChosenSubRule<NfseSubRuleFieldName> | null {
  const [first] = subRules
    .flatMap((subRule, index) => {
      const ranks = [
        rankOf(subRule.serviceCodes, serviceCode),
        rankOf(subRule.takerTypes, takerType),
        rankOf(subRule.municipalityCodes, municipalityCode),
      ];
      return ranks.includes(null) ? [] : [{ subRule, position: index + 1, order: ranks.join('') }];
    })
    .sort((a, b) => Number(a.order) - Number(b.order) || a.position - b.position);
  return first ? { position: first.position, fields: first.subRule.fields } : null;
}

/** 0 where the list has it, 1 where the list is for all, null where it is for others. */
function rankOf<Listed extends string>(list: Listed[], wanted: Listed | null): 0 | 1 | null {
  if (list.length === 0) return 1;
  return wanted !== null && list.includes(wanted) ? 0 : null;
}
