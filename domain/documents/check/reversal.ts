import type { Fault } from '../../faults.ts';
import { type TaxTrace, textOf } from '../../taxation/fields.ts';
import { ibsCbsClass } from '../../taxation/ibs-cbs/class.ts';
import type { ItemInput } from '../payload.ts';

/** A reversal of credit goes with the classes that ask for one, and only with them (rules 1172 and 1173). */
export function checkCreditReversal(item: ItemInput | undefined, trace: TaxTrace, path: string): Fault[] {
  const classification = textOf(trace, 'ibsCbsClassification');
  const isWanted = ibsCbsClass(classification)?.needsCreditReversal ?? false;
  if (Boolean(item?.creditReversal) === isWanted) return [];
  const message = isWanted
    ? `O cClassTrib ${classification} estorna crédito (rejeição 1173): informe o IBS e a CBS estornados.`
    : `O cClassTrib ${classification || 'do item'} não estorna crédito (rejeição 1172): não envie este campo, ou troque ibsCbsClassification.`;
  return [{ code: 'invalid_taxation', path: `${path}.creditReversal`, message }];
}
