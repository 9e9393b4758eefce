import { type ServiceRecords, taxedBy, type TaxedBy } from '../taxation/levels/records.ts';
import { type Level, resolveField } from '../taxation/levels/resolve.ts';
import { chooseServiceSubRule, type ServedCase } from './choose-sub-rule.ts';
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
  served: Omit<ServedCase, 'serviceCode'>,
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
