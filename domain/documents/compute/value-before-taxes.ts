import { decimal, type Decimal, money, round2, sum } from '../../money.ts';
import type { TaxFields } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { amountOf, extras } from './extras.ts';

/**
 * What the document is worth before taxes that are added to it (IPI, II, ICMS-ST, a fuel's retained ICMS): goods, freight, insurance,
 * other costs and IPI given back, less discounts. Two decimals. The payload's numbers were checked.
 */
export function totalOf(payload: GoodsPayload): string {
  const added = extras.map((extra) => {
    const amount = amountOf(payload, extra);
    return extra.name === 'discount' ? amount.negated() : amount;
  });
  const returnedIpi = payload.items.map((item) => decimal(item.returnedIpi?.value));
  return money(sum([goodsOf(payload.items), ...added, ...returnedIpi]));
}

/** What the goods are worth by themselves: vProd of all items. */
export function goodsOf(items: ItemInput[]): Decimal {
  return sum(items.map(({ quantity, unitValue }) => round2(decimal(quantity).times(decimal(unitValue)))));
}

/**
 * Whether `totalOf` is already the note's value: neither the items, nor the company's defaults, nor the records say anything that could add
 * IPI, II, ICMS-ST or a fuel's retained ICMS, or deduct exempted ICMS. False while records are still to be read.
 */
export function isTotalKnown(payload: GoodsPayload, companyDefaults: TaxFields, records?: TaxRecords): boolean {
  if (!records && namesRecords(payload)) return false;
  return (
    !payload.items.some((item) => item.importTax || addsTaxes({ ...companyDefaults, ...filled(item) })) &&
    !(records && levelsIn(records).some(addsTaxes))
  );
}

function namesRecords({ items, templateId, taxRuleId }: GoodsPayload): boolean {
  return Boolean(templateId || taxRuleId) || items.some(({ productId, taxRuleId }) => productId || taxRuleId);
}

/** Everything that the records could say, each rule once. */
function levelsIn({ template, items }: TaxRecords): TaxFields[] {
  const rules = new Map(items.flatMap(({ taxRule }) => (taxRule ? [[taxRule.id, taxRule]] : [])));
  return [
    ...(template ? [template.fields] : []),
    ...items.flatMap(({ product }) => product?.taxation.fields ?? []),
    ...[...rules.values()].flatMap(({ subRules }) => subRules.map(({ fields }) => fields)),
  ];
}

function addsTaxes({ ipiSituation, icmsSituation, icmsStRate, fcpStRate, icmsExemptionReason }: TaxFields): boolean {
  const isFuelRetained = icmsSituations.get(icmsSituation ?? '')?.singlePhase === 'RETAINED';
  return isIpiCharged(ipiSituation ?? '') || isFuelRetained || Boolean(icmsStRate || fcpStRate || icmsExemptionReason);
}

function filled(item: ItemInput): TaxFields {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value));
}
