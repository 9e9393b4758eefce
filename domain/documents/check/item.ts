import { moneyForm, quantityForm, unitValueForm } from '../../decimal-form.ts';
import { type Fault, refusal } from '../../faults.ts';
import { gtinFault } from '../../gtin.ts';
import { decimal, money, round2 } from '../../money.ts';
import { unknownCfop } from '../../taxation/cfop.ts';
import { extras, goodsValueOf, sumOfItems } from '../compute/value-before-taxes.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDecimal } from './forms.ts';
import { checkFuel } from './fuel.ts';

const moneyFields = ['discount', 'freight', 'insurance', 'otherCosts'] as const;

/** The fields of an item that goods and services have in common. */
export type SoldItem = Pick<
  ItemInput,
  'code' | 'description' | 'quantity' | 'unitValue' | 'productId' | (typeof moneyFields)[number]
>;

/** Faults of one line that do not depend on its taxes; `path` is the line's own (`items[0]`). */
export function checkItem(item: ItemInput, path: string): Fault[] {
  return [
    ...checkSoldItem(item, path),
    ...checkCodes(item, path),
    ...checkDecimal(item.approximateTaxes, moneyForm, `${path}.approximateTaxes`),
    ...(item.fuel ? checkFuel(item.fuel, `${path}.fuel`) : []),
  ];
}

/** Faults of the fields that a line of any document has. */
export function checkSoldItem(item: SoldItem, path: string): Fault[] {
  return [...checkTexts(item, path), ...checkNumbers(item, path)];
}

/** A text is empty where neither the caller nor a product gives it. */
function checkTexts(item: SoldItem, path: string): Fault[] {
  return (['code', 'description'] as const)
    .filter((field) => item[field] === '')
    .map((field) => refusal(`${path}.${field}`, missingWithoutProduct));
}

const missingWithoutProduct = 'Informe este campo, ou em productId o produto vendido.';

function checkNumbers(item: SoldItem, path: string): Fault[] {
  const quantity = checkQuantity(item.quantity, `${path}.quantity`);
  const unitValue = checkUnitValue(item, `${path}.unitValue`);
  const others = moneyFields.flatMap((field) => checkDecimal(item[field], moneyForm, `${path}.${field}`));
  const faults = [...quantity, ...unitValue, ...others];
  return faults.length > 0 ? faults : checkValue(item, path);
}

function checkQuantity(quantity: string, path: string): Fault[] {
  const faults = checkDecimal(quantity, quantityForm, path);
  if (faults.length > 0 || Number(quantity) > 0) return faults;
  return [refusal(path, 'A quantidade deve ser maior que zero.')];
}

function checkUnitValue({ unitValue, productId }: SoldItem, path: string): Fault[] {
  if (unitValue !== '') return checkDecimal(unitValue, unitValueForm, path);
  const message = productId ? 'O produto não tem salePrice: informe o valor unitário.' : missingWithoutProduct;
  return [refusal(path, message)];
}

function checkValue({ quantity, unitValue, discount }: SoldItem, path: string): Fault[] {
  const total = round2(decimal(quantity).times(decimal(unitValue)));
  if (total.gt('9999999999999.99')) {
    const message = 'Quantidade vezes valor unitário passa de 13 dígitos: divida a linha em mais de uma.';
    return [refusal(`${path}.unitValue`, message)];
  }
  if (decimal(discount).lte(total)) return [];
  const message = 'O desconto do item é maior que o valor dele (quantidade vezes valor unitário).';
  return [refusal(`${path}.discount`, message)];
}

function checkCodes({ cest, cfop, gtin }: ItemInput, path: string): Fault[] {
  const faults: Fault[] = [];
  if (cest && !/^\d{7}$/.test(cest)) {
    faults.push({
      code: 'invalid_cest',
      path: `${path}.cest`,
      message: `O CEST tem 7 dígitos, sem pontos; veio ${cest}.`,
    });
  }
  const unknown = cfop ? unknownCfop(cfop) : null;
  if (unknown !== null) faults.push(refusal(`${path}.cfop`, unknown, 'invalid_cfop'));
  const noGtin = gtin && gtin !== 'SEM GTIN' ? gtinFault(gtin) : null;
  if (noGtin !== null) {
    const message = `${noGtin} Sem código de barras, não o envie.`;
    faults.push(refusal(`${path}.gtin`, message));
  }
  return faults;
}

/** Faults of form of the amounts that are given for the whole document. */
export function checkWholeExtras(payload: GoodsPayload): Fault[] {
  return extras.flatMap(({ path, whole }) => checkDecimal(whole(payload), moneyForm, path));
}

/**
 * Faults of amounts that items and document give differently, and of a discount that is more than the goods. The form of the numbers is already
 * checked.
 */
export function checkExtras(payload: GoodsPayload): Fault[] {
  const differing = extras.flatMap(({ name, inWords, path, whole }): Fault[] => {
    const [ofItems, ofDocument] = [sumOfItems(payload.items, { name }), decimal(whole(payload))];
    if (ofItems.isZero() || ofDocument.isZero() || ofItems.equals(ofDocument)) return [];
    const message = `${inWords} dos itens soma ${money(ofItems)}, não ${money(ofDocument)}: informe só um dos dois ou o mesmo valor.`;
    return [refusal(path, message)];
  });
  return differing.length > 0 ? differing : checkDiscount(payload);
}

/** Only the discount of the document is compared here; `checkValue` compares an item's own discount with the item's value. */
function checkDiscount({ items, discount }: GoodsPayload): Fault[] {
  const goods = goodsValueOf(items);
  if (decimal(discount).lte(goods)) return [];
  const message = `O desconto do documento é maior que o valor dos itens, ${money(goods)}.`;
  return [refusal('discount', message)];
}
