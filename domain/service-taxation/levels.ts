import type { NfseSubRule, NfseSubRuleFieldName, TakerType } from '../taxation/levels/choose-sub-rule.ts';
import { type ChosenSubRule, type ServiceRecords, type TaxedBy, taxedBy } from '../taxation/levels/records.ts';
import { type Level, resolveField } from '../taxation/levels/resolve.ts';
import type { ServiceFieldName, ServiceFields } from '../taxation/levels/service-fields.ts';

export type ServiceLevel = Level<ServiceFieldName>;

/** What a service is resolved from: the items as the caller sent them, the records they name, the company's defaults. */
export type ServiceSources = { items: ServiceFields[]; records: ServiceRecords | undefined; company: ServiceFields };

/**
 * Per item, in its order, the levels of the resolution (spec 1-core §2.5) and the records that they are made of. A product says nothing of a
 * service but name, code and price, so its level is empty. The service's code chooses the sub-rule, which therefore cannot say it.
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

/** Callers may write `01.07.01`. */
function plain(serviceCode: string | null): string | null {
  return serviceCode?.replaceAll(/[.\s]/g, '') ?? null;
}

/** What a sub-rule is chosen by. */
export type SubRuleFacts = {
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

/** 0 where the list has it, 1 where the list is for all, null where it is for others. */
function rankOf<Listed extends string>(list: Listed[], wanted: Listed | null): 0 | 1 | null {
  if (list.length === 0) return 1;
  return wanted !== null && list.includes(wanted) ? 0 : null;
}
