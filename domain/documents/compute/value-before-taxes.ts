import type { CompanySettings } from '../../companies/settings.ts';
import { type Decimal, decimal, money, round2, sum } from '../../money.ts';
import type { TaxFields } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { TaxRecords } from '../../taxation/levels/records.ts';
import { mayBeNet } from '../../taxation/price.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';

/**
 * The document's value in reais, two decimals, before taxes that are added to it (IPI, II, ICMS-ST, PIS and COFINS by substitution, a fuel's retained
 * ICMS): goods, freight, insurance, other costs and IPI given back, less discounts. IBS and CBS are left out where unit values do not contain them.
 * The payload's numbers are already checked.
 */
export function valueBeforeTaxesOf(payload: GoodsPayload): string {
  const added = extras.map((extra) => {
    const amount = amountOf(payload, extra);
    return extra.name === 'discount' ? amount.negated() : amount;
  });
  const returnedIpi = payload.items.map((item) => decimal(item.returnedIpi?.value));
  return money(sum([goodsValueOf(payload.items), ...added, ...returnedIpi]));
}

/** vProd of all items: their quantities times unit values. */
export function goodsValueOf(items: ItemInput[]): Decimal {
  return sum(items.map(({ quantity, unitValue }) => round2(decimal(quantity).times(decimal(unitValue)))));
}

/**
 * Whether `valueBeforeTaxesOf` is already the note's value: neither items nor company's defaults nor records have anything that adds IPI, II,
 * ICMS-ST, PIS and COFINS by substitution or a fuel's retained ICMS, adds IBS and CBS to a net price, or deducts exempted ICMS. False while records
 * still have to be read.
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

/** The company's settings about prices and taxes. */
export type CompanyPrices = Partial<Pick<CompanySettings, 'taxDefaults' | 'priceIncludes'>>;

function namesRecords({ items, templateId, taxRuleId }: GoodsPayload): boolean {
  return Boolean(templateId || taxRuleId) || items.some(({ productId, taxRuleId }) => productId || taxRuleId);
}

/** The tax fields of all records, each rule once. */
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

/** An amount beside the goods' value, and where the document gives it as a whole. */
type Extra = {
  name: ExtraName;
  /** Its name in messages, in Portuguese. */
  inWords: string;
  path: string;
  whole: (payload: GoodsPayload) => string | null | undefined;
};

/**
 * Amounts that are added to the goods, or taken from them. The items give them, or the document as a whole, or both the same amount; zero counts as
 * absent.
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

/** The sum of one such amount over all items. */
export function sumOfItems(items: Pick<ItemInput, ExtraName>[], { name }: Pick<Extra, 'name'>): Decimal {
  return sum(items.map((item) => decimal(item[name])));
}

/** The note's amount, given by its items or by the document. The payload's numbers are already checked. */
function amountOf(payload: GoodsPayload, extra: Extra): Decimal {
  const ofItems = sumOfItems(payload.items, extra);
  return ofItems.isZero() ? decimal(extra.whole(payload)) : ofItems;
}
