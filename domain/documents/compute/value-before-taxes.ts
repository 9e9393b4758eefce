import { decimal, type Decimal, money, round2, sum } from '../../money.ts';
import type { TaxFields } from '../../taxation/fields.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { amountOf, extras } from './extras.ts';

/**
 * What the document is worth before taxes that are added to it (IPI, II, ICMS-ST): goods, freight, insurance and other costs, less
 * discounts. Two decimals. The payload's numbers were checked.
 */
export function totalOf(payload: GoodsPayload): string {
  const added = extras.map((extra) => {
    const amount = amountOf(payload, extra);
    return extra.name === 'discount' ? amount.negated() : amount;
  });
  return money(sum([goodsOf(payload.items), ...added]));
}

/** What the goods are worth by themselves: vProd of all items. */
export function goodsOf(items: ItemInput[]): Decimal {
  return sum(items.map(({ quantity, unitValue }) => round2(decimal(quantity).times(decimal(unitValue)))));
}

/**
 * Whether `totalOf` is already the note's value: neither the items, nor the company's defaults, nor the records say anything that could add
 * IPI, II or ICMS-ST. False while records are still to be read.
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

function addsTaxes({ ipiSituation, icmsStRate, fcpStRate }: TaxFields): boolean {
  return isIpiCharged(ipiSituation ?? '') || Boolean(icmsStRate) || Boolean(fcpStRate);
}

function filled(item: ItemInput): TaxFields {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value));
}
