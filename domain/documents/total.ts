import { decimal, money, round2, sum } from '../money.ts';
import type { TaxFields } from '../taxation/fields.ts';
import { isIpiCharged } from '../taxation/ipi.ts';
import type { DocumentPayload, ItemInput } from './payload.ts';

/**
 * What the document is worth before taxes that are added to it (IPI, ICMS-ST): goods, freight, insurance and other costs, less
 * discounts. Two decimals. The payload's numbers were checked.
 */
export function totalOf({ items, discount, transport }: DocumentPayload): string {
  const itemFreight = sum(items.map(({ freight }) => decimal(freight)));
  const freight = itemFreight.isZero() ? decimal(transport?.freightValue) : itemFreight;
  return money(sum(items.map(valueOf)).plus(freight).minus(decimal(discount)));
}

/** Whether `totalOf` is already the note's value: nothing that could add IPI or ICMS-ST is named by the payload or the company's defaults. */
export function isTotalKnown({ items, templateId, taxRuleId }: DocumentPayload, companyDefaults: TaxFields): boolean {
  if (templateId || taxRuleId) return false;
  return items.every(
    (item) => !item.productId && !item.taxRuleId && !addsTaxes({ ...companyDefaults, ...filled(item) }),
  );
}

function valueOf({ quantity, unitValue, discount, insurance, otherCosts }: ItemInput) {
  const product = round2(decimal(quantity).times(decimal(unitValue)));
  return product.plus(decimal(insurance)).plus(decimal(otherCosts)).minus(decimal(discount));
}

function addsTaxes({ ipiSituation, icmsStRate, fcpStRate }: TaxFields): boolean {
  return isIpiCharged(ipiSituation ?? '') || Boolean(icmsStRate) || Boolean(fcpStRate);
}

function filled(item: ItemInput): TaxFields {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value));
}
