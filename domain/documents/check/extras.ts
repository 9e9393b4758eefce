import { moneyForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { decimal, money } from '../../money.ts';
import { extras, saidByItems } from '../compute/extras.ts';
import { goodsOf } from '../compute/value-before-taxes.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkDecimal } from './decimal.ts';

/** Faults of form of the amounts that the document says as a whole. */
export function checkWholeExtras(payload: GoodsPayload): Fault[] {
  return extras.flatMap(({ path, whole }) => checkDecimal(whole(payload), moneyForm, path));
}

/** Amounts that items and document say differently, and a discount of more than the goods; all numbers are already checked. */
export function checkExtras(payload: GoodsPayload): Fault[] {
  const differing = extras.flatMap(({ name, inWords, path, whole }): Fault[] => {
    const [ofItems, ofDocument] = [saidByItems(payload.items, { name }), decimal(whole(payload))];
    if (ofItems.isZero() || ofDocument.isZero() || ofItems.equals(ofDocument)) return [];
    const message = `${inWords} dos itens soma ${money(ofItems)}, não ${money(ofDocument)}: informe só um dos dois ou o mesmo valor.`;
    return [{ code: 'validation_error', path, message }];
  });
  return differing.length > 0 ? differing : checkDiscount(payload);
}

/** Items that say a discount themselves are each checked against their own value. */
function checkDiscount({ items, discount }: GoodsPayload): Fault[] {
  const goods = goodsOf(items);
  if (decimal(discount).lte(goods)) return [];
  const message = `O desconto do documento é maior que o valor dos itens, ${money(goods)}.`;
  return [{ code: 'validation_error', path: 'discount', message }];
}
