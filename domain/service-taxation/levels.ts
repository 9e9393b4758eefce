import type { NfseSubRule, NfseSubRuleFieldName, TakerType } from '../taxation/levels/choose-sub-rule.ts';
import { type ChosenSubRule, type ServiceRecords, type TaxedBy, taxedBy } from '../taxation/levels/records.ts';
import { type Level, resolveField } from '../taxation/levels/resolve.ts';
import type { ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';

export type ServiceLevel = Level<ServiceFieldName>;

/** What the taxes of services are resolved from: the items as the caller sent them, the records that they name, and the company's defaults. */
export type ServiceSources = { items: ServiceFields[]; records: ServiceRecords | undefined; company: ServiceFields };

/**
 * The levels of the resolution for each item, in the items' order (docs/taxation.md), and the records that they come from. A product of a service
 * gives only name, code and price, so that it has no level. The code of the service chooses the sub-rule, which therefore cannot give that code.
 */
export function serviceLevelsOf(
  { items, records, company }: ServiceSources,
  served: Omit<SubRuleFacts, 'serviceCode'>,
): { levels: ServiceLevel[]; taxedBy: TaxedBy }[] {
  const template = records?.template ?? null;
  const below: ServiceLevel[] = [
    ...(template ? [{ source: 'TEMPLATE' as const, fields: template.fields }] : []),
    { source: 'COMPANY', fields: company },
  ];
  return items.map((item, index) => {
    const { taxRule = null, product = null } = records?.items[index] ?? {};
    const own: ServiceLevel = { source: 'ITEM', fields: item };
    const serviceCode = resolveField([own, ...below], 'serviceCode')?.value ?? null;
    const chosen = taxRule && chooseServiceSubRule(taxRule.subRules, { ...served, serviceCode: plain(serviceCode) });
    return {
      levels: [own, ...(chosen ? [{ source: 'TAX_RULE' as const, fields: chosen.fields }] : []), ...below],
      taxedBy: taxedBy({ taxRule, product }, chosen, template),
    };
  });
}

/** Removes the dots that callers may write: `01.07.01`. */
function plain(serviceCode: string | null): string | null {
  return serviceCode?.replaceAll(/[.\s]/g, '') ?? null;
}

/** The facts by which a sub-rule is chosen. */
export type SubRuleFacts = {
  /** cTribNac; null where no level gives one. */
  serviceCode: string | null;
  /** Null where no taker is named. */
  takerType: TakerType | null;
  /** IBGE's code of the municipality where the service is rendered; null abroad. */
  municipalityCode: string | null;
};

/**
 * The sub-rule for a service; null where the rule has none for it. Sub-rules for other services are dropped. Of the rest those that list its code
 * come before those for every service, then those that list the type of its taker, then those that list its municipality, and at last their order in
 * the rule. For goods it is the same order: what is sold, to whom, where. An empty list matches everything.
 */
export function chooseServiceSubRule(
  subRules: NfseSubRule[],
  { serviceCode, takerType, municipalityCode }: SubRuleFacts,
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

/** 0 if the list contains the value, 1 if the list is empty, null if the sub-rule is for other values. */
function rankOf<Listed extends string>(list: Listed[], wanted: Listed | null): 0 | 1 | null {
  if (list.length === 0) return 1;
  return wanted !== null && list.includes(wanted) ? 0 : null;
}
