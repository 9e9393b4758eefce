import { type DecimalForm, moneyForm } from '../../decimal-form.ts';
import type { Fault } from '../../faults.ts';
import { decimal } from '../../money.ts';
import { numberOf, type TaxTrace, textOf } from '../../taxation/fields.ts';
import { isIpiCharged } from '../../taxation/ipi/ipi.ts';
import type { GoodsPayload, ItemInput } from '../payload.ts';
import { checkDecimal } from './decimal.ts';

/** TDec_0302Max100. */
const percentageForm: DecimalForm = { digits: 3, places: 2 };

/** Faults of the IPI that goods given back had (rules 354 and 390); its reason is printed with the item (MOC 7.0 Anexo I, UA01). */
export function checkReturnedIpi({ type, purpose, items }: GoodsPayload): Fault[] {
  const isReturn = type === 'NFE' && purpose === 'RETURN';
  return items.flatMap((item, index) => {
    const path = `items[${index}].returnedIpi`;
    if (!item.returnedIpi) return [];
    if (!isReturn)
      return [
        refusal(path, 'Só a NF-e de devolução (purpose RETURN) devolve IPI (rejeição 354): não envie este campo.'),
      ];
    return checkItem(item, item.returnedIpi, index);
  });
}

function checkItem(
  item: ItemInput,
  { percentage, value }: NonNullable<ItemInput['returnedIpi']>,
  index: number,
): Fault[] {
  const path = `items[${index}].returnedIpi`;
  const faults = [
    ...checkDecimal(percentage, percentageForm, `${path}.percentage`),
    ...checkDecimal(value, moneyForm, `${path}.value`),
  ];
  if (faults.length > 0) return faults;
  if (decimal(percentage).isZero() || decimal(percentage).gt(100)) {
    faults.push(refusal(`${path}.percentage`, 'O percentual devolvido do item é maior que zero e vai até 100.'));
  }
  if (!item.additionalInfo?.trim()) {
    faults.push(refusal(`items[${index}].additionalInfo`, 'Com returnedIpi, diga aqui o motivo da devolução.'));
  }
  return faults;
}

/** Who pays IPI gives it back in the IPI of the item; both would be added to the note. */
export function checkIpiTwice(item: ItemInput | undefined, trace: TaxTrace, path: string): Fault[] {
  const isCharged = isIpiCharged(textOf(trace, 'ipiSituation')) && !numberOf(trace, 'ipiRate').isZero();
  if (!item?.returnedIpi || !isCharged) return [];
  const message =
    'O item já tem IPI pelo CST dele, e o devolvido se somaria a ele: não envie returnedIpi, ou use um CST sem IPI.';
  return [{ code: 'invalid_taxation', path: `${path}.returnedIpi`, message }];
}

function refusal(path: string, message: string): Fault {
  return { code: 'validation_error', path, message };
}
