import type { CompanySettings } from '../../companies/settings.ts';
import { type Decimal, decimal, money, round2, sum } from '../../money.ts';
import type { TaxFields } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import { mayBeNet } from '../../taxation/price.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

/**
 * What the document is worth before taxes that are added to it (IPI, II, ICMS-ST, PIS and COFINS by substitution, a fuel's retained ICMS): goods, freight, insurance,
 * other costs and IPI given back, less discounts. Two decimals. The payload's numbers were checked. IBS and CBS that unit values are without
 * are left out.
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
 * IPI, II, ICMS-ST, PIS and COFINS by substitution or a fuel's retained ICMS, or IBS and CBS to a price that is without them, or deduct exempted ICMS. False while records
 * are still to be read.
 */
export function isTotalKnown(payload: GoodsPayload, company: CompanyPrices, records?: TaxRecords): boolean {
  if (!records && namesRecords(payload)) return false;
  const { taxDefaults, priceIncludes } = company;
  return (
    !payload.items.some(
      (item) =>
        item.importTax ||
        item.pisSt?.addsToTotal ||
        item.cofinsSt?.addsToTotal ||
        mayBeNet({ item: item.priceIncludes, company: priceIncludes }) ||
        addsTaxes({ ...taxDefaults, ...filled(item) }),
    ) && !(records && levelsIn(records).some(addsTaxes))
  );
}

/** What a company says of all of its prices. */
export type CompanyPrices = Partial<Pick<CompanySettings, 'taxDefaults' | 'priceIncludes'>>;

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

type ExtraName = 'freight' | 'insurance' | 'discount' | 'otherCosts';

/** An amount beside the goods' own value, and where the whole document says it. */
type Extra = {
  name: ExtraName;
  /** How a message calls it. */
  inWords: string;
  path: string;
  whole: (payload: GoodsPayload) => string | null | undefined;
};

/**
 * What is added to the goods, or taken from them. The items say it, or the document as a whole, or both the same; zero is as good as
 * nothing.
 */
export const extras: readonly Extra[] = [
  {
    name: 'freight',
    inWords: 'O frete',
    path: 'transport.freightValue',
    whole: ({ transport }) => transport?.freightValue,
  },
  { name: 'insurance', inWords: 'O seguro', path: 'insurance', whole: ({ insurance }) => insurance },
  { name: 'discount', inWords: 'O desconto', path: 'discount', whole: ({ discount }) => discount },
  { name: 'otherCosts', inWords: 'O valor de otherCosts', path: 'otherCosts', whole: ({ otherCosts }) => otherCosts },
];

/** The sum of what the items say of one amount beside their price. */
export function sumOfItems(items: Pick<ItemInput, ExtraName>[], { name }: Pick<Extra, 'name'>): Decimal {
  return sum(items.map((item) => decimal(item[name])));
}

/** The amount that the note has, whoever says it. The payload's numbers were checked. */
function amountOf(payload: GoodsPayload, extra: Extra): Decimal {
  const ofItems = sumOfItems(payload.items, extra);
  return ofItems.isZero() ? decimal(extra.whole(payload)) : ofItems;
}
